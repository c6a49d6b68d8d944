import fc, { type Arbitrary } from 'fast-check';
import { dayOf, localTime, zonedTime, type DateFilter, type DateValue } from '../dates.js';
import type { AnyRecord, ModelState } from '../records.js';
import { instants } from './instants.js';
import type { Part } from './parameters.js';

/** Spellings of offsets, and their seconds. A blank is a `+` that a client did not encode. */
const OFFSETS = [
  ['Z', 0],
  ['+00:00', 0],
  ['+02:00', 7200],
  [' 05:45', 20_700],
  ['-0330', -12_600],
  ['-08', -28_800],
  ['+14:00', 50_400],
] as const;

interface SpelledDate {
  readonly means: DateValue;
  readonly text: string;
}
const spelledDate = (means: DateValue, ...texts: string[]): Arbitrary<SpelledDate> =>
  fc.constantFrom(...texts).map((text) => ({ means, text }));

const relativeDates: Arbitrary<SpelledDate> = fc.oneof(
  { weight: 4, arbitrary: spelledDate({ kind: 'now' }, 'now', 'NOW') },
  spelledDate({ kind: 'shift', count: 0, unit: 'days' }, 'today', 'Today'),
  spelledDate({ kind: 'shift', count: 1, unit: 'days' }, 'tomorrow'),
  spelledDate({ kind: 'shift', count: -1, unit: 'days' }, 'yesterday'),
  fc
    .tuple(fc.integer({ min: -40, max: 40 }), fc.constantFrom('days', 'weeks', 'months'), fc.boolean())
    .map(([count, unit, isSingular]): SpelledDate => ({
      means: { kind: 'shift', count, unit },
      text: `${count < 0 ? '-' : '+'}${Math.abs(count)} ${isSingular ? unit.slice(0, -1) : unit}`,
    })),
);

/** Dates in all formats, mostly at the start or end of an event. */
export function dates({ now, zone }: ModelState, records: readonly AnyRecord[]): (name: DateFilter) => Part {
  const times = records.flatMap((each) => (each.kind === 'event' ? [each.startsAt, each.endsAt] : []));
  const own = fc
    .tuple(fc.constantFrom(...(times.length > 0 ? times : [now])), fc.constantFrom(-1, 0, 0, 0, 1))
    .map(([epoch, shift]) => epoch + shift);
  const epochs = fc.oneof({ weight: 3, arbitrary: own }, { weight: 2, arbitrary: instants({ now, zone }) });
  const date = fc.oneof(
    { weight: 4, arbitrary: relativeDates },
    { weight: 6, arbitrary: localDates(epochs, zone) },
    { weight: 3, arbitrary: instantDates(epochs) },
    { weight: 3, arbitrary: wholeDays(epochs, zone) },
  );
  return (name) => date.map(({ means, text }) => ({ query: { [name]: means }, sent: [[name, text]] }));
}

/** Wall-clock times, also those that the clock skips or shows twice. */
function localDates(epochs: Arbitrary<number>, zone: string): Arbitrary<SpelledDate> {
  const shown = epochs.map((epoch) => localTime(epoch, zone));
  const near = fc
    .tuple(epochs, fc.integer({ min: -4, max: 4 }))
    .map(([epoch, halves]) => localTime(epoch + halves * 1800 + zonedTime(epoch - 3600, zone).offsetNanoseconds / 1e9));
  return fc
    .tuple(fc.oneof({ weight: 2, arbitrary: shown }, near), fc.constantFrom(' ', 'T'), fc.constantFrom('', '', '.999'))
    .map(([local, separator, fraction]) => {
      const text = fraction === '' && local.endsWith(':00') ? local.slice(0, -3) : `${local}${fraction}`;
      return { means: { kind: 'local', local }, text: text.replace(' ', separator) };
    });
}

function instantDates(epochs: Arbitrary<number>): Arbitrary<SpelledDate> {
  const withOffset = fc.tuple(epochs, fc.constantFrom(...OFFSETS)).map(([epoch, [offset, seconds]]): SpelledDate => ({
    means: { kind: 'instant', epoch },
    text: `${localTime(epoch + seconds).replace(' ', 'T')}${offset}`,
  }));
  // Numbers of one to eight digits can have another meaning (2.4).
  const unix = epochs
    .map((epoch) => (/^-?\d{1,8}$/.test(String(epoch)) ? 1_000_000_000 + epoch : epoch))
    .map((epoch): SpelledDate => ({ means: { kind: 'instant', epoch }, text: String(epoch) }));
  return fc.oneof({ weight: 2, arbitrary: withOffset }, unix);
}

const wholeDays = (epochs: Arbitrary<number>, zone: string): Arbitrary<SpelledDate> =>
  fc.tuple(epochs, fc.boolean()).map(([epoch, isCompact]) => {
    const day = dayOf(epoch, zone);
    return { means: { kind: 'local', local: `${day} 00:00:00` }, text: isCompact ? day.replaceAll('-', '') : day };
  });
