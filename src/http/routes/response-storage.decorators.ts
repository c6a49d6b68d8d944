import { SetMetadata } from '@nestjs/common';

export const CACHED_METADATA = 'calendar:cached';

/**
 * Caches responses to anonymous requests until data change or the responses expire. They must depend on nothing but URL, format, language,
 * `Prefer`, configuration, tables with a `notify_changes` trigger, and the times that their expiry triggers name.
 */
export const Cached = () => SetMetadata(CACHED_METADATA, true);

export const RETURNS_SECRET_METADATA = 'calendar:returns-secret';

/** Marks a route that responds with a secret, such as a new token. Headers and body of the response are never stored. */
export const ReturnsSecret = () => SetMetadata(RETURNS_SECRET_METADATA, true);

/** A later attempt with the same key may succeed, because permissions and rate limits change. */
const NOT_REPLAYABLE = new Set([401, 403, 429]);

/** Whether a response with this status is stored, and sent again to a retry with the same `Idempotency-Key`. */
export const isReplayable = (status: number): boolean => status < 500 && !NOT_REPLAYABLE.has(status);
