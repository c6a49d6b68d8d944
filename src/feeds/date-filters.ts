import type { EventSelection } from '../events/dto/list-events.query.js';
import { DATE_FILTERS } from '../events/event-window.js';

/** Whether a request selects events by date or by id, so that the default window of a feed does not apply. */
export const hasDateFilter = (query: Partial<EventSelection>): boolean =>
  query.include !== undefined || DATE_FILTERS.some((name) => query[name] !== undefined);
