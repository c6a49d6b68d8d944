import { Injectable, Logger, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { Observable } from 'rxjs';
import { unavailable } from '../../kernel/errors/api-error.js';
import { Deadline } from '../../kernel/context/deadline.js';
import { factsOf } from '../request/request-facts.js';
import { TimeLimits } from './time-limits.js';

/**
 * Answers a request whose time is up as unavailable. What works on it goes on, and is heard no more; its outcome is waited for
 * only where a commit is under way. It stands before all other interceptors, so that nothing is outside the limit.
 */
@Injectable()
export class DeadlineInterceptor implements NestInterceptor {
  private readonly logger = new Logger('Deadline');

  constructor(private readonly limits: TimeLimits) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const facts = factsOf(request);
    const deadline = (facts.deadline ??= new Deadline());
    const passed = facts.begun === undefined ? 0 : performance.now() - facts.begun;
    return new Observable((answer) => {
      const timer = setTimeout(
        () => {
          const isOver = deadline.pass();
          this.note(request, isOver);
          if (isOver) answer.error(unavailable());
        },
        Math.max(0, this.limits.request - passed),
      );
      answer.add(() => clearTimeout(timer));
      next.handle().subscribe(answer);
    });
  }

  private note(request: Request, isOver: boolean): void {
    const { id: requestId, route } = factsOf(request);
    const msg = isOver ? 'The time of a request is up' : 'The time of a request is up, its commit is waited for';
    this.logger.warn({ msg, requestId, method: request.method, route });
  }
}
