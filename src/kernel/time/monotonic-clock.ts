import { Injectable } from '@nestjs/common';

/** Clock for rate limits. Setting the clock of the machine does not affect it. Injected, so that tests can set it. */
@Injectable()
export class MonotonicClock {
  /** Milliseconds since an arbitrary moment before the start of the process. */
  now(): number {
    return performance.now();
  }
}
