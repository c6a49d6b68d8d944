import { ApiError } from '../../../src/kernel/errors/api-error.js';
import { parseDateTime, type ParsedDateTime } from '../../../src/kernel/time/parse-date-time.js';
import { applySchedule, type ScheduleColumns, type ScheduleInput } from '../../../src/events/event-schedule.js';

/** Parses a date as DTOs do. */
export const parsedDate = (text: string): ParsedDateTime => {
  const date = parseDateTime(text);
  if (!date) throw new Error(`Not a date: ${text}`);
  return date;
};
/** Returns the stored schedule of an event after a change. */
export const scheduleOf = (input: ScheduleInput, event: Partial<ScheduleColumns> = {}): ScheduleColumns => {
  const result = { ...event };
  applySchedule(result, input, 'UTC');
  return result as ScheduleColumns;
};
/** Returns the names of the invalid parameters. */
export const invalidParametersOf = (input: ScheduleInput, event: Partial<ScheduleColumns> = {}): string[] => {
  try {
    applySchedule(event, input, 'UTC');
    return [];
  } catch (error) {
    return Object.keys((error as ApiError).details.params ?? {});
  }
};
/** Schedule parameters of a request. */
export const scheduleInput = (start: string, end: string, timezone: string, all_day = false): ScheduleInput => ({
  start_date: parsedDate(start),
  end_date: parsedDate(end),
  timezone,
  all_day,
});
/** Both wall-clock times, and both instants in UTC. */
export const scheduleSummary = ({ startLocal, endLocal, startsAt, endsAt }: ScheduleColumns) => [
  startLocal,
  endLocal,
  startsAt.toISOString().slice(0, -5),
  endsAt.toISOString().slice(0, -5),
];
