import fc from 'fast-check';
import { ZoneOracle } from '../zone-oracle.js';
import { dayOf, daysLater, startOfDay, endOfDay, monthsLater, type ReferenceTime } from './dates.js';

export const DAY = 86_400;
export const HOUR = 3600;

/** Zones of events: far from each other, off by minutes, with clocks that change at midnight or by half an hour. */
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
].map((name) => new ZoneOracle(name));

/** Clock changes at midnight, the day that Apia left out, a leap day, the beginning of a century and that of Unix time. */
const HISTORIC_CHANGES = [
  '2018-11-04T03:00',
  '2018-02-18T02:00',
  '2011-12-30T10:00',
  '2024-02-29T12:00',
  '1999-12-31T23:59',
  '1970-01-01T00:00',
];

const SHIFTS = [-2 * HOUR, -HOUR, -1800, -60, -1, 0, 0, 1, 60, 1800, HOUR, 2 * HOUR];

/** Moments for events and bounds alike: around edges, around the present, within the default window, and far from it. */
export function arbitraryInstants(present: ReferenceTime): fc.Arbitrary<number> {
  const hour = Math.floor(present.now / HOUR) * HOUR;
  const around = (days: number, reach: number, step: number) =>
    fc
      .integer({ min: -Math.floor((reach * DAY) / step), max: Math.floor((reach * DAY) / step) })
      .map((steps) => hour + days * DAY + steps * step);
  const atEdges = fc
    .tuple(fc.constantFrom(...edgeInstants(present)), fc.constantFrom(...SHIFTS))
    .map(([edge, shift]) => edge + shift);
  return fc.oneof(
    { weight: 4, arbitrary: atEdges },
    { weight: 2, arbitrary: around(0, 2, 1800) },
    { weight: 3, arbitrary: around(380, 400, HOUR) },
    { weight: 1, arbitrary: around(0, 4000, HOUR) },
  );
}

/** Moments at which something changes: days, windows, clocks, years. */
function edgeInstants({ now, zone }: ReferenceTime): number[] {
  const today = dayOf(now, zone);
  const year = Number(today.slice(0, 4));
  const own = zone.changes(now - 400 * DAY, now + 800 * DAY);
  const days = [
    ...[-1, 0, 1, 7].map((count) => daysLater(today, count)),
    ...[1, 24, 25].map((count) => monthsLater(today, count)),
    `${year}-12-31`,
    `${year + 1}-01-01`,
    '2028-02-28',
    '2028-02-29',
    ...own.flatMap((change) => [dayOf(change, zone), dayOf(change - DAY, zone)]),
  ];
  return [
    now,
    ...days.flatMap((day) => [startOfDay(day, zone), endOfDay(day, zone)]),
    ...own,
    ...ZONES.slice(1, 10).flatMap((each) => each.changes(now - 200 * DAY, now + 400 * DAY)),
    ...HISTORIC_CHANGES.map((at) => Date.parse(`${at}:00Z`) / 1000),
  ];
}
