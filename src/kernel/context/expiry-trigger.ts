/**
 * When a response becomes stale without a write. `immediately`: it depends on the current time. `midnight`: at the end of the day in
 * `TIMEZONE`. `next-end`: at the end of the next event, or of another record with an end. Every response also becomes stale at the next
 * publication date; this needs no trigger.
 */
export type ExpiryTrigger = 'immediately' | 'midnight' | 'next-end';

/** Key of the expiry triggers in a view. JSON omits symbol keys. */
export const EXPIRES_KEY = Symbol('expires');

export interface ExpiringView {
  readonly [EXPIRES_KEY]?: readonly ExpiryTrigger[];
}
