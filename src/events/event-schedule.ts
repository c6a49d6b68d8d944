import { parameterError, type FieldErrors } from '../kernel/errors/api-error.js';
import {
  endOfDay,
  endOfDayEpoch,
  epochToLocal,
  formatWithOffset,
  isSupportedInstant,
  localToEpoch,
  secondsBetween,
  startOfDayEpoch,
  type LocalDateTime,
} from '../kernel/time/local-time.js';
import type { ParsedDateTime } from '../kernel/time/parse-date-time.js';
import { isKnownTimeZone } from '../kernel/time/time-zone.js';
import type { Rule } from '../kernel/schema/rules.js';

export interface ScheduleInput {
  readonly start_date?: ParsedDateTime | undefined;
  readonly end_date?: ParsedDateTime | undefined;
  readonly timezone?: string | null | undefined;
  readonly all_day?: boolean | null | undefined;
}

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
  /** The wall clock time as sent or stored, which may be in a gap of the zone. `undefined` for an instant and for an all-day event. */
  readonly nominal?: LocalDateTime;
}
type Bounds = readonly [first: ScheduleBound, last: ScheduleBound];

/**
 * Writes the time of an event. Start and end may be changed alone. A change of the zone alone keeps the wall clock. Stored instants that were
 * computed by other rules of the zone than those of the runtime are recomputed from the wall clock.
 * @throws {ApiError} `invalid_parameter` if the event would end before it starts, a time is out of range, or a time would change in a zone
 * that the runtime does not know
 */
export function applySchedule(event: Partial<ScheduleColumns>, input: ScheduleInput, defaultZone: string): void {
  const timezone = resolveTimezone(event, input, defaultZone);
  const allDay = (input.all_day === undefined ? event.allDay : input.all_day) ?? false;
  if (!isKnownTimeZone(timezone)) return assertUnchanged(event, input, timezone);
  const [first, last] = allDay ? allDayBounds(event, input, timezone) : timedBounds(event, input, timezone);
  const errors = findBoundErrors(first, last);
  if (Object.keys(errors).length > 0) throw parameterError(errors);
  Object.assign(event, {
    startsAt: new Date(first.epochSeconds * 1000),
    endsAt: new Date(last.epochSeconds * 1000),
    startLocal: first.local,
    endLocal: last.local,
    timezone,
    allDay,
  } satisfies ScheduleColumns);
}

/** The time zone of an event after a write. */
export const resolveTimezone = (
  event: Partial<ScheduleColumns>,
  { timezone }: Pick<ScheduleInput, 'timezone'>,
  defaultZone: string,
): string => (timezone === undefined ? (event.timezone ?? defaultZone) : (timezone ?? defaultZone));

/** An event in a zone that the runtime does not know keeps its stored times. A change of them must set another zone. */
function assertUnchanged(event: Partial<ScheduleColumns>, input: ScheduleInput, zone: string): void {
  const { start_date: start, end_date: end, all_day: allDay } = input;
  const isSame = (date: ParsedDateTime | undefined, stored: LocalDateTime | undefined) =>
    date === undefined || (date.kind === 'local' && date.local === stored);
  const isUnchanged = isSame(start, event.startLocal) && isSame(end, event.endLocal);
  if (isUnchanged && (allDay === undefined || (allDay ?? false) === event.allDay)) return;
  throw parameterError({ timezone: { key: 'validation.unknown_time_zone', args: { zone } } });
}

/**
 * Checks start and end. The zone and `all_day` of an update may be the stored ones, so it is checked only for days in
 * the wrong order.
 */
export const scheduleRule: Rule<ScheduleInput> = (input, { isCreate, timezone }) => {
  const { start_date: start, end_date: end } = input;
  if (start && end && (isCreate || isEndBeforeStartDay(start, end))) applySchedule({}, input, timezone);
};

/** Whether the days of two wall clock times are in the wrong order. The day of an instant depends on the zone. */
function isEndBeforeStartDay(start: ParsedDateTime, end: ParsedDateTime): boolean {
  if (start.kind !== 'local' || end.kind !== 'local') return false;
  return end.local.slice(0, 10) < start.local.slice(0, 10);
}

function findBoundErrors(first: ScheduleBound, last: ScheduleBound): FieldErrors {
  const outOfRange = Object.entries({ start_date: first, end_date: last }).filter(
    ([, { epochSeconds }]) => !isSupportedInstant(epochSeconds),
  );
  if (outOfRange.length > 0)
    return Object.fromEntries(outOfRange.map(([name]) => [name, { key: 'validation.date_time' }]));
  if (last.epochSeconds >= first.epochSeconds) return {};
  const [start, end] = [first, last].map(({ local, epochSeconds }) => formatWithOffset(local, epochSeconds));
  return { end_date: { key: 'validation.end_before_start', args: { start, end } } };
}

function timedBounds(event: Partial<ScheduleColumns>, input: ScheduleInput, zone: string): Bounds {
  const isSameZone = zone === event.timezone;
  const first = resolveBound(input.start_date, storedBound(event.startsAt, event.startLocal), zone, isSameZone);
  const { end_date: end } = input;
  const last =
    end?.kind === 'local' && end.dateOnly
      ? { ...endOfDayBound(end.local, zone), nominal: endOfDay(end.local) }
      : resolveBound(end, storedBound(event.endsAt, event.endLocal), zone, isSameZone);
  return [first, keepEndAfterStart(first, last, zone)];
}

/** Moves the end if a gap moved the start to or behind it. An end that was sent as an instant stays. */
function keepEndAfterStart(first: ScheduleBound, last: ScheduleBound, zone: string): ScheduleBound {
  if (first.epochSeconds < last.epochSeconds) return last;
  if (!first.nominal || !last.nominal || first.nominal >= last.nominal) return last;
  return boundFromEpoch(last.epochSeconds + secondsBetween(first.nominal, first.local), zone);
}

/**
 * From the first moment of the first day to the last second of the last day. A wall clock time in a gap before midnight
 * (America/Scoresbysund, 28 March 2026, 23:30) belongs to its day. A day that a zone skipped (Pacific/Apia, 30 December
 * 2011) counts as the next one.
 */
function allDayBounds(event: Partial<ScheduleColumns>, input: ScheduleInput, zone: string): Bounds {
  const firstDay = localTimeToStore(input.start_date, event.startLocal, zone);
  const lastDay = localTimeToStore(input.end_date, event.endLocal, zone);
  return [boundFromEpoch(startOfDayEpoch(firstDay, zone), zone), endOfDayBound(lastDay, zone)];
}

/** The last second of a day, or of the next one if the zone skipped the day. */
const endOfDayBound = (day: LocalDateTime, zone: string): ScheduleBound =>
  boundFromEpoch(endOfDayEpoch(epochToLocal(startOfDayEpoch(day, zone), zone), zone), zone);

/**
 * A wall clock time equal to the stored one keeps its instant, because in the hour that occurs twice it has two. A
 * stored instant that has another wall clock time in the runtime was computed by former rules of the zone, and is
 * replaced.
 */
function resolveBound(
  input: ParsedDateTime | undefined,
  stored: ScheduleBound | undefined,
  zone: string,
  isSameZone: boolean,
): ScheduleBound {
  if (input?.kind === 'instant') return boundFromEpoch(input.epochSeconds, zone);
  const isSameTime = stored && isSameZone && (input === undefined || input.local === stored.local);
  if (isSameTime && epochToLocal(stored.epochSeconds, zone) === stored.local)
    return { ...stored, nominal: stored.local };
  const nominal = localTimeToStore(input, stored?.local, zone);
  return { ...boundFromEpoch(localToEpoch(nominal, zone), zone), nominal };
}

/** The wall clock time that was sent or is stored. It may be in a gap of the zone. */
function localTimeToStore(
  input: ParsedDateTime | undefined,
  stored: LocalDateTime | undefined,
  zone: string,
): LocalDateTime {
  if (input?.kind === 'instant') return epochToLocal(input.epochSeconds, zone);
  const local = input?.local ?? stored;
  if (local === undefined) throw new Error('Start or end of an event is missing');
  return local;
}

function storedBound(instant: Date | undefined, local: LocalDateTime | undefined): ScheduleBound | undefined {
  return instant && local !== undefined ? { epochSeconds: instant.getTime() / 1000, local } : undefined;
}

const boundFromEpoch = (epochSeconds: number, zone: string): ScheduleBound => ({
  epochSeconds,
  local: epochToLocal(epochSeconds, zone),
});
