import { Injectable } from '@nestjs/common';

/** Whether this process is to be sent requests, its database aside. */
@Injectable()
export class Readiness {
  #isShuttingDown = false;

  /** It is about to stop: it answers what it gets, but should get no more. */
  get isShuttingDown(): boolean {
    return this.#isShuttingDown;
  }

  shutDown(): void {
    this.#isShuttingDown = true;
  }
}
