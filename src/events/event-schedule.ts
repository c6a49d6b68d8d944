import { parameterError, type ParameterProblems } from '../common/errors/api-error.js';
import {
  endOfDayEpoch,
  epochToLocal,
  isKnownInstant,
  localToEpoch,
  startOfDayEpoch,
  type LocalDateTime,
} from '../common/time/local-time.js';
import type { ParsedDateTime } from '../common/time/parse-date-time.js';
import type { Rule } from '../common/validation/rules.js';

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
  const zone = sent.timezone === undefined ? (event.timezone ?? defaultZone) : (sent.timezone ?? defaultZone);
  const keepsZone = zone === event.timezone;
  event.allDay = (sent.all_day === undefined ? event.allDay : sent.all_day) ?? false;
  const start = bound(sent.start_date, stored(event.startsAt, event.startLocal), zone, keepsZone);
  const end = bound(sent.end_date, stored(event.endsAt, event.endLocal), zone, keepsZone);
  const [first, last] = event.allDay
    ? [fromEpoch(startOfDayEpoch(start.local, zone), zone), fromEpoch(endOfDayEpoch(end.local, zone), zone)]
    : [start, end];
  const problems = problemsOf(first, last);
  if (Object.keys(problems).length > 0) throw parameterError(problems);
  event.timezone = zone;
  if (first.local !== event.startLocal) event.startLocal = first.local;
  if (last.local !== event.endLocal) event.endLocal = last.local;
  if (first.epochSeconds * 1000 !== event.startsAt?.getTime()) event.startsAt = new Date(first.epochSeconds * 1000);
  if (last.epochSeconds * 1000 !== event.endsAt?.getTime()) event.endsAt = new Date(last.epochSeconds * 1000);
}

/** Both bounds tell most of it by themselves; in which zone, an update may leave to the record. */
export const scheduleRule: Rule<SentSchedule> = (sent, { timezone }) => {
  if (sent.start_date && sent.end_date) scheduleEvent({}, sent, timezone);
};

function problemsOf(first: Bound, last: Bound): ParameterProblems {
  const unknown = Object.entries({ start_date: first, end_date: last }).filter(
    ([, { epochSeconds }]) => !isKnownInstant(epochSeconds),
  );
  if (unknown.length > 0) return Object.fromEntries(unknown.map(([name]) => [name, { key: 'validation.date_time' }]));
  return last.epochSeconds < first.epochSeconds ? { end_date: { key: 'validation.end_before_start' } } : {};
}

/** A wall clock equal to the one stored keeps its instant: in the hour that comes twice it would not tell which. */
function bound(sent: ParsedDateTime | undefined, kept: Bound | undefined, zone: string, keepsZone: boolean): Bound {
  if (sent?.kind === 'instant') return fromEpoch(sent.epochSeconds, zone);
  if (kept && keepsZone && (sent === undefined || sent.local === kept.local)) return kept;
  const local = sent?.local ?? kept?.local;
  if (local === undefined) throw new Error('An event has a start and an end');
  return fromLocal(local, zone);
}

function stored(instant: Date | undefined, local: LocalDateTime | undefined): Bound | undefined {
  return instant && local !== undefined ? { epochSeconds: instant.getTime() / 1000, local } : undefined;
}

const fromEpoch = (epochSeconds: number, zone: string): Bound => ({
  epochSeconds,
  local: epochToLocal(epochSeconds, zone),
});
const fromLocal = (local: LocalDateTime, zone: string): Bound => fromEpoch(localToEpoch(local, zone), zone);
