import { parameterError, type FieldErrors } from '../kernel/errors/api-error.js';
import {
  endOfDayEpoch,
  epochToLocal,
  isSupportedInstant,
  localToEpoch,
  startOfDayEpoch,
  type LocalDateTime,
} from '../kernel/time/local-time.js';
import type { ParsedDateTime } from '../kernel/time/parse-date-time.js';
import type { Rule } from '../kernel/schema/rules.js';

/** What a create or update says of an event's time. */
export interface ScheduleInput {
  readonly start_date?: ParsedDateTime | undefined;
  readonly end_date?: ParsedDateTime | undefined;
  readonly timezone?: string | null | undefined;
  readonly all_day?: boolean | null | undefined;
}

/** The columns of an event's time. */
export interface ScheduleColumns {
  startsAt: Date;
  endsAt: Date;
  startLocal: LocalDateTime;
  endLocal: LocalDateTime;
  timezone: string;
  allDay: boolean;
}

interface ScheduleBound {
  readonly epochSeconds: number;
  readonly local: LocalDateTime;
}

/**
 * Writes an event's time. Either bound may be changed alone; another zone keeps the wall clock; a day is whole from its
 * first moment to 23:59:59.
 * @throws {ApiError} `invalid_parameter` where the event would end before it starts, or beyond the years that are known.
 */
export function applySchedule(event: Partial<ScheduleColumns>, input: ScheduleInput, defaultZone: string): void {
  const timezone = input.timezone === undefined ? (event.timezone ?? defaultZone) : (input.timezone ?? defaultZone);
  const allDay = (input.all_day === undefined ? event.allDay : input.all_day) ?? false;
  const [first, last] = allDay ? allDayBounds(event, input, timezone) : timedBounds(event, input, timezone);
  const errors = findBoundErrors(first, last);
  if (Object.keys(errors).length > 0) throw parameterError(errors);
  event.timezone = timezone;
  event.allDay = allDay;
  writeBounds(event, first, last);
}

/** Leaves the columns alone that do not change. */
function writeBounds(event: Partial<ScheduleColumns>, first: ScheduleBound, last: ScheduleBound): void {
  if (first.local !== event.startLocal) event.startLocal = first.local;
  if (last.local !== event.endLocal) event.endLocal = last.local;
  if (first.epochSeconds * 1000 !== event.startsAt?.getTime()) event.startsAt = new Date(first.epochSeconds * 1000);
  if (last.epochSeconds * 1000 !== event.endsAt?.getTime()) event.endsAt = new Date(last.epochSeconds * 1000);
}

/** An update may leave zone and whole days to the record: of it, only days in the wrong order tell enough. */
export const scheduleRule: Rule<ScheduleInput> = (input, { isCreate, timezone }) => {
  const { start_date: start, end_date: end } = input;
  if (start && end && (isCreate || isEndBeforeStartDay(start, end))) applySchedule({}, input, timezone);
};

/** Whether wall clocks name days in the wrong order; an instant is on one day here, on another there. */
function isEndBeforeStartDay(start: ParsedDateTime, end: ParsedDateTime): boolean {
  if (start.kind !== 'local' || end.kind !== 'local') return false;
  return end.local.slice(0, 10) < start.local.slice(0, 10);
}

function findBoundErrors(first: ScheduleBound, last: ScheduleBound): FieldErrors {
  const unknown = Object.entries({ start_date: first, end_date: last }).filter(
    ([, { epochSeconds }]) => !isSupportedInstant(epochSeconds),
  );
  if (unknown.length > 0) return Object.fromEntries(unknown.map(([name]) => [name, { key: 'validation.date_time' }]));
  return last.epochSeconds < first.epochSeconds ? { end_date: { key: 'validation.end_before_start' } } : {};
}

function timedBounds(
  event: Partial<ScheduleColumns>,
  input: ScheduleInput,
  zone: string,
): [ScheduleBound, ScheduleBound] {
  const isSameZone = zone === event.timezone;
  return [
    resolveBound(input.start_date, storedBound(event.startsAt, event.startLocal), zone, isSameZone),
    resolveBound(input.end_date, storedBound(event.endsAt, event.endLocal), zone, isSameZone),
  ];
}

/**
 * From the first moment of the first day to the last second of the last. A wall clock in a gap before midnight
 * (America/Scoresbysund, 28 March 2026, 23:30) still names its day; a day that a zone skipped (Pacific/Apia,
 * 30 December 2011) stands for the next.
 */
function allDayBounds(
  event: Partial<ScheduleColumns>,
  input: ScheduleInput,
  zone: string,
): [ScheduleBound, ScheduleBound] {
  const firstDay = localTimeToStore(input.start_date, event.startLocal, zone);
  const lastDay = epochToLocal(startOfDayEpoch(localTimeToStore(input.end_date, event.endLocal, zone), zone), zone);
  return [boundFromEpoch(startOfDayEpoch(firstDay, zone), zone), boundFromEpoch(endOfDayEpoch(lastDay, zone), zone)];
}

/** A wall clock equal to the one stored keeps its instant: in the hour that comes twice it would not tell which. */
function resolveBound(
  input: ParsedDateTime | undefined,
  stored: ScheduleBound | undefined,
  zone: string,
  isSameZone: boolean,
): ScheduleBound {
  if (input?.kind === 'instant') return boundFromEpoch(input.epochSeconds, zone);
  if (stored && isSameZone && (input === undefined || input.local === stored.local)) return stored;
  return boundFromLocal(localTimeToStore(input, stored?.local, zone), zone);
}

/** What the clock is to show, be there such a time or not. */
function localTimeToStore(
  input: ParsedDateTime | undefined,
  stored: LocalDateTime | undefined,
  zone: string,
): LocalDateTime {
  if (input?.kind === 'instant') return epochToLocal(input.epochSeconds, zone);
  const local = input?.local ?? stored;
  if (local === undefined) throw new Error('An event has a start and an end');
  return local;
}

function storedBound(instant: Date | undefined, local: LocalDateTime | undefined): ScheduleBound | undefined {
  return instant && local !== undefined ? { epochSeconds: instant.getTime() / 1000, local } : undefined;
}

const boundFromEpoch = (epochSeconds: number, zone: string): ScheduleBound => ({
  epochSeconds,
  local: epochToLocal(epochSeconds, zone),
});
const boundFromLocal = (local: LocalDateTime, zone: string): ScheduleBound =>
  boundFromEpoch(localToEpoch(local, zone), zone);
