import { Injectable } from '@nestjs/common';

/** Whether this process is to be sent requests, its database aside. */
@Injectable()
export class Readiness {
  #isEnding = false;

  /** It is about to stop: it answers what it gets, but should get no more. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  end(): void {
    this.#isEnding = true;
  }
}
