import { Injectable } from '@nestjs/common';

/**
 * Time that only goes on, for windows in which something is counted: whoever sets the clock of the machine neither opens nor
 * prolongs one. Injected so that tests can move it.
 */
@Injectable()
export class MonotonicClock {
  /** Milliseconds since some moment before the process began to serve. */
  now(): number {
    return performance.now();
  }
}
