import type { EventView } from '../events/dto/event.view.js';

/** Key of the latest modification of anything that a feed shows of an event: UTC, in the form of `modified_utc`. */
export const LAST_MODIFIED_KEY = Symbol('last modified');

/** An event as feeds read it. */
export type FeedEvent = EventView & {
  readonly [LAST_MODIFIED_KEY]: string;
  event_status: 'scheduled' | 'cancelled' | 'postponed' | 'rescheduled';
  /** `null` in the reduced form of a protected event. */
  attendance_mode: 'offline' | 'online' | 'mixed' | null;
  online_url: string | null;
  /** Wall-clock time in the zone of the event. */
  previous_start_date: string | null;
};
