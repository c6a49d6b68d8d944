import { parameterError, type ParameterProblems } from '../kernel/errors/api-error.js';
import {
  endOfDayEpoch,
  epochToLocal,
  isKnownInstant,
  localToEpoch,
  startOfDay,
  startOfDayEpoch,
  type LocalDateTime,
} from '../kernel/time/local-time.js';
import type { ParsedDateTime } from '../kernel/time/parse-date-time.js';
import type { Rule } from '../kernel/schema/rules.js';

/** What a create or update says of an event's time. */
export interface SentSchedule {
  readonly start_date?: ParsedDateTime | undefined;
  readonly end_date?: ParsedDateTime | undefined;
  readonly timezone?: string | null | undefined;
  readonly all_day?: boolean | null | undefined;
}

/** The columns of an event's time. */
export interface Schedule {
  startsAt: Date;
  endsAt: Date;
  startLocal: LocalDateTime;
  endLocal: LocalDateTime;
  timezone: string;
  allDay: boolean;
}

interface Bound {
  readonly epochSeconds: number;
  readonly local: LocalDateTime;
}

/**
 * Writes an event's time. Either bound may be changed alone; another zone keeps the wall clock; a day is whole from its
 * first moment to 23:59:59.
 * @throws {ApiError} `invalid_parameter` where the event would end before it starts, or beyond the years that are known.
 */
export function scheduleEvent(event: Partial<Schedule>, sent: SentSchedule, defaultZone: string): void {
  const timezone = sent.timezone === undefined ? (event.timezone ?? defaultZone) : (sent.timezone ?? defaultZone);
  const allDay = (sent.all_day === undefined ? event.allDay : sent.all_day) ?? false;
  const [first, last] = allDay ? wholeDays(event, sent, timezone) : bounds(event, sent, timezone);
  const problems = problemsOf(first, last);
  if (Object.keys(problems).length > 0) throw parameterError(problems);
  event.timezone = timezone;
  event.allDay = allDay;
  if (first.local !== event.startLocal) event.startLocal = first.local;
  if (last.local !== event.endLocal) event.endLocal = last.local;
  if (first.epochSeconds * 1000 !== event.startsAt?.getTime()) event.startsAt = new Date(first.epochSeconds * 1000);
  if (last.epochSeconds * 1000 !== event.endsAt?.getTime()) event.endsAt = new Date(last.epochSeconds * 1000);
}

/** An update may leave zone and whole days to the record: of it, only days in the wrong order tell enough. */
export const scheduleRule: Rule<SentSchedule> = (sent, { creates, timezone }) => {
  const { start_date: start, end_date: end } = sent;
  if (start && end && (creates || areBackwards(start, end))) scheduleEvent({}, sent, timezone);
};

/** Whether wall clocks name days in the wrong order; an instant is on one day here, on another there. */
function areBackwards(start: ParsedDateTime, end: ParsedDateTime): boolean {
  if (start.kind !== 'local' || end.kind !== 'local') return false;
  return end.local.slice(0, 10) < start.local.slice(0, 10);
}

function problemsOf(first: Bound, last: Bound): ParameterProblems {
  const unknown = Object.entries({ start_date: first, end_date: last }).filter(
    ([, { epochSeconds }]) => !isKnownInstant(epochSeconds),
  );
  if (unknown.length > 0) return Object.fromEntries(unknown.map(([name]) => [name, { key: 'validation.date_time' }]));
  return last.epochSeconds < first.epochSeconds ? { end_date: { key: 'validation.end_before_start' } } : {};
}

function bounds(event: Partial<Schedule>, sent: SentSchedule, zone: string): [Bound, Bound] {
  const keepsZone = zone === event.timezone;
  return [
    bound(sent.start_date, stored(event.startsAt, event.startLocal), zone, keepsZone),
    bound(sent.end_date, stored(event.endsAt, event.endLocal), zone, keepsZone),
  ];
}

/**
 * From the first moment of the first day to the last second of the last. A wall clock in a gap before midnight
 * (America/Scoresbysund, 28 March 2026, 23:30) still names its day; a day that a zone skipped (Pacific/Apia,
 * 30 December 2011) stands for the next.
 */
function wholeDays(event: Partial<Schedule>, sent: SentSchedule, zone: string): [Bound, Bound] {
  const firstDay = wallClock(sent.start_date, event.startLocal, zone);
  const lastDay = startOfDay(wallClock(sent.end_date, event.endLocal, zone), zone);
  return [fromEpoch(startOfDayEpoch(firstDay, zone), zone), fromEpoch(endOfDayEpoch(lastDay, zone), zone)];
}

/** A wall clock equal to the one stored keeps its instant: in the hour that comes twice it would not tell which. */
function bound(sent: ParsedDateTime | undefined, kept: Bound | undefined, zone: string, keepsZone: boolean): Bound {
  if (sent?.kind === 'instant') return fromEpoch(sent.epochSeconds, zone);
  if (kept && keepsZone && (sent === undefined || sent.local === kept.local)) return kept;
  return fromLocal(wallClock(sent, kept?.local, zone), zone);
}

/** What the clock is to show, be there such a time or not. */
function wallClock(sent: ParsedDateTime | undefined, kept: LocalDateTime | undefined, zone: string): LocalDateTime {
  if (sent?.kind === 'instant') return epochToLocal(sent.epochSeconds, zone);
  const local = sent?.local ?? kept;
  if (local === undefined) throw new Error('An event has a start and an end');
  return local;
}

function stored(instant: Date | undefined, local: LocalDateTime | undefined): Bound | undefined {
  return instant && local !== undefined ? { epochSeconds: instant.getTime() / 1000, local } : undefined;
}

const fromEpoch = (epochSeconds: number, zone: string): Bound => ({
  epochSeconds,
  local: epochToLocal(epochSeconds, zone),
});
const fromLocal = (local: LocalDateTime, zone: string): Bound => fromEpoch(localToEpoch(local, zone), zone);
