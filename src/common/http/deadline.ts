import { unavailable } from '../errors/api-error.js';

/**
 * Until when a request is to be answered. What has been answered as unavailable must not be stored afterwards, and what is being stored
 * is waited for: a client that is told 503 may rely on nothing having been written.
 */
export class Deadline {
  #state: 'running' | 'committing' | 'over' = 'running';

  /**
   * The time is up.
   * @returns whether the request ends here; it does not while a commit is under way, whose outcome has to be told
   */
  pass(): boolean {
    if (this.#state === 'running') this.#state = 'over';
    return this.#state === 'over';
  }

  /**
   * To be called right before what a request has written is committed.
   * @throws {ApiError} `unavailable`, where it was answered so already
   */
  beginCommit(): void {
    if (this.#state === 'over') throw unavailable();
    this.#state = 'committing';
  }
}
