import { addDaysToDate, secondsBetween, type LocalDateTime } from '../../kernel/time/local-time.js';
import { isUniqueTime } from '../../kernel/time/unique-time.js';
import type { EventView } from '../../events/dto/event.view.js';
import { contentLine } from './content-line.js';
import { dateTimeValue, dateValue, utcValue } from './date-values.js';
import { isNamedTimeZone, type TimeZoneUse, type TimeZoneUses } from './time-zone-uses.js';

const SECONDS_PER_DAY = 86_400;

/**
 * Start and end of an event. RFC 5545 requires the end to be later, so an event without duration has a start only.
 * @param timeZones the zones that the calendar describes, with their periods. Other times are written in UTC
 */
export function eventTimes(event: EventView, timeZones: TimeZoneUses): string {
  if (event.all_day) return allDayTimes(event);
  const [start, end] = instantsOf(event);
  const isLocal = isWrittenInZone(event, timeZones.get(event.timezone));
  const line = (name: string, local: LocalDateTime, instant: number) =>
    isLocal ? contentLine(name, dateTimeValue(local), { TZID: event.timezone }) : contentLine(name, utcValue(instant));
  return line('DTSTART', event.start_date, start) + (end > start ? line('DTEND', event.end_date, end) : '');
}

/** The zones that events use, with their periods. Events that are written in UTC use none. */
export function timeZoneUsesOf(events: Iterable<EventView>): TimeZoneUses {
  const uses = new Map<string, TimeZoneUse>();
  for (const event of events) {
    const [start, end] = instantsOf(event);
    if (event.all_day || !isWrittenInZone(event, { first: start, last: end })) continue;
    const { first, last } = uses.get(event.timezone) ?? { first: start, last: end };
    uses.set(event.timezone, { first: Math.min(first, start), last: Math.max(last, end) });
  }
  return uses;
}

/** Whether both times of an event are written with its zone. Parsers disagree about times that occur twice. */
function isWrittenInZone(event: EventView, use: TimeZoneUse | undefined): boolean {
  const { timezone, start_date, end_date } = event;
  if (!use || !isNamedTimeZone(timezone)) return false;
  const [start, end] = instantsOf(event);
  const isDescribed = use.first <= start && end <= use.last;
  return isDescribed && isUniqueTime(start_date, start, timezone) && isUniqueTime(end_date, end, timezone);
}

/** Start and end in epoch seconds. */
const instantsOf = ({ starts_at, ends_at }: EventView): [start: number, end: number] => [
  Date.parse(starts_at) / 1000,
  Date.parse(ends_at) / 1000,
];

/** Days without a zone. The end is the day after the last one. An event until the end of 9999 has a duration. */
function allDayTimes({ start_date, end_date }: EventView): string {
  const start = contentLine('DTSTART', dateValue(start_date), { VALUE: 'DATE' });
  const nextDay = addDaysToDate(end_date, 1);
  if (nextDay !== undefined) return start + contentLine('DTEND', dateValue(nextDay), { VALUE: 'DATE' });
  const days = Math.ceil(secondsBetween(start_date, end_date) / SECONDS_PER_DAY);
  return start + contentLine('DURATION', `P${days}D`);
}
