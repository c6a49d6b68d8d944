import type { EventSelection } from '../events/dto/list-events.query.js';

const DATE_FILTERS = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'during',
] as const;

/** Whether a request selects events by date or by id, so that the default window of a feed does not apply. */
export const hasDateFilter = (query: Partial<EventSelection>): boolean =>
  query.include !== undefined || DATE_FILTERS.some((name) => query[name] !== undefined);
