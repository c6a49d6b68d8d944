import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { BodyMiddleware } from '../params/body.middleware.js';
import { RoutingMiddleware } from './routing.middleware.js';

type Middleware = (request: Request, response: Response, next: NextFunction) => void;

/** Registers the middleware of the pipeline. */
@Injectable()
export class MiddlewareSetup {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly routing: RoutingMiddleware,
    private readonly body: BodyMiddleware,
  ) {}

  /**
   * Registers the middleware on the adapter instead of on routes: Express would restore the URL behind a middleware with a path, but
   * {@link RoutingMiddleware} rewrites it for the handlers.
   * @param observe runs first, and sees every request
   */
  setUp(observe: Middleware): void {
    const { httpAdapter } = this.adapter;
    httpAdapter.use(observe);
    httpAdapter.use(this.routing.use.bind(this.routing));
    httpAdapter.use(this.body.use.bind(this.body));
  }
}
