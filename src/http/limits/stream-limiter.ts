import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { ConcurrencyLimiter } from '../../kernel/concurrency/concurrency-limiter.js';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { TextStream } from '../request/text-response.js';
import { RequestTimeouts } from './request-deadline.js';

/** A waiting stream holds its request, but no database connection. */
const MAX_QUEUED_STREAMS = 500;

/** Longest wait of a stream, as a fraction of the time limit of a request. At the limit itself, the response would be 503 instead of 429. */
const MAX_WAIT_FRACTION = 14 / 15;

/** Time for other work after a part of a stream, as a multiple of the time of the part. */
const OTHER_WORK_FACTOR = 2;

/** Shortest pass of the event loop that counts as other work, in milliseconds. */
const IDLE_PASS_MS = 0.2;

const busyError = () => new ApiError('too_many_requests', { headers: { 'Retry-After': '30' } });

/** Limits the number of large streams, and shares the event loop between streams and other requests. */
@Injectable()
export class StreamLimiter {
  private readonly limiter: ConcurrencyLimiter;
  /** Resolves when the next part may run. */
  private nextStart = Promise.resolve();

  constructor(
    private readonly timeouts: RequestTimeouts,
    @Inject(CONFIGURATION_TOKEN) { FEED_STREAMS }: Configuration,
  ) {
    this.limiter = new ConcurrencyLimiter(FEED_STREAMS, MAX_QUEUED_STREAMS, busyError);
  }

  /**
   * Delays a stream until a slot is free. The stream holds the slot until its end.
   * @throws {ApiError} `too_many_requests` before the first chunk
   */
  limit(stream: TextStream): TextStream {
    const { limiter } = this;
    const maxWaitMs = this.timeouts.requestMs * MAX_WAIT_FRACTION;
    return async function* limited() {
      const release = await limiter.acquire({ maxWaitMs });
      try {
        yield* stream();
      } finally {
        release();
      }
    };
  }

  /**
   * Runs a part of a stream. A part should take about a millisecond. The parts of all streams run one after the other. While there is other
   * work, it gets twice their time; otherwise streams run at full speed.
   */
  async runPart<Result>(part: () => Result): Promise<Result> {
    const start = this.nextStart;
    const following = Promise.withResolvers<void>();
    this.nextStart = following.promise;
    await start;
    const startedMs = performance.now();
    try {
      return part();
    } finally {
      void yieldToOtherWork((performance.now() - startedMs) * OTHER_WORK_FACTOR).then(following.resolve);
    }
  }
}

/** Waits until other work has taken this time, or until there is none. */
async function yieldToOtherWork(durationMs: number): Promise<void> {
  for (let otherMs = 0; otherMs < durationMs;) {
    const startedMs = performance.now();
    await setImmediate();
    const passMs = performance.now() - startedMs;
    if (passMs < IDLE_PASS_MS) return;
    otherMs += passMs;
  }
}
