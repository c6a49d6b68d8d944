import { unavailableError } from '../errors/api-error.js';

/**
 * State of the deadline of one request. A write is not committed after a response with 503, and a commit that has begun is awaited. If the
 * database connection breaks during the commit, the response is 503 although the write may be stored. Clients that need certainty send an
 * `Idempotency-Key`.
 */
export class DeadlineState {
  private expired = false;
  private committing = false;

  get isExpired(): boolean {
    return this.expired;
  }

  /** @returns whether the request ends now. It does not while a commit is under way */
  expire(): boolean {
    this.expired = true;
    return !this.committing;
  }

  /**
   * Call it right before the commit.
   * @throws {ApiError} `unavailable` if the deadline has expired
   */
  beginCommit(): void {
    if (this.expired && !this.committing) throw unavailableError();
    this.committing = true;
  }

  /**
   * Call it after a failed transaction, before a retry.
   * @throws {ApiError} `unavailable` if the deadline has expired
   */
  recordCommitFailure(cause: unknown): void {
    this.committing = false;
    if (this.expired) throw unavailableError(cause);
  }
}
