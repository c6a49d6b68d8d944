import { LRUCache } from 'lru-cache';
import type { EventView } from '../events/dto/event.view.js';
import { ApiError } from '../kernel/errors/api-error.js';
import { LANGUAGES, type Language } from '../kernel/language/languages.js';
import { addDaysToDate, epochToLocal, type LocalDateTime } from '../kernel/time/local-time.js';
import { parsePeriod, weekOf, type Period } from '../kernel/time/parse-period.js';
import { wallClock, wallClockFormat } from '../kernel/time/wall-clock-format.js';
import type { PageContext } from './page-context.js';

const DAY_MS = 86_400_000;

/** Locales of dates and numbers, such as `ca-ES`. English dates are British: `1 March 2027, 18:00`. */
export const LOCALES = Object.fromEntries(
  LANGUAGES.map((each) => [each, each === 'en' ? 'en-GB' : `${each}-${new Intl.Locale(each).maximize().region}`]),
) as Readonly<Record<Language, string>>;

const STYLES = {
  /** `Saturday 28 November` */
  weekdayAndDay: { weekday: 'long', day: 'numeric', month: 'long' },
  /** `Saturday, 28 November 2026` */
  fullDay: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** `28 November 2026` */
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  /** `28 Nov` */
  shortDay: { day: 'numeric', month: 'short' },
  /** `28 Nov 2026` */
  shortDayAndYear: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
  time: { hour: '2-digit', minute: '2-digit', hour12: false },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type DateStyle = keyof typeof STYLES;

const formatOf = (language: Language, style: DateStyle): Intl.DateTimeFormat =>
  wallClockFormat(LOCALES[language], STYLES[style]);

/** A day or wall-clock time in words. @param local such as `2027-03-01` or `2027-03-01 18:00:00` */
export const formatDate = (language: Language, style: DateStyle, local: LocalDateTime): string =>
  formatOf(language, style).format(wallClock(local));

/** The parts of a day in words, such as its weekday and the number. Joined, they are the text of {@link formatDate}. */
export const formatDateParts = (language: Language, style: DateStyle, day: string): Intl.DateTimeFormatPart[] =>
  formatOf(language, style).formatToParts(wallClock(day));

/** Two days in words. What both have in common is written once: `28–30 November 2026`. */
export const formatDays = (language: Language, from: LocalDateTime, to: LocalDateTime): string =>
  daysCache.memo(`${language} ${dayOf(from)} ${dayOf(to)}`);

/** Cached, because a month repeats the days of a long event in each cell, and `formatRange` is slow. */
const daysCache = new LRUCache<string, string>({
  max: 10_000,
  memoMethod: (key) => {
    const [language, from, to] = key.split(' ') as [Language, string, string];
    const days = formatOf(language, 'day').formatRange(wallClock(from), wallClock(to));
    // Between two numbers, a dash has no spaces. Intl writes thin ones.
    return from.slice(0, 7) === to.slice(0, 7) ? days.replace(/\s–\s/, '–') : days;
  },
});

/** The day of a wall-clock time: `2027-03-01`. */
export const dayOf = (local: LocalDateTime): string => local.slice(0, 10);

/** The last day of an event. An event that ends at midnight does not include the next day. */
export function lastDayOf({ start_date, end_date }: Pick<EventView, 'start_date' | 'end_date'>): string {
  const isUntilMidnight = end_date.endsWith(' 00:00:00') && end_date > start_date;
  return dayOf((isUntilMidnight && addDaysToDate(end_date, -1)) || end_date);
}

/** The day on which an event starts in a zone. An all-day event has the same days everywhere. */
export const startDayIn = (zone: string, { all_day, start_date, starts_at, timezone }: EventView): string =>
  dayOf(all_day || timezone === zone ? start_date : epochToLocal(Date.parse(starts_at) / 1000, zone));

/** Whether the end of an event needs a date. A concert until 02:00 does not. */
export function needsEndDay(event: EventView): boolean {
  if (dayOf(event.start_date) === lastDayOf(event)) return false;
  return event.all_day || Date.parse(event.ends_at) - Date.parse(event.starts_at) >= DAY_MS;
}

export type PeriodView = 'month' | 'week' | 'day';

export interface CalendarPeriod extends Period {
  readonly view: PeriodView;
  /** As in the URL: `2027-03`, `2027-W10`, `2027-03-08`. */
  readonly name: string;
  /** Path below `PAGES_ROOT`: `/month/2027-03`. */
  readonly path: string;
}

const PERIOD_NAME_PATTERNS = { month: /^\d{4}-\d\d$/, week: /^\d{4}-W\d\d$/, day: /^\d{4}-\d\d-\d\d$/ } as const;

/**
 * The period of a calendar view.
 * @throws {ApiError} `no_route` if it does not exist, or is outside the years 0001 to 9999
 */
export function calendarPeriod(view: PeriodView, name: string): CalendarPeriod {
  const period = PERIOD_NAME_PATTERNS[view].test(name) ? parsePeriod(name, { nowMs: 0, zone: 'UTC' }) : undefined;
  if (!period) throw new ApiError('no_route');
  return { ...period, view, name, path: `/${view}/${name}` };
}

/** The period of a view that contains a day. */
export const periodAround = (view: PeriodView, day: string): CalendarPeriod =>
  calendarPeriod(view, { month: day.slice(0, 7), week: weekOf(day), day }[view]);

/** The period before or after another one. `undefined` beyond the years 0001 to 9999. */
export function adjacentPeriod({ view, first, last }: CalendarPeriod, step: -1 | 1): CalendarPeriod | undefined {
  const day = addDaysToDate(step < 0 ? first : last, step);
  return day === undefined ? undefined : periodAround(view, dayOf(day));
}

/** A period in words, as a heading: `March 2027`, `Week 10, 8–14 March 2027`, `Monday, 8 March 2027`. */
export function periodTitle({ language, text }: PageContext, { view, name, first, last }: CalendarPeriod): string {
  if (view === 'week')
    return text('week_title', { week: Number(name.slice(-2)), days: formatDays(language, first, last) });
  return capitalized(formatDate(language, view === 'month' ? 'month' : 'fullDay', first));
}

/** A period in a link, without the year of weeks and days: `March 2027`, `Week 10`, `Monday 8 March`. */
export function periodLabel({ language, text }: PageContext, { view, name, first }: CalendarPeriod): string {
  if (view === 'week') return text('week', { week: Number(name.slice(-2)) });
  return capitalized(formatDate(language, view === 'month' ? 'month' : 'weekdayAndDay', first));
}

const capitalized = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1);
