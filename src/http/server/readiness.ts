import { Injectable } from '@nestjs/common';

/** Whether the process accepts requests. The state of the database is reported separately. */
@Injectable()
export class Readiness {
  /** The process still serves requests, but load balancers should stop sending them. */
  isShuttingDown = false;
}
