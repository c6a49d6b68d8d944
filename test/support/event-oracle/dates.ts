import { DATE_FILTERS, type DateFilter, type EventQuery, type DateValue } from './queries.js';
import type { DatasetEvent } from './dataset.js';
import { wallSeconds, wallClock, type ZoneOracle } from '../zone-oracle.js';

/** The present, in epoch seconds, and the zone of the service. */
export interface ReferenceTime {
  readonly now: number;
  readonly zone: ZoneOracle;
}

const RELATIVE: readonly DateFilter[] = ['starts_before', 'starts_after', 'ends_before', 'ends_after'];
const DAY = 86_400;

type DateBounds = Partial<Record<DateFilter, number>>;

/** 7.2 to 7.5: whether events lie within the dates of a query, or within the window that stands where there are none. */
export function dateFilter(query: EventQuery, moments: ReferenceTime): (event: DatasetEvent) => boolean {
  const limits = Object.entries(dateBounds(query, moments)) as [DateFilter, number][];
  return (event) => limits.every(([name, limit]) => BOUND_CHECKS[name](event, limit));
}

const BOUND_CHECKS: Readonly<Record<DateFilter, (event: DatasetEvent, limit: number) => boolean>> = {
  start_date: ({ startsAt }, limit) => startsAt >= limit,
  end_date: ({ endsAt }, limit) => endsAt <= limit,
  starts_before: ({ startsAt }, limit) => startsAt < limit,
  starts_after: ({ startsAt }, limit) => startsAt > limit,
  ends_before: ({ endsAt }, limit) => endsAt < limit,
  ends_after: ({ endsAt }, limit) => endsAt > limit,
};

/** The instants that bound a list. */
export function dateBounds(query: EventQuery, moments: ReferenceTime): DateBounds {
  const given = Object.fromEntries(
    DATE_FILTERS.flatMap((name) => {
      const said = query.dates[name];
      return said ? [[name, dateBound(name, said.means, query.strict_dates?.means === true, moments)]] : [];
    }),
  ) as DateBounds;
  return RELATIVE.some((name) => name in given) ? given : { ...defaultDateBounds(query, moments), ...given };
}

/** 7.2: from today on, for 24 months, which are counted from a `start_date` where that is later. */
function defaultDateBounds({ dates }: EventQuery, moments: ReferenceTime): DateBounds {
  const today = dayOf(moments.now, moments.zone);
  const given = dates.start_date && dayOf(instantOf(dates.start_date.means, moments), moments.zone);
  const from = given !== undefined && given > today ? given : today;
  return { start_date: startOfDay(today, moments.zone), end_date: endOfDay(monthsLater(from, 24), moments.zone) };
}

/** 7.4: days are whole, unless dates are strict; the present is exact. */
function dateBound(name: DateFilter, means: DateValue, strict: boolean, moments: ReferenceTime): number {
  const instant = instantOf(means, moments);
  if (strict || means.kind === 'now') return instant;
  const day = dayOf(instant, moments.zone);
  return name === 'start_date' ? startOfDay(day, moments.zone) : endOfDay(day, moments.zone);
}

/** 2.4: the instant that is meant. What is relative to the present, but `now`, is a day without a time. */
export function instantOf(means: DateValue, { now, zone }: ReferenceTime): number {
  if (means.kind === 'now') return now;
  if (means.kind === 'instant') return means.epoch;
  if (means.kind === 'wall') return zone.epoch(means.local);
  const today = dayOf(now, zone);
  const { count, unit } = means;
  return startOfDay(
    unit === 'month' ? monthsLater(today, count) : daysLater(today, unit === 'week' ? count * 7 : count),
    zone,
  );
}

/** The day that a zone's calendar shows, `YYYY-MM-DD`. */
export const dayOf = (epoch: number, zone: ZoneOracle): string => zone.local(epoch).slice(0, 10);

/** The first moment of a day: 00:00:00, or what the clock shows instead where it skips that. */
export const startOfDay = (day: string, zone: ZoneOracle): number => zone.epoch(`${day} 00:00:00`);

/** The last second of a day: 23:59:59, of two the later, so that the day is whole. */
export const endOfDay = (day: string, zone: ZoneOracle): number =>
  zone.instants(`${day} 23:59:59`).at(-1) ?? zone.epoch(`${day} 23:59:59`);

export const daysLater = (day: string, count: number): string =>
  wallClock(wallSeconds(`${day} 00:00:00`) + count * DAY).slice(0, 10);

/** Some months later: the same day of the month, or the last where the month is too short. */
export function monthsLater(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const length = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, length))).toISOString().slice(0, 10);
}
