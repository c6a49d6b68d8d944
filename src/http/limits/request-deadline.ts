import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { DeadlineState } from '../../kernel/context/deadline.js';
import { unavailableError } from '../../kernel/errors/api-error.js';
import { requestStateOf } from '../request/request-state.js';
import { RequestTimeouts } from './request-timeouts.js';

/** Limits how long a request may take, from its head to its response. */
@Injectable()
export class RequestDeadline {
  private readonly logger = new Logger('Deadline');

  constructor(private readonly timeouts: RequestTimeouts) {}

  /**
   * Runs the work of a request. If it exceeds the deadline, the request fails although the work goes on, unless a commit is under way:
   * its outcome is waited for.
   * @throws {ApiError} `unavailable`
   */
  run<Result>(request: Request, work: () => Promise<Result>): Promise<Result> {
    const state = requestStateOf(request);
    const deadline = (state.deadline ??= new DeadlineState());
    const elapsedMs = state.startedMs === undefined ? 0 : performance.now() - state.startedMs;
    return new Promise((resolve, reject) => {
      const expire = () => {
        const isOver = deadline.expire();
        this.logTimeout(request, isOver);
        if (isOver) reject(unavailableError());
      };
      const timer = setTimeout(expire, Math.max(0, this.timeouts.requestMs - elapsedMs));
      void work()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  }

  private logTimeout(request: Request, isOver: boolean): void {
    const { id: requestId, route } = requestStateOf(request);
    const msg = isOver ? 'Request deadline exceeded' : 'Request deadline exceeded, waiting for commit';
    this.logger.warn({ msg, requestId, method: request.method, route });
  }
}
