import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RequestLog } from './logging/request-log.js';
import { METRICS } from './metrics/metrics-server.js';
import type { Metrics } from './metrics/metrics.js';

/** Observes every request, and reports its end to the log and the metrics. */
@Injectable()
export class RequestObserver {
  constructor(
    private readonly log: RequestLog,
    @Inject(METRICS) private readonly metrics: Metrics | undefined,
  ) {}

  observe(request: Request, response: Response): void {
    const startedMs = performance.now();
    this.metrics?.requests.recordStart();
    // Emitted once for every response, complete or not.
    response.once('close', () => {
      const ended = { request, response, durationMs: performance.now() - startedMs };
      this.metrics?.requests.recordEnd(ended);
      this.log.write(ended);
    });
  }
}
