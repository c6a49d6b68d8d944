import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { BodyMiddleware } from '../params/body.middleware.js';
import { ResponseHeaders } from '../server/response-headers.js';
import { RoutingMiddleware } from './routing.middleware.js';

type Observe = (request: Request, response: Response) => void;

/** Registers the middleware of the pipeline. */
@Injectable()
export class MiddlewareSetup {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly headers: ResponseHeaders,
    private readonly routing: RoutingMiddleware,
    private readonly body: BodyMiddleware,
  ) {}

  /**
   * Registers the steps as one middleware of the adapter. Express would restore the URL behind a middleware with a path, but
   * {@link RoutingMiddleware} rewrites it for the handlers.
   * @param observe sees every request
   */
  setUp(observe: Observe): void {
    const { headers, routing, body } = this;
    this.adapter.httpAdapter.use((request: Request, response: Response, next: NextFunction) => {
      headers.apply(request, response);
      observe(request, response);
      return routing.use(request, response, () => body.use(request, response, next));
    });
  }
}
