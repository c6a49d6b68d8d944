import { Injectable } from '@nestjs/common';

/** How long a request may take, in milliseconds. Tests give shorter ones. */
@Injectable()
export class RequestTimeouts {
  /** From its first byte until it has come as a whole, and from its head until it is answered. */
  readonly requestMs: number = 15_000;
}
