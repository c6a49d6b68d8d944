import { Injectable } from '@nestjs/common';

/** How long a request may take, in milliseconds. Tests give shorter ones. */
@Injectable()
export class TimeLimits {
  /** From its first byte until it has come as a whole, and from its head until it is answered. */
  readonly request: number = 15_000;
  /** How long an answer that was there by then may still be on its way. */
  readonly taking: number = 5_000;
}
