import { Injectable } from '@nestjs/common';

/** Timeouts of requests in milliseconds. Tests replace them. */
@Injectable()
export class RequestTimeouts {
  /** From the first byte to the complete request, and from its head to the response. */
  readonly requestMs: number = 15_000;
}
