import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { isRead } from '../request/methods.js';
import { stateOf, isApiRequest } from '../request/request-state.js';
import { matchesWeakly, parseEntityTags } from '../../kernel/context/entity-tags.js';
import { Precondition } from '../../kernel/context/precondition.js';

/**
 * Conditional requests (RFC 9110, 13): a read whose tag the client names is answered without a body; what a write demands is handed on
 * to where its record is locked.
 */
@Injectable()
export class PreconditionInterceptor implements NestInterceptor {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  intercept(execution: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    if (!isApiRequest(request)) return next.handle();
    if (isRead(request.method)) return handleConditionalRead(request, http.getResponse(), next);
    stateOf(request).precondition = Precondition.fromRequest(request, this.configuration.REQUIRE_IF_MATCH);
    return next.handle();
  }
}

function handleConditionalRead(request: Request, response: Response, next: CallHandler<unknown>): Observable<unknown> {
  const ifNoneMatch = parseEntityTags(request.get('If-None-Match') ?? '');
  // Express would judge once more, and otherwise: by the date too, which is too coarse to tell two changes of a second apart, and never
  // where `Cache-Control: no-cache` comes along, as `fetch` adds it to every conditional request of its own accord.
  delete request.headers['if-none-match'];
  delete request.headers['if-modified-since'];
  if (ifNoneMatch === undefined) return next.handle();
  return next.handle().pipe(
    map((body) => {
      if (!matchesWeakly(ifNoneMatch, String(response.getHeader('ETag')))) return body;
      response.status(304);
      return '';
    }),
  );
}
