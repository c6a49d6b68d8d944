import { Injectable } from '@nestjs/common';

/** Whether this process is to be sent requests, its database aside. */
@Injectable()
export class Readiness {
  private shuttingDown = false;

  /** It is about to stop: it answers what it gets, but should get no more. */
  get isShuttingDown(): boolean {
    return this.shuttingDown;
  }

  announceShutdown(): void {
    this.shuttingDown = true;
  }
}
