import { LRUCache } from 'lru-cache';
import { clockChanges, LAST_YEAR_OF_CLOCK_CHANGES, type ClockChange } from '../../kernel/time/clock-changes.js';
import { annualDatesOf, dateInYear, isSameAnnualDate, type AnnualDate } from './annual-date.js';

/**
 * A clock change that occurs in each year of a period, on the same annual date, at the same time and with the same offsets. A change without
 * a yearly rule has a period of one year. `lastYear` is infinite if the rule has no end. Times and offsets are in seconds.
 */
export interface Observance {
  readonly offsetFrom: number;
  readonly offsetTo: number;
  readonly isDaylight: boolean;
  readonly date: AnnualDate;
  readonly timeOfDay: number;
  readonly firstYear: number;
  readonly lastYear: number;
}

/** An observance while its period is determined. `dates` fit all its years so far. */
interface OpenObservance extends Omit<Observance, 'date' | 'lastYear'> {
  dates: readonly AnnualDate[];
  lastYear: number;
}

const SECONDS_PER_DAY = 86_400;
const MAX_DAYLIGHT_SECONDS = 366 * SECONDS_PER_DAY;

/** All clock changes of a zone as observances, the earliest first. Results are cached per zone. */
export const observancesOf = (zone: string): readonly Observance[] => observancesByZone.memo(zone);

const observancesByZone = new LRUCache<string, readonly Observance[]>({ max: 1000, memoMethod: findObservances });

function findObservances(zone: string): readonly Observance[] {
  const { changes } = clockChanges(zone);
  const observances: OpenObservance[] = [];
  for (const [index, change] of changes.entries()) {
    const next = toObservance(change, changes[index + 1]);
    const open = observances.find((each) => canContinue(each, next));
    if (open) {
      open.dates = commonDates(open, next);
      open.lastYear = next.lastYear;
    } else observances.push(next);
  }
  return observances.map(({ dates, lastYear, ...others }) => ({
    ...others,
    date: dates[0] as AnnualDate,
    lastYear: lastYear === LAST_YEAR_OF_CLOCK_CHANGES ? Infinity : lastYear,
  }));
}

function toObservance(change: ClockChange, next: ClockChange | undefined): OpenObservance {
  const { at, offsetBefore, offsetAfter } = change;
  const wall = at + offsetBefore;
  const timeOfDay = ((wall % SECONDS_PER_DAY) + SECONDS_PER_DAY) % SECONDS_PER_DAY;
  const dateMs = (wall - timeOfDay) * 1000;
  const year = new Date(dateMs).getUTCFullYear();
  return {
    offsetFrom: offsetBefore,
    offsetTo: offsetAfter,
    isDaylight: isDaylight(change, next),
    dates: annualDatesOf(dateMs),
    timeOfDay,
    firstYear: year,
    lastYear: year,
  };
}

/**
 * Whether a clock change begins daylight saving time, which Intl does not report: clocks go forward, and back again
 * within a year. Clocks that go forward in the last known year follow a yearly rule, so they go back too.
 */
function isDaylight({ at, offsetBefore, offsetAfter }: ClockChange, next: ClockChange | undefined): boolean {
  if (offsetAfter < offsetBefore) return false;
  if (!next) return new Date(at * 1000).getUTCFullYear() === LAST_YEAR_OF_CLOCK_CHANGES;
  return next.offsetAfter < next.offsetBefore && next.at - at <= MAX_DAYLIGHT_SECONDS;
}

const canContinue = (open: OpenObservance, next: OpenObservance): boolean =>
  open.lastYear === next.firstYear - 1 &&
  open.offsetFrom === next.offsetFrom &&
  open.offsetTo === next.offsetTo &&
  open.isDaylight === next.isDaylight &&
  open.timeOfDay === next.timeOfDay &&
  commonDates(open, next).length > 0;

const commonDates = (open: OpenObservance, next: OpenObservance): AnnualDate[] =>
  open.dates.filter((date) => next.dates.some((other) => isSameAnnualDate(date, other)));

/** Wall-clock time at which clocks change in a year, in seconds since 1970. */
export const onsetWallTime = ({ date, timeOfDay }: Observance, year: number): number =>
  dateInYear(date, year) / 1000 + timeOfDay;

/** The instant at which clocks change in a year, in epoch seconds. */
export const onsetInstant = (observance: Observance, year: number): number =>
  onsetWallTime(observance, year) - observance.offsetFrom;
