import fc from 'fast-check';
import { addToDay, dayOf, endOfDay, startOfDay, zonedTime, type ReferenceTime } from '../dates.js';

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
] as const;

/** Clock changes at midnight, the day that Apia skipped, a leap day, the turn of a century, the beginning of Unix time. */
const HISTORIC_EDGES = [
  '2018-11-04T03:00Z',
  '2018-02-18T02:00Z',
  '2011-12-30T10:00Z',
  '2024-02-29T12:00Z',
  '1999-12-31T23:59Z',
  '1970-01-01T00:00Z',
].map((at) => Date.parse(at) / 1000);

const SHIFTS_SECONDS = [
  -2 * HOUR_SECONDS,
  -HOUR_SECONDS,
  -1800,
  -60,
  -1,
  0,
  0,
  1,
  60,
  1800,
  HOUR_SECONDS,
  2 * HOUR_SECONDS,
];

/** Instants of events and date filters: at edges, around the present, within the default window, and far from it. */
export function instants(present: ReferenceTime): fc.Arbitrary<number> {
  const hour = Math.floor(present.now / HOUR_SECONDS) * HOUR_SECONDS;
  const around = (days: number, maxDays: number, step: number) =>
    fc
      .integer({ min: -Math.floor((maxDays * DAY_SECONDS) / step), max: Math.floor((maxDays * DAY_SECONDS) / step) })
      .map((steps) => hour + days * DAY_SECONDS + steps * step);
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
