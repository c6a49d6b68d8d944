import { Readable } from 'node:stream';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { publicCacheKey } from '../caching/cache-key.js';
import { conditionalRead } from '../caching/conditional-read.js';
import { ResponseCache } from '../caching/response-cache.js';
import { IdempotentWrites, type Exchange } from '../idempotency/idempotent-writes.js';
import { RequestDeadline } from '../limits/request-deadline.js';
import { applyBufferedResponse, captureResponse } from '../request/buffer-response.js';
import { isReadMethod } from '../request/http-methods.js';
import { isCalendarRequest, requestStateOf } from '../request/request-state.js';
import { isTextStream } from '../request/text-response.js';
import { CACHED_METADATA } from '../routes/response-storage.decorators.js';
import { ViewSerializer } from './view-serializer.js';

/**
 * Turns the result of a handler into the response. The steps, outermost first:
 *
 * 1. Deadline: 503 after 15 s.
 * 2. Writes: limit of concurrent writes; a write with an `Idempotency-Key` runs once.
 * 3. Reads: `If-None-Match` and compression. They use the complete response, cached or not; only now does a stream start.
 * 4. Reads: the response cache. It stores the uncompressed body, or the function that starts a stream, with all headers that step 5 sets.
 * 5. The handler, then the body, as JSON if it is a view, and the headers that describe it.
 */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  constructor(
    private readonly deadline: RequestDeadline,
    private readonly writes: IdempotentWrites,
    private readonly cache: ResponseCache,
    private readonly serializer: ViewSerializer,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const exchange = { request, response, handler: execution.getHandler() };
    const respond = async () => {
      const result = await lastValueFrom(next.handle(), { defaultValue: undefined });
      return this.serializer.serialize(request, response, result);
    };
    const run = () =>
      isReadMethod(request.method)
        ? conditionalRead(request, response, () => this.readThroughCache(exchange, respond))
        : this.writes.run(exchange, respond);
    return from(
      this.deadline
        .run(request, run)
        .then((body) => (body instanceof Readable ? this.deadline.limitStream(body) : body)),
    );
  }

  /** Serves an anonymous read of a `@Cached()` route from memory if possible. */
  private async readThroughCache(
    { request, response, handler }: Exchange,
    respond: () => Promise<unknown>,
  ): Promise<unknown> {
    const isCached =
      this.cache.isEnabled && isCalendarRequest(request) && Reflect.getMetadata(CACHED_METADATA, handler) === true;
    const key = isCached ? publicCacheKey(request) : undefined;
    if (key === undefined) return respond();
    const cached = await this.cache.getOrProduce(key, async () => {
      const { body, ...head } = await captureResponse(response, respond);
      const { expires = [] } = requestStateOf(request);
      const isStorable = isTextStream(body) || Buffer.isBuffer(body);
      return { response: { ...head, body: isStorable ? body : Buffer.from(String(body)) }, expires };
    });
    return applyBufferedResponse(response, cached);
  }
}
