import { Temporal } from 'temporal-polyfill';

type CalendarDate = Temporal.PlainDate;

/** Time zone of the town. It decides which day is today, and is the zone of events without a `timezone`. */
export const DEMO_TIME_ZONE = 'Europe/Madrid';

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** A day that recurs every year. */
type AnnualRule =
  /** A date, `MM-DD`, such as `12-25`. Not 29 February. */
  | { readonly annual: string }
  /** The first such weekday on or after a date, `MM-DD`. */
  | { readonly weekday: Weekday; readonly onOrAfter: string }
  /** Days after Easter Sunday; negative before. */
  | { readonly easter: number };

/** The first day of an event, relative to the day of loading. */
type DayRule =
  /** Days after today; negative before. */
  | { readonly inDays: number }
  /** The n-th such weekday after today. Public holidays are skipped. */
  | { readonly weekday: Weekday; readonly week: number }
  /** The next occurrence, today included. With `ongoing`, the current occurrence as long as its last day is not over. */
  | (AnnualRule & { readonly ongoing?: true })
  /** Day of the parent event, counted from 1. */
  | { readonly dayOfParent: number };

/**
 * Dates of an event. `days` is its length (default 1). Without times it lasts whole days. `from` is a time `HH:MM` of
 * the first day, `to` one of the last day, or of the day after if a one-day event would end before it begins.
 */
export type DemoSchedule =
  | (DayRule & { readonly days?: number; readonly from?: string; readonly to?: string })
  /** From the start of the current hour, for this many hours. */
  | { readonly hoursFromNow: number };

const SECONDS_PER_HOUR = 3600;
/** Public holidays, some of their eves, and the days of the town festival, `MM-DD`. */
const WINTER_HOLIDAYS = ['11-01', '12-06', '12-08', '12-24', '12-25', '12-26', '12-31', '01-01', '01-05', '01-06'];
const SUMMER_HOLIDAYS = ['05-01', '06-23', '06-24', '08-13', '08-14', '08-15', '08-16', '09-11', '10-12'];
const FIXED_DATE_HOLIDAYS: ReadonlySet<string> = new Set([...WINTER_HOLIDAYS, ...SUMMER_HOLIDAYS]);
const GOOD_FRIDAY_OFFSET = -2;
const EASTER_MONDAY_OFFSET = 1;

/**
 * Translates a schedule into parameters of `POST /events`.
 * @param now epoch seconds
 * @param parent schedule of the parent event, for `dayOfParent`
 * @example scheduleFields({ inDays: 1, from: '22:00', to: '01:00' }, now)
 * // { start_date: '2026-03-02 22:00', end_date: '2026-03-03 01:00', timezone: 'Europe/Madrid', all_day: false }
 */
export function scheduleFields(schedule: DemoSchedule, now: number, parent?: DemoSchedule) {
  if ('hoursFromNow' in schedule) {
    const start = now - (now % SECONDS_PER_HOUR);
    const end = start + schedule.hoursFromNow * SECONDS_PER_HOUR;
    return { start_date: String(start), end_date: String(end), timezone: DEMO_TIME_ZONE, all_day: false };
  }
  const { days = 1, from, to } = schedule;
  const today = Temporal.Instant.fromEpochMilliseconds(now * 1000)
    .toZonedDateTimeISO(DEMO_TIME_ZONE)
    .toPlainDate();
  const start = resolveFirstDay(schedule, today, parent);
  const last = start.add({ days: days - 1 });
  if (from === undefined || to === undefined) {
    return { start_date: start.toString(), end_date: last.toString(), timezone: DEMO_TIME_ZONE, all_day: true };
  }
  const end = days === 1 && to < from ? last.add({ days: 1 }) : last;
  return {
    start_date: `${start.toString()} ${from}`,
    end_date: `${end.toString()} ${to}`,
    timezone: DEMO_TIME_ZONE,
    all_day: false,
  };
}

function resolveFirstDay(
  rule: Exclude<DemoSchedule, { hoursFromNow: number }>,
  today: CalendarDate,
  parent?: DemoSchedule,
): CalendarDate {
  if ('inDays' in rule) return today.add({ days: rule.inDays });
  if ('week' in rule) return nthUpcomingWeekday(rule.week, rule.weekday, today);
  if ('dayOfParent' in rule) {
    if (!parent || 'hoursFromNow' in parent)
      throw new Error('dayOfParent requires a parent event that begins on a day');
    return resolveFirstDay(parent, today).add({ days: rule.dayOfParent - 1 });
  }
  return nextOccurrence(rule, rule.ongoing ? today.subtract({ days: (rule.days ?? 1) - 1 }) : today);
}

function nthUpcomingWeekday(count: number, weekday: Weekday, today: CalendarDate): CalendarDate {
  let day = weekdayOnOrAfter(weekday, today.add({ days: 1 }));
  let left = count;
  while (isHoliday(day) || --left > 0) day = day.add({ weeks: 1 });
  return day;
}

function nextOccurrence(rule: AnnualRule, earliest: CalendarDate): CalendarDate {
  // The first Sunday on or after a date at the end of December may be in the following year.
  let year = earliest.year - 1;
  while (Temporal.PlainDate.compare(occurrenceInYear(rule, year), earliest) < 0) year += 1;
  return occurrenceInYear(rule, year);
}

function occurrenceInYear(rule: AnnualRule, year: number): CalendarDate {
  if ('easter' in rule) return easterSunday(year).add({ days: rule.easter });
  if ('annual' in rule) return Temporal.PlainDate.from(`${year}-${rule.annual}`);
  return weekdayOnOrAfter(rule.weekday, Temporal.PlainDate.from(`${year}-${rule.onOrAfter}`));
}

function weekdayOnOrAfter(weekday: Weekday, earliest: CalendarDate): CalendarDate {
  return earliest.add({ days: (WEEKDAYS.indexOf(weekday) + 1 - earliest.dayOfWeek + 7) % 7 });
}

function isHoliday(day: CalendarDate): boolean {
  const { days } = easterSunday(day.year).until(day);
  return (
    (days >= GOOD_FRIDAY_OFFSET && days <= EASTER_MONDAY_OFFSET) || FIXED_DATE_HOLIDAYS.has(day.toString().slice(5))
  );
}

/** Easter Sunday of the Gregorian calendar (Meeus/Jones/Butcher; J. Meeus, "Astronomical Algorithms", chapter 8). */
export function easterSunday(year: number): CalendarDate {
  const [goldenNumber, century, yearOfCentury] = [year % 19, Math.floor(year / 100), year % 100];
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * goldenNumber + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((goldenNumber + 11 * epact + 22 * weekday) / 451);
  return Temporal.PlainDate.from({ year, month: 3, day: 22 }).add({ days: epact + weekday - 7 * late });
}
