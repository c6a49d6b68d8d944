import { unavailableError } from '../errors/api-error.js';

/**
 * Until when a request is to be answered. What has been answered as unavailable because its time was up must not be stored
 * afterwards, and what is being stored is waited for. Where the connection to the database breaks during a commit nobody knows how that
 * ended, though it is answered as unavailable too: clients to whom it matters name their write by an `Idempotency-Key`.
 */
export class DeadlineState {
  private expired = false;
  private committing = false;

  /** Whether the time is up. */
  get isExpired(): boolean {
    return this.expired;
  }

  /**
   * The time is up.
   * @returns whether the request ends here; it does not while a commit is under way, whose outcome has to be told
   */
  expire(): boolean {
    this.expired = true;
    return !this.committing;
  }

  /**
   * To be called right before what a request has written is committed.
   * @throws {ApiError} `unavailable`, where it was answered so already
   */
  beginCommit(): void {
    if (this.expired && !this.committing) throw unavailableError();
    this.committing = true;
  }

  /**
   * To be called where nothing was stored after all, before it is tried again.
   * @param cause why not
   * @throws {ApiError} `unavailable`, where the time is up by now
   */
  abortCommit(cause: unknown): void {
    this.committing = false;
    if (this.expired) throw unavailableError(cause);
  }
}
