/**
 * When a response becomes stale without a write: immediately, because it depends on the current moment; at midnight in `TIMEZONE`; when
 * the next record with an end, such as an event, ends. Publication dates apply to every response and are not listed.
 */
export type ExpiryTrigger = 'immediately' | 'midnight' | 'next-end';

/** Key of the expiry of a view. JSON omits symbol keys. */
export const EXPIRES_KEY = Symbol('expires');

export interface ExpiringView {
  readonly [EXPIRES_KEY]?: readonly ExpiryTrigger[];
}
