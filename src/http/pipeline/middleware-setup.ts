import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { BodyMiddleware } from '../params/body.middleware.js';
import { ResponseHeaders } from '../server/response-headers.js';
import { RoutingMiddleware } from './routing.middleware.js';

@Injectable()
export class MiddlewareSetup {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly headers: ResponseHeaders,
    private readonly routing: RoutingMiddleware,
    private readonly body: BodyMiddleware,
  ) {}

  /**
   * Registers all steps as one middleware of the adapter, without a path. After a middleware with a path, Express would restore the URL
   * that {@link RoutingMiddleware} rewrites.
   */
  setUp(observe: (request: Request, response: Response) => void): void {
    const { headers, routing, body } = this;
    this.adapter.httpAdapter.use((request: Request, response: Response, next: NextFunction) => {
      headers.apply(request, response);
      observe(request, response);
      return routing.use(request, response, () => body.use(request, response, next));
    });
  }
}
