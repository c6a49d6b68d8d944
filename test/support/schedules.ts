import { ApiError } from '../../src/kernel/errors/api-error.js';
import { parseDateTime, type ParsedDateTime } from '../../src/kernel/time/parse-date-time.js';
import { scheduleEvent, type Schedule, type SentSchedule } from '../../src/events/event-schedule.js';

/** A date as a DTO holds it. */
export const parsed = (text: string): ParsedDateTime => {
  const date = parseDateTime(text);
  if (!date) throw new Error(`No date: ${text}`);
  return date;
};
/** An event's time as it is stored. */
export const schedule = (sent: SentSchedule, event: Partial<Schedule> = {}): Schedule => {
  const result = { ...event };
  scheduleEvent(result, sent, 'UTC');
  return result as Schedule;
};
/** The parameters that are refused. */
export const refusedOf = (sent: SentSchedule, event: Partial<Schedule> = {}): string[] => {
  try {
    scheduleEvent(event, sent, 'UTC');
    return [];
  } catch (error) {
    return Object.keys((error as ApiError).details.params ?? {});
  }
};
/** What a request says of an event's time. */
export const between = (start: string, end: string, timezone: string, all_day = false): SentSchedule => ({
  start_date: parsed(start),
  end_date: parsed(end),
  timezone,
  all_day,
});
/** Both wall clocks, and both instants in UTC. */
export const shown = ({ startLocal, endLocal, startsAt, endsAt }: Schedule) => [
  startLocal,
  endLocal,
  startsAt.toISOString().slice(0, -5),
  endsAt.toISOString().slice(0, -5),
];
