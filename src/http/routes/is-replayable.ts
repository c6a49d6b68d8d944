/** A later attempt with the same key may succeed, because permissions and rate limits change. */
const NOT_REPLAYABLE = new Set([401, 403, 429]);

/** Whether a response with this status is stored, and sent again to a retry with the same `Idempotency-Key`. */
export const isReplayable = (status: number): boolean => status < 500 && !NOT_REPLAYABLE.has(status);
