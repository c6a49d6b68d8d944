import { Inject, Injectable } from '@nestjs/common';
import type { Level, Logger } from 'pino';
import { loggableAddress } from '../../http/request/loggable-address.js';
import { factsOf } from '../../http/request/request-facts.js';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { isAborted, routeOf, statusOf, UNMATCHED, type EndedRequest } from '../ended-request.js';
import { SERVICE_LOG } from './service-log.js';

/** Asked every few seconds, by machines. */
const PROBES = /^\/health\//;

/** Writes a line for every request: who asked for what, and how it ended. Headers, bodies and network addresses stay out of it. */
@Injectable()
export class RequestLog {
  constructor(
    @Inject(SERVICE_LOG) private readonly log: Logger,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  write(ended: EndedRequest): void {
    const status = statusOf(ended);
    const level = levelOf(routeOf(ended.request), status);
    if (this.log.isLevelEnabled(level)) this.log[level](this.lineOf(ended, status), 'Request');
  }

  /** A line for a request that never came about. */
  refused(requestId: string, status: number): void {
    this.log.info({ requestId, route: UNMATCHED, status }, 'Request');
  }

  private lineOf(ended: EndedRequest, status: number | undefined): object {
    const { request, duration } = ended;
    const { id, principal, route } = factsOf(request);
    const { path, query } = loggableAddress(request.originalUrl, route, this.configuration.ADMIN_TOKEN);
    return {
      requestId: id,
      method: request.method,
      route: routeOf(request),
      address: query ? `${path}?${query}` : path,
      status,
      duration: Math.round(duration * 100) / 100,
      principal: principal && { id: principal.id, role: principal.role },
      aborted: isAborted(ended) || undefined,
    };
  }
}

function levelOf(route: string, status = 0): Level {
  if (PROBES.test(route)) return 'debug';
  return status >= 500 ? 'error' : 'info';
}
