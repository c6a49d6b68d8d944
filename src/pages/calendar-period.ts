import { ApiError } from '../kernel/errors/api-error.js';
import type { Language } from '../kernel/language/languages.js';
import { addDaysToDate } from '../kernel/time/local-time.js';
import { parsePeriod, weekOf } from '../kernel/time/parse-period.js';
import { dayOf, formatDate, formatDays } from './dates.js';
import type { PageContext } from './page-context.js';
import type { PeriodView } from './page-urls.js';

/** The period of a calendar view. */
export interface CalendarPeriod {
  readonly view: PeriodView;
  /** As in the URL: `2027-03`, `2027-W10`, `2027-03-08`. */
  readonly name: string;
  /** First and last day. */
  readonly first: string;
  readonly last: string;
}

const PATTERNS = { month: /^\d{4}-\d\d$/, week: /^\d{4}-W\d\d$/, day: /^\d{4}-\d\d-\d\d$/ } as const;

/**
 * The period of a calendar view. Not given: the current one.
 * @throws {ApiError} `no_route` if it does not exist, or is outside the years 0001 to 9999
 */
export function calendarPeriod(view: PeriodView, name: string | undefined, today: string): CalendarPeriod {
  const period = name === undefined ? periodAround(view, today) : periodNamed(view, name);
  if (!period) throw new ApiError('no_route');
  return period;
}

/** The period of a view that contains a day. */
export const periodAround = (view: PeriodView, day: string): CalendarPeriod | undefined =>
  periodNamed(view, { month: day.slice(0, 7), week: weekOf(day), day }[view]);

/** The period before or after another one. */
export function adjacentPeriod({ view, first, last }: CalendarPeriod, step: -1 | 1): CalendarPeriod | undefined {
  const day = addDaysToDate(step < 0 ? first : last, step);
  return day === undefined ? undefined : periodAround(view, dayOf(day));
}

/** The same month of another year. */
export const monthOfYear = ({ name }: CalendarPeriod, step: -1 | 1): CalendarPeriod | undefined =>
  periodNamed('month', `${String(Number(name.slice(0, 4)) + step).padStart(4, '0')}${name.slice(4)}`);

function periodNamed(view: PeriodView, name: string): CalendarPeriod | undefined {
  const period = PATTERNS[view].test(name) ? parsePeriod(name, { nowMs: 0, zone: 'UTC' }) : undefined;
  return period && { view, name, first: period.first, last: period.last };
}

/** A period in words, as a heading: `March 2027`, `Week 10, 8–14 March 2027`, `Monday 8 March 2027`. */
export function periodTitle({ language, text }: PageContext, { view, name, first, last }: CalendarPeriod): string {
  if (view === 'week') return text('week_title', { week: weekNumber(name), days: formatDays(language, first, last) });
  return capitalized(language, formatDate(language, view === 'month' ? 'month' : 'fullDay', first));
}

/** A period in a link: without what it has in common with the current one. */
export function periodLabel({ language, text }: PageContext, { view, name, first }: CalendarPeriod): string {
  if (view === 'week') return text('week', { week: weekNumber(name) });
  return capitalized(language, formatDate(language, view === 'month' ? 'month' : 'weekdayAndDay', first));
}

const weekNumber = (name: string): number => Number(name.slice(-2));

const capitalized = (language: Language, title: string): string =>
  title.charAt(0).toLocaleUpperCase(language) + title.slice(1);
