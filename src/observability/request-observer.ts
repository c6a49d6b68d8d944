import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RequestLog } from './logging/request-log.js';
import { RequestMetrics } from './metrics/request-metrics.js';

/** Observes every request, and reports its end to the log and the metrics. */
@Injectable()
export class RequestObserver {
  constructor(
    private readonly log: RequestLog,
    @Inject(RequestMetrics) private readonly metrics: RequestMetrics | undefined,
  ) {}

  observe(request: Request, response: Response): void {
    const startedMs = performance.now();
    this.metrics?.begin();
    // Emitted once for every response, complete or not.
    response.once('close', () => {
      const ended = { request, response, durationMs: performance.now() - startedMs };
      this.metrics?.end(ended);
      this.log.write(ended);
    });
  }

  /** Tells of a request that Node refused, of which nothing is known for sure. */
  onMalformedRequest(requestId: string, status: number): void {
    this.metrics?.countMalformed(status);
    this.log.writeMalformed(requestId, status);
  }
}
