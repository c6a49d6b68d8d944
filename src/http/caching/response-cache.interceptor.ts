import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, map, type Observable } from 'rxjs';
import { bufferResponse, applyResponse } from '../request/buffer-response.js';
import { stateOf } from '../request/request-state.js';
import { cacheKey } from './cache-key.js';
import { CACHED } from '../routes/cached.decorator.js';
import { ResponseCache } from './response-cache.js';

/**
 * Answers anonymous reads with what is known already, byte for byte as it was made. It stands before all interceptors
 * that say something in headers, or make the text of the answer, and what they said is part of it.
 */
@Injectable()
export class ResponseCacheInterceptor implements NestInterceptor {
  constructor(
    private readonly cache: ResponseCache,
    private readonly reflector: Reflector,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<Request>();
    const response = execution.switchToHttp().getResponse<Response>();
    if (!this.cache.isEnabled) return next.handle();
    const isCached = this.reflector.get<boolean | undefined>(CACHED, execution.getHandler()) === true;
    const key = isCached ? cacheKey(request) : undefined;
    if (key === undefined) return next.handle();
    const produce = async () => ({
      response: await bufferResponse(response, () => lastValueFrom(next.handle())),
      expires: stateOf(request).expires ?? [],
    });
    return from(this.cache.get(key, produce)).pipe(map((each) => applyResponse(response, each)));
  }
}
