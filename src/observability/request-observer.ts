import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Level, Logger } from 'pino';
import { loggedPath, loggedQuery } from '../http/request/logged-url.js';
import { requestStateOf } from '../http/request/request-state.js';
import { SERVICE_LOGGER_TOKEN } from './logging/service-logger.js';
import { METRICS_TOKEN } from './metrics/metrics-server.js';
import type { Metrics } from './metrics/metrics.js';

const PROBE_ROUTES = /^\/health\//;

/** Route of requests that no route serves, in the log and in metrics. Their paths are neither logged nor a label. */
const UNMATCHED_ROUTE = 'unmatched';

/** Logs every request when it ends, and counts it in the metrics. */
@Injectable()
export class RequestObserver {
  constructor(
    @Inject(SERVICE_LOGGER_TOKEN) private readonly log: Logger,
    @Inject(METRICS_TOKEN) private readonly metrics: Metrics | undefined,
  ) {}

  observe(request: Request, response: Response): void {
    const startedMs = performance.now();
    this.metrics?.requests.recordStart();
    // Node.js emits `close` once for every response, complete or not.
    response.once('close', () => this.recordEnd(request, response, performance.now() - startedMs));
  }

  /** The log has no headers, bodies or client addresses. */
  private recordEnd(request: Request, response: Response, durationMs: number): void {
    const { method } = request;
    const { id, principal, route = UNMATCHED_ROUTE } = requestStateOf(request);
    const status = response.headersSent ? response.statusCode : undefined;
    const isAborted = !response.writableFinished;
    this.metrics?.requests.recordEnd({ method, route, status: isAborted ? 'aborted' : String(status) }, durationMs);
    const level = logLevelOf(route, status);
    if (!this.log.isLevelEnabled(level)) return;
    const fields = {
      requestId: id,
      method,
      route,
      address: [loggedPath(request), loggedQuery(request)].filter(Boolean).join('?'),
      status,
      duration: Math.round(durationMs * 100) / 100,
      principal: principal && { id: principal.id, role: principal.role },
      aborted: isAborted || undefined,
    };
    this.log[level](fields, 'Request');
  }
}

function logLevelOf(route: string, status = 0): Level {
  if (PROBE_ROUTES.test(route)) return 'debug';
  return status >= 500 ? 'error' : 'info';
}
