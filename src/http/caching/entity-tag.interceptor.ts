import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Clock } from '../../kernel/time/clock.js';
import { isApiRequest, stateOf } from '../request/request-state.js';
import { EXPIRES, type ExpiringView } from '../../kernel/context/expiry.js';
import { entityTag } from '../../kernel/context/entity-tags.js';
import { READ_VIEW, VERSION, type TaggedView } from '../../records/views/version.js';

/**
 * Makes the text of what is answered, once, and says in headers what it may be known by: `ETag`, and of what has a date of its last
 * change `Last-Modified`. Pages and files are left as they are.
 */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor {
  constructor(private readonly clock: Clock) {}

  intercept(execution: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = execution.switchToHttp();
    if (!isApiRequest(http.getRequest<Request>())) return next.handle();
    const response = http.getResponse<Response>();
    return next
      .handle()
      .pipe(map((body) => (isView(body) ? this.serialize(http.getRequest<Request>(), response, body) : body)));
  }

  private serialize(request: Request, response: Response, view: TaggableView): string {
    stateOf(request).expires = view[EXPIRES];
    return serializeWithTag(response, view, this.clock.now());
  }
}

type TaggableView = TaggedView & ExpiringView & { readonly modified_utc?: string };

const isView = (body: unknown): body is TaggableView =>
  body !== null && typeof body === 'object' && !(body instanceof StreamableFile);

function serializeWithTag(response: Response, view: TaggableView, now: number): string {
  const body = JSON.stringify(view);
  const readView = view[READ_VIEW];
  // Express would call a text HTML.
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('ETag', entityTag(readView ? JSON.stringify(readView) : body, view[VERSION]));
  if (view[VERSION] !== undefined && view.modified_utc !== undefined)
    response.setHeader('Last-Modified', httpDate(view.modified_utc, now));
  return body;
}

/**
 * A wall clock in UTC as headers have it. None is later than the answer itself (RFC 9110, 8.8.2.1), whatever is stored.
 * @example httpDate('2026-11-20 16:45:00', Date.UTC(2027, 0)) // 'Fri, 20 Nov 2026 16:45:00 GMT'
 */
function httpDate(wallClock: string, now: number): string {
  const modified = Date.parse(`${wallClock.replace(' ', 'T')}Z`);
  return new Date(Math.min(modified, now)).toUTCString();
}
