import { LRUCache } from 'lru-cache';
import type { EventView } from '../events/dto/event.view.js';
import type { Language } from '../kernel/language/languages.js';
import { addDaysToDate, epochToLocal, type LocalDateTime } from '../kernel/time/local-time.js';

const DAY_MS = 86_400_000;

/** Locales of dates. English dates are international: `1 March 2027, 18:00`. */
const LOCALES: Readonly<Record<Language, string>> = { ca: 'ca', en: 'en-GB', es: 'es' };

const STYLES = {
  /** `Saturday 28 November` */
  weekdayAndDay: { weekday: 'long', day: 'numeric', month: 'long' },
  /** `Saturday 28 November 2026` */
  fullDay: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** `28 November 2026` */
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  /** `28 Nov` */
  shortDay: { day: 'numeric', month: 'short' },
  /** `November 2026` */
  month: { month: 'long', year: 'numeric' },
  /** `Nov` */
  shortMonth: { month: 'short' },
  /** `Monday` */
  weekday: { weekday: 'long' },
  /** `Mon` */
  shortWeekday: { weekday: 'short' },
  /** `18:00` */
  time: { hour: '2-digit', minute: '2-digit', hour12: false },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type DateStyle = keyof typeof STYLES;

/** Formats by language and style. They read wall-clock times as UTC, so that no zone needs a format of its own. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A day or wall-clock time in words. @param local such as `2027-03-01` or `2027-03-01 18:00:00` */
export const formatDate = (language: Language, style: DateStyle, local: LocalDateTime): string =>
  formatOf(language, style).format(wallClock(local));

/** The parts of a day in words, such as its weekday and the number. Joined, they are the text of {@link formatDate}. */
export const formatDateParts = (
  language: Language,
  style: DateStyle,
  local: LocalDateTime,
): Intl.DateTimeFormatPart[] => formatOf(language, style).formatToParts(wallClock(local));

/** Two days in words. What both have in common is written once: `28–30 November 2026`. */
export const formatDays = (language: Language, from: LocalDateTime, to: LocalDateTime): string =>
  daysCache.memo(`${language} ${dayOf(from)} ${dayOf(to)}`);

/** Texts of pairs of days. A month names an event in each of its cells, and `formatRange` takes longer than the rest of the cell. */
const daysCache = new LRUCache<string, string>({
  max: 10_000,
  memoMethod: (key) => {
    const [language, from, to] = key.split(' ') as [Language, string, string];
    const days = formatOf(language, 'day').formatRange(wallClock(from), wallClock(to));
    // Between two numbers, a dash has no spaces. Intl writes thin ones.
    return from.slice(0, 7) === to.slice(0, 7) ? days.replace(/\s–\s/, '–') : days;
  },
});

/** A number with the separators of a language: `1,234`. */
export const formatNumber = (language: Language, value: number): string => value.toLocaleString(LOCALES[language]);

/** The day of a wall-clock time: `2027-03-01`. */
export const dayOf = (local: LocalDateTime): string => local.slice(0, 10);

/** The last day of an event. An event until midnight does not reach the next one. */
export function lastDayOf({ start_date, end_date }: Pick<EventView, 'start_date' | 'end_date'>): string {
  const isUntilMidnight = end_date.endsWith(' 00:00:00') && end_date > start_date;
  return dayOf((isUntilMidnight && addDaysToDate(end_date, -1)) || end_date);
}

/** The day on which an event starts in a zone. An all-day event has the same days everywhere. */
export const startDayIn = (zone: string, { all_day, start_date, starts_at, timezone }: EventView): string =>
  dayOf(all_day || timezone === zone ? start_date : epochToLocal(Date.parse(starts_at) / 1000, zone));

/** Whether the end of an event needs a date. A concert until 2 in the night does not. */
export function needsEndDay(event: EventView): boolean {
  if (dayOf(event.start_date) === lastDayOf(event)) return false;
  return event.all_day || Date.parse(event.ends_at) - Date.parse(event.starts_at) >= DAY_MS;
}

const wallClock = (local: LocalDateTime): number =>
  Date.parse(local.length === 10 ? `${local}T00:00:00Z` : `${local.replace(' ', 'T')}Z`);

function formatOf(language: Language, style: DateStyle): Intl.DateTimeFormat {
  const key = `${language} ${style}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(LOCALES[language], { ...STYLES[style], timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}
