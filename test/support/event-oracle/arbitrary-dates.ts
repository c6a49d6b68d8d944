import fc from 'fast-check';
import { wallClock } from '../zone-oracle.js';
import { dayOf, type ReferenceTime } from './dates.js';
import { arbitraryInstants } from './arbitrary-instants.js';
import { spelledAs, type DateValue, type Spelled } from './queries.js';
import type { Dataset } from './dataset.js';

type ArbitraryDate = fc.Arbitrary<Spelled<DateValue>>;

/** Offsets as they are sent, and their seconds. A blank is what is left of a `+` in a query that is not encoded. */
const OFFSETS = [
  ['Z', 0],
  ['+00:00', 0],
  ['+02:00', 7200],
  [' 05:45', 20_700],
  ['-0330', -12_600],
  ['-08', -28_800],
  ['+14:00', 50_400],
] as const;

const spelledDate = (means: DateValue, ...texts: string[]): ArbitraryDate => spelledAs(means, ...texts);

const relativeWords: ArbitraryDate = fc.oneof(
  { weight: 4, arbitrary: spelledDate({ kind: 'now' }, 'now', 'NOW') },
  spelledDate({ kind: 'shift', count: 0, unit: 'day' }, 'today', 'Today'),
  spelledDate({ kind: 'shift', count: 1, unit: 'day' }, 'tomorrow'),
  spelledDate({ kind: 'shift', count: -1, unit: 'day' }, 'yesterday'),
);

const relativeShifts: ArbitraryDate = fc
  .record({
    count: fc.integer({ min: -40, max: 40 }),
    unit: fc.constantFrom('day', 'week', 'month'),
    ending: fc.constantFrom('', 's'),
  })
  .map(({ count, unit, ending }) => ({
    means: { kind: 'shift', count, unit },
    text: `${count < 0 ? '-' : '+'}${Math.abs(count)} ${unit}${ending}`,
  }));

/** A date for a query, said in one of many ways, mostly where an event of the world begins or ends. */
export function dates(present: ReferenceTime, world: Dataset): ArbitraryDate {
  const own = fc
    .tuple(fc.constantFrom(...world.events), fc.boolean(), fc.constantFrom(-1, 0, 0, 0, 1))
    .map(([event, isStart, shift]) => (isStart ? event.startsAt : event.endsAt) + shift);
  const epochs = fc.oneof({ weight: 3, arbitrary: own }, { weight: 2, arbitrary: arbitraryInstants(present) });
  return fc.oneof(
    { weight: 3, arbitrary: relativeWords },
    { weight: 1, arbitrary: relativeShifts },
    { weight: 6, arbitrary: localDateTimes(epochs, present) },
    { weight: 3, arbitrary: instants(epochs) },
    { weight: 3, arbitrary: days(epochs, present) },
  );
}

/** Wall clocks of the zone; also such as it skips, or shows twice: those of the clock as it was an hour before. */
function localDateTimes(epochs: fc.Arbitrary<number>, { zone }: ReferenceTime): ArbitraryDate {
  const shown = epochs.map((epoch) => zone.local(epoch));
  const near = fc
    .tuple(epochs, fc.integer({ min: -4, max: 4 }))
    .map(([epoch, halves]) => wallClock(epoch + halves * 1800 + zone.offset(epoch - 3600)));
  return fc
    .tuple(fc.oneof({ weight: 2, arbitrary: shown }, near), fc.constantFrom(' ', 'T'), fc.constantFrom('', '', '.999'))
    .map(([local, between, fraction]) => {
      const text = fraction === '' && local.endsWith(':00') ? local.slice(0, -3) : `${local}${fraction}`;
      return { means: { kind: 'wall', local }, text: text.replace(' ', between) };
    });
}

function instants(epochs: fc.Arbitrary<number>): ArbitraryDate {
  const withOffset = fc
    .tuple(epochs, fc.constantFrom(...OFFSETS))
    .map(([epoch, [offset, seconds]]): Spelled<DateValue> => ({
      means: { kind: 'instant', epoch },
      text: `${wallClock(epoch + seconds).replace(' ', 'T')}${offset}`,
    }));
  // Eight digits could form a date, which has its own meaning.
  const unix = epochs.map((epoch) => (/^\d{8}$/.test(String(epoch)) ? epoch * 10 : epoch));
  return fc.oneof(
    { weight: 2, arbitrary: withOffset },
    {
      weight: 1,
      arbitrary: unix.map((epoch): Spelled<DateValue> => ({ means: { kind: 'instant', epoch }, text: String(epoch) })),
    },
  );
}

function days(epochs: fc.Arbitrary<number>, { zone }: ReferenceTime): ArbitraryDate {
  return fc.tuple(epochs, fc.boolean()).map(([epoch, isCompact]) => {
    const day = dayOf(epoch, zone);
    return { means: { kind: 'wall', local: `${day} 00:00:00` }, text: isCompact ? day.replaceAll('-', '') : day };
  });
}
