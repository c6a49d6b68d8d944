import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { Observable } from 'rxjs';
import { unavailable } from '../errors/api-error.js';
import { Deadline } from './deadline.js';
import { factsOf } from './request-context.js';
import { TimeLimits } from './time-limits.js';

/**
 * Answers a request whose time is up as unavailable. What works on it goes on, and is heard no more; its outcome is waited for
 * only where a commit is under way. It stands before all other interceptors, so that nothing is outside the limit.
 */
@Injectable()
export class DeadlineInterceptor implements NestInterceptor {
  constructor(private readonly limits: TimeLimits) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const facts = factsOf(context.switchToHttp().getRequest<Request>());
    const deadline = (facts.deadline ??= new Deadline());
    const passed = facts.begun === undefined ? 0 : performance.now() - facts.begun;
    return new Observable((answer) => {
      const timer = setTimeout(
        () => {
          if (deadline.pass()) answer.error(unavailable());
        },
        Math.max(0, this.limits.request - passed),
      );
      answer.add(() => clearTimeout(timer));
      next.handle().subscribe(answer);
    });
  }
}
