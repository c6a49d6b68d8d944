import { addAbortSignal, type Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { DeadlineState } from '../../kernel/context/deadline.js';
import { unavailableError } from '../../kernel/errors/api-error.js';
import { requestStateOf } from '../request/request-state.js';

/** Timeouts of requests in milliseconds. Tests replace them. */
export class RequestTimeouts {
  /** Longest time to receive a request, and again from its head to the response. A client that reads nothing for so long is disconnected. */
  readonly requestMs: number = 15_000;
  /** From the first byte of a stream to its end. */
  readonly streamMs: number = 600_000;
}

/** Limits the time from the head of a request to its response. */
@Injectable()
export class RequestDeadline {
  private readonly logger = new Logger('Deadline');

  constructor(private readonly timeouts: RequestTimeouts) {}

  /** Ends a stream with an error after its time limit. */
  limitStream(stream: Readable): Readable {
    return addAbortSignal(AbortSignal.timeout(this.timeouts.streamMs), stream);
  }

  /**
   * Runs the work of a request. At the deadline the request fails, and the work continues without it. If a commit has begun, the request
   * waits for its outcome instead.
   * @throws {ApiError} `unavailable`
   */
  run<Result>(request: Request, work: () => Promise<Result>): Promise<Result> {
    const state = requestStateOf(request);
    const deadline = (state.deadline ??= new DeadlineState());
    const elapsedMs = state.startedMs === undefined ? 0 : performance.now() - state.startedMs;
    return new Promise((resolve, reject) => {
      const expire = () => {
        const isOver = deadline.expire();
        const msg = isOver ? 'Request deadline exceeded' : 'Request deadline exceeded, waiting for commit';
        this.logger.warn({ msg, requestId: state.id, method: request.method, route: state.route });
        if (isOver) reject(unavailableError());
      };
      const timer = setTimeout(expire, Math.max(0, this.timeouts.requestMs - elapsedMs));
      void work()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  }
}
