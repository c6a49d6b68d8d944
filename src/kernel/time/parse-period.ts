import { Temporal } from 'temporal-polyfill';
import { parseDateTime } from './parse-date-time.js';
import { parseRelativeDateTime, type ReferenceTime } from './parse-relative-date-time.js';

/** A period of whole days, both included: dates `YYYY-MM-DD`. `relative`: the same input has another meaning tomorrow. */
export interface Period {
  readonly first: string;
  readonly last: string;
  readonly relative: boolean;
}

const MONTH_PATTERN = /^\d{4}-(0[1-9]|1[0-2])$/;
const WEEK_PATTERN = /^(\d{4})-w(\d\d)$/i;
const MAX_DATE = '9999-12-31';

/**
 * Parses a period: a day (`2027-05-09`, `20270509`, `today`, `+2 weeks`), an ISO 8601 week (`2027-W19`), a month (`2027-05`), or two of
 * these with a slash between them: from the first day of the first to the last day of the second.
 * @returns `undefined` for anything else. `first` is after `last` if the two are reversed
 */
export function parsePeriod(text: string, reference: ReferenceTime): Period | undefined {
  const [from, to, ...others] = text.split('/').map((part) => parseDays(part.trim(), reference));
  if (!from || others.length > 0) return undefined;
  if (!text.includes('/')) return from;
  return to && { first: from.first, last: to.last, relative: from.relative || to.relative };
}

function parseDays(text: string, reference: ReferenceTime): Period | undefined {
  if (MONTH_PATTERN.test(text)) return parseMonth(text);
  const [week, year, number] = WEEK_PATTERN.exec(text) ?? [];
  if (week !== undefined) return parseWeek(Number(year), Number(number));
  const absolute = parseDateTime(text);
  const date = absolute ?? parseRelativeDateTime(text, reference);
  if (date?.kind !== 'local' || !date.dateOnly) return undefined;
  const day = date.local.slice(0, 10);
  return { first: day, last: day, relative: !absolute };
}

function parseMonth(month: string): Period | undefined {
  const { daysInMonth, year } = Temporal.PlainYearMonth.from(month);
  return year === 0 ? undefined : { first: `${month}-01`, last: `${month}-${daysInMonth}`, relative: false };
}

/** The first week of a year contains 4 January. The last one of the year 9999 ends with the year. */
function parseWeek(year: number, week: number): Period | undefined {
  if (year === 0) return undefined;
  const fourth = Temporal.PlainDate.from({ year, month: 1, day: 4 });
  const monday = fourth.add({ days: 1 - fourth.dayOfWeek + 7 * (week - 1) });
  if (monday.yearOfWeek !== year || monday.weekOfYear !== week) return undefined;
  const sunday = monday.add({ days: 6 });
  return { first: monday.toString(), last: sunday.year > 9999 ? MAX_DATE : sunday.toString(), relative: false };
}

/** The ISO 8601 week of a date: `2027-W10`. */
export function weekOf(date: string): string {
  const { yearOfWeek, weekOfYear } = Temporal.PlainDate.from(date);
  return `${String(yearOfWeek).padStart(4, '0')}-W${String(weekOfYear).padStart(2, '0')}`;
}

/** Whole weeks that contain a period, from Monday. Days beyond the years 0001 to 9999 are left out. */
export function wholeWeeksOf({ first, last }: Pick<Period, 'first' | 'last'>): Pick<Period, 'first' | 'last'> {
  const [start, end] = [Temporal.PlainDate.from(first), Temporal.PlainDate.from(last)];
  const sunday = end.add({ days: 7 - end.dayOfWeek });
  return {
    // 0001-01-01 is a Monday.
    first: start.subtract({ days: start.dayOfWeek - 1 }).toString(),
    last: sunday.year > 9999 ? MAX_DATE : sunday.toString(),
  };
}
