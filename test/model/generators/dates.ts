import fc, { type Arbitrary } from 'fast-check';
import { addToDay, dayOf, endOfDay, localTime, startOfDay, zonedTime } from '../dates.js';
import type { DateFilter, DateValue, PeriodDays, ReferenceTime } from '../dates.js';
import type { AnyRecord, ModelState } from '../records.js';
import type { Part } from './parameters.js';

export const HOUR_SECONDS = 3600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Zones of events: far from each other, with odd offsets, with clock changes at midnight or of half an hour. */
export const ZONES = [
  'UTC',
  'Europe/Madrid',
  'America/Los_Angeles',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];

/** Clock changes at midnight, the day that Apia skipped, a leap day, the turn of a century, the beginning of Unix time. */
const HISTORIC_EDGES = [
  '2018-11-04T03:00Z',
  '2018-02-18T02:00Z',
  '2011-12-30T10:00Z',
  '2024-02-29T12:00Z',
  '1999-12-31T23:59Z',
  '1970-01-01T00:00Z',
].map((at) => Date.parse(at) / 1000);

const SHIFTS_SECONDS = [-7200, -3600, -1800, -60, -1, 0, 0, 1, 60, 1800, 3600, 7200];

/** Instants of events and date filters: at edges, around the present, within the default window, and far from it. */
export function instants(present: ReferenceTime): fc.Arbitrary<number> {
  const hour = Math.floor(present.now / HOUR_SECONDS) * HOUR_SECONDS;
  const around = (centerDays: number, maxDays: number, step: number) =>
    fc
      .integer({ min: -Math.floor((maxDays * DAY_SECONDS) / step), max: Math.floor((maxDays * DAY_SECONDS) / step) })
      .map((steps) => hour + centerDays * DAY_SECONDS + steps * step);
  const atEdges = fc
    .tuple(fc.constantFrom(...edges(present)), fc.constantFrom(...SHIFTS_SECONDS))
    .map(([edge, shift]) => edge + shift);
  return fc.oneof(
    { weight: 4, arbitrary: atEdges },
    { weight: 2, arbitrary: around(0, 2, 1800) },
    { weight: 3, arbitrary: around(380, 400, HOUR_SECONDS) },
    { weight: 1, arbitrary: around(0, 4000, HOUR_SECONDS) },
  );
}

/** Instants at which a day, a window, a clock or a year changes. */
function edges({ now, zone }: ReferenceTime): number[] {
  const today = dayOf(now, zone);
  const year = Number(today.slice(0, 4));
  const changes = clockChanges(zone, now - 400 * DAY_SECONDS, now + 800 * DAY_SECONDS);
  const days = [
    ...[-1, 0, 1, 7].map((count) => addToDay(today, { days: count })),
    ...[1, 24, 25].map((count) => addToDay(today, { months: count })),
    `${year}-12-31`,
    `${year + 1}-01-01`,
    '2028-02-28',
    '2028-02-29',
    ...changes.flatMap((change) => [dayOf(change, zone), dayOf(change - DAY_SECONDS, zone)]),
  ];
  return [
    ...Array.from({ length: 8 }, () => now),
    ...days.flatMap((day) => [startOfDay(day, zone), endOfDay(day, zone)]),
    ...changes,
    ...ZONES.slice(1, 10).flatMap((eventZone) =>
      clockChanges(eventZone, now - 200 * DAY_SECONDS, now + 400 * DAY_SECONDS),
    ),
    ...HISTORIC_EDGES,
  ];
}

/** The first instants of each new offset of a zone within a period. */
export function clockChanges(zone: string, from: number, to: number): number[] {
  const changes: number[] = [];
  for (
    let next = zonedTime(from, zone).getTimeZoneTransition('next');
    next;
    next = next.getTimeZoneTransition('next')
  ) {
    const epoch = next.epochMilliseconds / 1000;
    if (epoch > to) break;
    changes.push(epoch);
  }
  return changes;
}

/** Spellings of UTC offsets, and their seconds. A blank is a `+` that the client did not percent-encode. */
const OFFSETS = Object.entries({
  Z: 0,
  '+00:00': 0,
  '+02:00': 7200,
  ' 05:45': 20_700,
  '-0330': -12_600,
  '-08': -28_800,
  '+14:00': 50_400,
});

interface DateSpelling {
  readonly meaning: DateValue;
  readonly text: string;
}
const dateSpelling = (meaning: DateValue, ...texts: string[]): Arbitrary<DateSpelling> =>
  fc.constantFrom(...texts).map((text) => ({ meaning, text }));

const relativeDates: Arbitrary<DateSpelling> = fc.oneof(
  { weight: 4, arbitrary: dateSpelling({ kind: 'now' }, 'now', 'NOW') },
  dateSpelling({ kind: 'shift', count: 0, unit: 'days' }, 'today', 'Today'),
  dateSpelling({ kind: 'shift', count: 1, unit: 'days' }, 'tomorrow'),
  dateSpelling({ kind: 'shift', count: -1, unit: 'days' }, 'yesterday'),
  fc
    .tuple(fc.integer({ min: -40, max: 40 }), fc.constantFrom('days', 'weeks', 'months'), fc.boolean())
    .map(([count, unit, isSingular]): DateSpelling => ({
      meaning: { kind: 'shift', count, unit },
      text: `${count < 0 ? '-' : '+'}${Math.abs(count)} ${isSingular ? unit.slice(0, -1) : unit}`,
    })),
);

/** Dates in all formats, often at the start or end of an event. */
export function dates({ now, zone }: ModelState, records: readonly AnyRecord[]): (name: DateFilter) => Part {
  const epochs = epochsNear(now, zone, records);
  const date = fc.oneof(
    { weight: 4, arbitrary: relativeDates },
    { weight: 6, arbitrary: localDates(epochs, zone) },
    { weight: 3, arbitrary: instantDates(epochs) },
    { weight: 3, arbitrary: wholeDays(epochs, zone) },
  );
  return (name) => date.map(({ meaning, text }) => ({ query: { [name]: meaning }, searchParams: [[name, text]] }));
}

/** Instants, mostly within a second of the start or end of an event. */
function epochsNear(now: number, zone: string, records: readonly AnyRecord[]): Arbitrary<number> {
  const times = records.flatMap((record) => (record.kind === 'event' ? [record.startsAt, record.endsAt] : []));
  const eventTimes = fc
    .tuple(fc.constantFrom(...(times.length > 0 ? times : [now])), fc.constantFrom(-1, 0, 0, 0, 1))
    .map(([epoch, shift]) => epoch + shift);
  return fc.oneof({ weight: 3, arbitrary: eventTimes }, { weight: 2, arbitrary: instants({ now, zone }) });
}

/** Periods: days, weeks and months near events, relative days, and two of these in any order. */
export function periods({ now, zone }: ModelState, records: readonly AnyRecord[]): Part {
  const calendarDays = fc
    .tuple(epochsNear(now, zone, records), fc.constantFrom('day', 'week', 'month'))
    .map(([epoch, unit]): PeriodSpelling => {
      const date = zonedTime(epoch, zone).toPlainDate();
      const span = (first: typeof date, last: typeof date, text: string): PeriodSpelling => ({
        days: { kind: 'days', first: first.toString(), last: last.toString() },
        text,
      });
      if (unit === 'day') return span(date, date, date.toString());
      if (unit === 'month')
        return span(date.with({ day: 1 }), date.with({ day: date.daysInMonth }), date.toString().slice(0, -3));
      const monday = date.subtract({ days: date.dayOfWeek - 1 });
      const week = `${date.yearOfWeek}-W${String(date.weekOfYear).padStart(2, '0')}`;
      return span(monday, monday.add({ days: 6 }), week);
    });
  const relativeDays = relativeDates.map(({ meaning, text }): PeriodSpelling => {
    const isDay = meaning.kind === 'shift';
    return { days: isDay ? meaning : { kind: 'shift', count: 0, unit: 'days' }, text: isDay ? text : 'today' };
  });
  const part = fc.oneof({ weight: 3, arbitrary: calendarDays }, relativeDays);
  return fc.tuple(part, fc.option(part)).map(([from, to]) => ({
    query: { during: { from: from.days, to: (to ?? from).days } },
    searchParams: [['during', to ? `${from.text}/${to.text}` : from.text]],
  }));
}

interface PeriodSpelling {
  readonly days: PeriodDays;
  readonly text: string;
}

/** Wall-clock times, also in the gaps and overlaps of clock changes. */
function localDates(epochs: Arbitrary<number>, zone: string): Arbitrary<DateSpelling> {
  const exact = epochs.map((epoch) => localTime(epoch, zone));
  const nearClockChange = fc
    .tuple(epochs, fc.integer({ min: -4, max: 4 }))
    .map(([epoch, halfHours]) =>
      localTime(epoch + halfHours * 1800 + zonedTime(epoch - 3600, zone).offsetNanoseconds / 1e9),
    );
  return fc
    .tuple(
      fc.oneof({ weight: 2, arbitrary: exact }, nearClockChange),
      fc.constantFrom(' ', 'T'),
      fc.constantFrom('', '', '.999'),
    )
    .map(([local, separator, fraction]) => {
      const text = fraction === '' && local.endsWith(':00') ? local.slice(0, -3) : `${local}${fraction}`;
      return { meaning: { kind: 'local', local }, text: text.replace(' ', separator) };
    });
}

function instantDates(epochs: Arbitrary<number>): Arbitrary<DateSpelling> {
  const withOffset = fc.tuple(epochs, fc.constantFrom(...OFFSETS)).map(([epoch, [offset, seconds]]): DateSpelling => ({
    meaning: { kind: 'instant', epoch },
    text: `${localTime(epoch + seconds).replace(' ', 'T')}${offset}`,
  }));
  // Numbers of one to eight digits can have another meaning (2.4).
  const unix = epochs
    .map((epoch) => (/^-?\d{1,8}$/.test(String(epoch)) ? 1_000_000_000 + epoch : epoch))
    .map((epoch): DateSpelling => ({ meaning: { kind: 'instant', epoch }, text: String(epoch) }));
  return fc.oneof({ weight: 2, arbitrary: withOffset }, unix);
}

const wholeDays = (epochs: Arbitrary<number>, zone: string): Arbitrary<DateSpelling> =>
  fc.tuple(epochs, fc.boolean()).map(([epoch, isCompact]) => {
    const day = dayOf(epoch, zone);
    return { meaning: { kind: 'local', local: `${day} 00:00:00` }, text: isCompact ? day.replaceAll('-', '') : day };
  });
