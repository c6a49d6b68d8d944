import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { RequestLog } from './logging/request-log.js';
import { RequestMetrics } from './metrics/request-metrics.js';

/** Sees every request before anybody else, and tells log and metrics how it ended. */
@Injectable()
export class RequestObserver implements NestMiddleware {
  constructor(
    private readonly log: RequestLog,
    @Inject(RequestMetrics) private readonly metrics: RequestMetrics | undefined,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const startedMs = performance.now();
    this.metrics?.begin();
    // Comes once for every answer, sent or broken off.
    response.once('close', () => {
      const ended = { request, response, durationMs: performance.now() - startedMs };
      this.metrics?.end(ended);
      this.log.write(ended);
    });
    next();
  }

  /** Tells of a request that Node refused, of which nothing is known for sure. */
  onMalformedRequest(requestId: string, status: number): void {
    this.metrics?.countMalformed(status);
    this.log.writeMalformed(requestId, status);
  }
}
