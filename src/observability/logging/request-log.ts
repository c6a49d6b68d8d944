import { Inject, Injectable } from '@nestjs/common';
import type { Level, Logger } from 'pino';
import { loggedPath, loggedQuery } from '../../http/request/logged-url.js';
import { requestStateOf } from '../../http/request/request-state.js';
import { isAborted, routeOf, responseStatusOf, type EndedRequest } from '../ended-request.js';
import { SERVICE_LOGGER } from './service-logger.js';

const PROBE_ROUTES = /^\/health\//;

/** Writes a line for every request, without headers, bodies and client addresses. */
@Injectable()
export class RequestLog {
  constructor(@Inject(SERVICE_LOGGER) private readonly log: Logger) {}

  write(ended: EndedRequest): void {
    const status = responseStatusOf(ended);
    const level = logLevelOf(routeOf(ended.request), status);
    if (this.log.isLevelEnabled(level)) this.log[level](this.logFieldsOf(ended, status), 'Request');
  }

  private logFieldsOf(ended: EndedRequest, status: number | undefined): object {
    const { request, durationMs } = ended;
    const { id, principal } = requestStateOf(request);
    return {
      requestId: id,
      method: request.method,
      route: routeOf(request),
      address: [loggedPath(request), loggedQuery(request)].filter(Boolean).join('?'),
      status,
      duration: Math.round(durationMs * 100) / 100,
      principal: principal && { id: principal.id, role: principal.role },
      aborted: isAborted(ended) || undefined,
    };
  }
}

function logLevelOf(route: string, status = 0): Level {
  if (PROBE_ROUTES.test(route)) return 'debug';
  return status >= 500 ? 'error' : 'info';
}
