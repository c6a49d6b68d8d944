/**
 * When a response becomes stale although nothing is written: at once, because it depends on the current moment; at midnight in `TIMEZONE`;
 * when the next record with an end, such as an event, ends. Publication dates apply to every response and are not listed.
 */
export type ExpiryTrigger = 'immediately' | 'midnight' | 'next-end';

/** Key of the expiry of a view. JSON leaves members with such keys out. */
export const EXPIRES_KEY = Symbol('expires');

/** A view that may become stale although nothing is written. */
export interface ExpiringView {
  readonly [EXPIRES_KEY]?: readonly ExpiryTrigger[];
}
