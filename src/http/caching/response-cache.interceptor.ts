import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, map, type Observable } from 'rxjs';
import { madeAnswer, show } from '../request/made-answer.js';
import { contextOf } from '../request/request-facts.js';
import { cacheKey } from './cache-key.js';
import { CACHED } from '../routes/cached.decorator.js';
import { SharedAnswers } from './shared-answers.js';

/**
 * Answers anonymous reads with what is known already, byte for byte as it was made. It stands before all interceptors
 * that say something in headers, or make the text of the answer, and what they said is part of it.
 */
@Injectable()
export class ResponseCache implements NestInterceptor {
  constructor(
    private readonly answers: SharedAnswers,
    private readonly reflector: Reflector,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<Request>();
    const response = execution.switchToHttp().getResponse<Response>();
    if (!this.answers.isOn) return next.handle();
    const isCached = this.reflector.get<boolean | undefined>(CACHED, execution.getHandler()) === true;
    const key = isCached ? cacheKey(request) : undefined;
    if (key === undefined) return next.handle();
    const make = () => madeAnswer(response, () => lastValueFrom(next.handle()));
    const answer = this.answers.get(key, contextOf(request).freshness, make);
    return from(answer).pipe(map((each) => show(response, each)));
  }
}
