import { Injectable, Logger, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { Observable } from 'rxjs';
import { unavailableError } from '../../kernel/errors/api-error.js';
import { Deadline } from '../../kernel/context/deadline.js';
import { stateOf } from '../request/request-state.js';
import { RequestTimeouts } from './request-timeouts.js';

/**
 * Answers a request whose time is up as unavailable. What works on it goes on, and is heard no more; its outcome is waited for
 * only where a commit is under way. It stands before all other interceptors, so that nothing is outside the limit.
 */
@Injectable()
export class DeadlineInterceptor implements NestInterceptor {
  private readonly logger = new Logger('Deadline');

  constructor(private readonly timeouts: RequestTimeouts) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const state = stateOf(request);
    const deadline = (state.deadline ??= new Deadline());
    const elapsedMs = state.startedMs === undefined ? 0 : performance.now() - state.startedMs;
    return new Observable((subscriber) => {
      const timer = setTimeout(
        () => {
          const isOver = deadline.expire();
          this.logTimeout(request, isOver);
          if (isOver) subscriber.error(unavailableError());
        },
        Math.max(0, this.timeouts.requestMs - elapsedMs),
      );
      subscriber.add(() => clearTimeout(timer));
      next.handle().subscribe(subscriber);
    });
  }

  private logTimeout(request: Request, isOver: boolean): void {
    const { id: requestId, route } = stateOf(request);
    const msg = isOver ? 'Request deadline exceeded' : 'Request deadline exceeded, waiting for commit';
    this.logger.warn({ msg, requestId, method: request.method, route });
  }
}
