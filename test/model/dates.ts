import { Temporal } from 'temporal-polyfill';
import type { Query } from './requests.js';
import type { EventRecord } from './records.js';

export const DATE_FILTERS = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const;
export type DateFilter = (typeof DATE_FILTERS)[number];

/** The meaning of a date filter. `local` is wall-clock time in `TIMEZONE`. */
export type DateValue =
  | { readonly kind: 'now' }
  | { readonly kind: 'shift'; readonly count: number; readonly unit: 'days' | 'weeks' | 'months' }
  | { readonly kind: 'local'; readonly local: string }
  | { readonly kind: 'instant'; readonly epoch: number };

/** The days of a period: calendar days, or a relative day. */
export type PeriodDays =
  | { readonly kind: 'days'; readonly first: string; readonly last: string }
  | Extract<DateValue, { kind: 'shift' }>;
/** From the first day of `from` to the last day of `to`. */
export interface PeriodValue {
  readonly from: PeriodDays;
  readonly to: PeriodDays;
}

/** The present in epoch seconds, and the zone of the service. */
export interface ReferenceTime {
  readonly now: number;
  readonly zone: string;
}

/** The date and time in a zone at an instant. */
export const zonedTime = (epoch: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO(zone);

/** Wall-clock time at an instant: `YYYY-MM-DD HH:MM:SS`. */
export const localTime = (epoch: number, zone = 'UTC'): string =>
  zonedTime(epoch, zone).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');

/** The instant of a wall-clock time: the earlier one in an overlap, moved forward in a gap (6.3). */
export const instantOfLocal = (
  local: string,
  zone = 'UTC',
  disambiguation: 'compatible' | 'later' = 'compatible',
): number => Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation }).epochMilliseconds / 1000;

export const dayOf = (epoch: number, zone: string): string => localTime(epoch, zone).slice(0, 10);
export const startOfDay = (day: string, zone: string): number => instantOfLocal(`${day} 00:00:00`, zone);
/** In an overlap the later instant, so that the day is whole. */
export const endOfDay = (day: string, zone: string): number => instantOfLocal(`${day} 23:59:59`, zone, 'later');
export const addToDay = (day: string, duration: Temporal.DurationLike): string =>
  Temporal.PlainDate.from(day).add(duration).toString();

/** The instant of a date (2.4). A relative date other than `now` is the start of a day. */
function instantOf(value: DateValue, { now, zone }: ReferenceTime): number {
  if (value.kind === 'now') return now;
  if (value.kind === 'instant') return value.epoch;
  if (value.kind === 'local') return instantOfLocal(value.local, zone);
  return startOfDay(addToDay(dayOf(now, zone), { [value.unit]: value.count }), zone);
}

/** The instants that limit a list of events: 7.2 to 7.5, 7.8. */
function dateBounds(query: Query, time: ReferenceTime): Partial<Record<DateFilter, number>> {
  if (query.include) return {};
  const givenBounds = DATE_FILTERS.flatMap((name) => {
    const value = query[name];
    return value ? [[name, boundOf(name, value, query.strict_dates === true, time)] as const] : [];
  });
  // 7.5: every date filter except `start_date` and `end_date` disables the defaults.
  const hasDefaults =
    [...DATE_FILTERS.slice(2), 'during' as const].every((name) => query[name] === undefined) &&
    (query.status ?? []).every((status) => status === 'publish' || status === 'future');
  return { ...(hasDefaults ? defaultBounds(query, time) : {}), ...Object.fromEntries(givenBounds) };
}

/** 7.2: 24 months from today or from a later `start_date`. */
function defaultBounds({ start_date }: Query, time: ReferenceTime): Partial<Record<DateFilter, number>> {
  const today = dayOf(time.now, time.zone);
  const startDay = start_date ? dayOf(instantOf(start_date, time), time.zone) : today;
  const from = startDay > today ? startDay : today;
  return {
    start_date: startOfDay(today, time.zone),
    end_date: endOfDay(addToDay(from, { months: 24 }), time.zone),
  };
}

/** 7.4: days are whole unless dates are strict. `now` is exact. */
function boundOf(name: DateFilter, value: DateValue, isStrict: boolean, time: ReferenceTime): number {
  const instant = instantOf(value, time);
  if (isStrict || value.kind === 'now') return instant;
  const day = dayOf(instant, time.zone);
  return name === 'start_date' ? startOfDay(day, time.zone) : endOfDay(day, time.zone);
}

type Times = Pick<EventRecord, 'startsAt' | 'endsAt'>;

const BOUND_CHECKS: Readonly<Record<DateFilter, (times: Times, bound: number) => boolean>> = {
  start_date: ({ startsAt }, bound) => startsAt >= bound,
  end_date: ({ endsAt }, bound) => endsAt <= bound,
  starts_before: ({ startsAt }, bound) => startsAt < bound,
  starts_after: ({ startsAt }, bound) => startsAt > bound,
  ends_before: ({ endsAt }, bound) => endsAt < bound,
  ends_after: ({ startsAt, endsAt }, bound) => endsAt > bound || (startsAt === bound && endsAt === bound),
};

/** 7.3: all-day events float. */
function floatingTimes({ startsAt, endsAt, allDay, zone }: EventRecord, timezone: string): Times {
  if (!allDay) return { startsAt, endsAt };
  return { startsAt: startOfDay(dayOf(startsAt, zone), timezone), endsAt: endOfDay(dayOf(endsAt, zone), timezone) };
}

/** 7.3: whether an event overlaps a period, which ends when the next day starts. */
function isDuring({ startsAt, endsAt }: Times, { from, to }: PeriodValue, { now, zone }: ReferenceTime): boolean {
  const daysOf = (days: PeriodDays) => {
    if (days.kind === 'days') return days;
    const day = addToDay(dayOf(now, zone), { [days.unit]: days.count });
    return { first: day, last: day };
  };
  const [start, end] = [startOfDay(daysOf(from).first, zone), endOfDay(daysOf(to).last, zone)];
  if (start > end) return false;
  return startsAt === endsAt ? startsAt >= start && startsAt <= end : startsAt <= end && endsAt > start;
}

export function dateCondition(query: Query, time: ReferenceTime): (event: EventRecord) => boolean {
  const bounds = Object.entries(dateBounds(query, time)) as [DateFilter, number][];
  const { during, include } = query;
  return (event) => {
    const times = floatingTimes(event, time.zone);
    return (
      bounds.every(([name, bound]) => BOUND_CHECKS[name](times, bound)) &&
      (include !== undefined || during === undefined || isDuring(times, during, time))
    );
  };
}
