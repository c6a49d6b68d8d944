import type { LocalDateTime } from '../../kernel/time/local-time.js';
import { formatWithOffset, localToEpoch, zoneOrStoredOffset } from '../../kernel/time/local-time.js';
import type { EventView } from '../../events/dto/event.view.js';

interface EventDates {
  readonly startDate: string;
  readonly endDate: string;
  readonly previousStartDate: string | undefined;
}

/** The dates of an event: days if it lasts all day, otherwise times with the offset in force. */
export function eventDates(event: EventView): EventDates {
  const { all_day, start_date, end_date, starts_at, ends_at, previous_start_date: previous } = event;
  const previousTime = (local: LocalDateTime) => (all_day ? dayOf(local) : withOffset(local, event));
  return {
    startDate: all_day ? dayOf(start_date) : starts_at,
    endDate: all_day ? dayOf(end_date) : ends_at,
    previousStartDate: previous === null ? undefined : previousTime(previous),
  };
}

const dayOf = (local: LocalDateTime): string => local.slice(0, 10);

function withOffset(local: LocalDateTime, { timezone, start_date, starts_at }: EventView): string {
  const zone = zoneOrStoredOffset(timezone, start_date, Date.parse(starts_at) / 1000);
  return formatWithOffset(local, localToEpoch(local, zone));
}
