import fc, { type Arbitrary } from 'fast-check';
import { dayOf, localTime, zonedTime, type DateFilter, type DateValue, type PeriodDays } from '../dates.js';
import type { AnyRecord, ModelState } from '../records.js';
import { instants } from './instants.js';
import type { Part } from './parameters.js';

/** Spellings of UTC offsets, and their seconds. A blank is a `+` that the client did not percent-encode. */
const OFFSETS = [
  ['Z', 0],
  ['+00:00', 0],
  ['+02:00', 7200],
  [' 05:45', 20_700],
  ['-0330', -12_600],
  ['-08', -28_800],
  ['+14:00', 50_400],
] as const;

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

/** Dates in all formats, mostly at the start or end of an event. */
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

/** Instants, mostly at the start or end of an event. */
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
