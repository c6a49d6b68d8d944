/** A day that occurs once a year: a date, or the first weekday (0 is Sunday) on or after a date. Months count from 1. */
export interface AnnualDate {
  readonly month: number;
  readonly day: number;
  readonly weekday?: number;
}

const DAYS_PER_WEEK = 7;
const FEBRUARY = 2;
const MS_PER_DAY = 86_400_000;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** A recurrence rule and the month in which its days are. */
export interface MonthlyRule {
  readonly month: number;
  readonly rule: string;
}

/** The date in a year, as the start of that day in UTC: milliseconds since 1970. */
export function dateInYear({ month, day, weekday }: AnnualDate, year: number): number {
  const date = Date.UTC(year, month - 1, day);
  const days = weekday === undefined ? 0 : (weekday - new Date(date).getUTCDay() + DAYS_PER_WEEK) % DAYS_PER_WEEK;
  return date + days * MS_PER_DAY;
}

/** All annual dates that fall on a day, in order of preference: weekdays with a short rule first, the fixed date last. */
export function annualDatesOf(dateMs: number): AnnualDate[] {
  const weekday = new Date(dateMs).getUTCDay();
  const weekdays = Array.from({ length: DAYS_PER_WEEK }, (_each, days) => ({
    ...monthAndDay(dateMs - days * MS_PER_DAY),
    weekday,
  }));
  const isShort = (date: AnnualDate) => isLastOfMonth(date) || date.day % DAYS_PER_WEEK === 1;
  return [
    ...weekdays.filter(isLastOfMonth),
    ...weekdays.filter((date) => isShort(date) && !isLastOfMonth(date)),
    ...weekdays.filter((date) => !isShort(date)),
    monthAndDay(dateMs),
  ];
}

const monthAndDay = (dateMs: number): AnnualDate => {
  const date = new Date(dateMs);
  return { month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};

export const isSameAnnualDate = (one: AnnualDate, other: AnnualDate): boolean =>
  one.month === other.month && one.day === other.day && one.weekday === other.weekday;

/**
 * Recurrence rules of an annual date. Seven days that belong to two months need a rule for each.
 * @see https://www.rfc-editor.org/rfc/rfc5545#section-3.3.10
 */
export function recurrenceRules(date: AnnualDate): MonthlyRule[] {
  const { month, day, weekday } = date;
  const name = weekday === undefined ? undefined : WEEKDAYS[weekday];
  if (name === undefined) return [yearlyRule(month, `BYMONTHDAY=${day}`)];
  if (isLastOfMonth(date)) return [yearlyRule(month, `BYDAY=-1${name}`)];
  if (day % DAYS_PER_WEEK === 1 && day < 28) return [yearlyRule(month, `BYDAY=${(day + 6) / DAYS_PER_WEEK}${name}`)];
  const days = Array.from({ length: DAYS_PER_WEEK }, (_each, index) => day + index);
  const length = daysInMonth(month);
  const inMonth = days.filter((each) => each <= length);
  const inNextMonth = days.filter((each) => each > length).map((each) => each - length);
  return [
    yearlyRule(month, `BYMONTHDAY=${inMonth.join(',')};BYDAY=${name}`),
    ...(inNextMonth.length > 0
      ? [yearlyRule((month % 12) + 1, `BYMONTHDAY=${inNextMonth.join(',')};BYDAY=${name}`)]
      : []),
  ];
}

const yearlyRule = (month: number, days: string): MonthlyRule => ({
  month,
  rule: `FREQ=YEARLY;BYMONTH=${month};${days}`,
});

/** The last weekday of February is no annual date, because its first day depends on the year. */
const isLastOfMonth = ({ month, day, weekday }: AnnualDate): boolean =>
  weekday !== undefined && month !== FEBRUARY && day === daysInMonth(month) - DAYS_PER_WEEK + 1;

const daysInMonth = (month: number): number => new Date(Date.UTC(2001, month, 0)).getUTCDate();
