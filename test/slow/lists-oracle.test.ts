import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { diffWithOracle } from '../support/event-oracle/diff-with-oracle.js';
import { fillCalendar, type FilledCalendar } from '../support/event-oracle/fill-calendar.js';
import { commonRecords } from '../support/event-oracle/with-many-events.js';
import {
  CROWD_MIX,
  DATE_MIX,
  FULL_MIX,
  FILTER_MIX,
  LONG_LIST_MIX,
  OWNER_MIX,
  queries,
  type QueryMix,
} from '../support/event-oracle/arbitrary-queries.js';
import { diffPagination } from '../support/event-oracle/diff-pagination.js';
import type { Dataset } from '../support/event-oracle/dataset.js';

/** Services, each with moments at which it is asked: around clock changes, at the ends of days, on a leap day. */
const SERVICES = [
  { timezone: 'UTC', byDefault: 'en', at: ['2028-02-29T23:59:59', '2026-12-31T12:00:00', '2027-03-01T00:00:00'] },
  {
    timezone: 'Europe/Madrid',
    byDefault: 'ca',
    at: ['2027-03-27T22:59:59', '2027-03-28T01:30:00', '2026-10-25T00:30:00'],
  },
  {
    timezone: 'America/New_York',
    byDefault: 'es',
    at: ['2026-11-01T05:30:00', '2027-03-14T07:00:00', '2026-06-01T03:59:59'],
  },
  // Its clocks change at midnight: days begin at one, or come to their end twice.
  {
    timezone: 'Africa/Cairo',
    byDefault: 'en',
    at: ['2026-10-29T20:30:00', '2027-04-29T22:00:00', '2027-04-29T21:59:59'],
  },
  // So many events that few of those that fit stand near the beginning of a list, or many far from it.
  { timezone: 'Europe/Madrid', byDefault: 'en', crowd: 12_000, at: ['2026-10-25T00:30:00'] },
] as const;

/** How many times as much is compared as in a run of all tests, whose queries are others each time. */
const TIMES = Number(process.env['ORACLE_TIMES'] ?? 1);

describe.each(SERVICES)('the list of events with TIMEZONE=$timezone, DEFAULT_LANGUAGE=$byDefault', (service) => {
  const [first, ...others] = service.at.map((moment) => Date.parse(`${moment}Z`) / 1000);
  const nows: readonly [number, ...number[]] = [Number(first), ...others];
  let filled: FilledCalendar;
  beforeAll(async () => {
    filled = await fillCalendar({ ...service, size: 400, seed: service.timezone.length, nows });
  });
  afterAll(() => filled.close());

  /** Compares with the oracle, so many times at each moment. Fast-check says which seed finds a difference again. */
  async function expectAlike(
    numRuns: number,
    mixture: QueryMix,
    unlike = diffWithOracle,
    about: (now: number) => Dataset = () => filled.dataset,
  ): Promise<void> {
    for (const now of nows) {
      const query = queries({ now, zone: filled.zone }, about(now), mixture);
      const property = fc.asyncProperty(query, async (each) => expect(await unlike(filled, each, now)).toEqual([]));
      await fc.assert(property, { numRuns: numRuns * TIMES });
    }
  }

  it('7.2 7.3 7.4 7.5 2.4 has what the oracle has between dates of every kind', () => expectAlike(25, DATE_MIX));

  it('7.1 7.6 7.7 7.8 7.9 3.3 3.5 3.11 6.14 8.3 8.9 8.11 8.14 has what the oracle has by filters of every kind', () =>
    expectAlike(25, FILTER_MIX));

  it('7.1 7.6 7.7 7.9 8.3 8.9 8.11 8.14 has what the oracle has for those who have events of their own', () =>
    expectAlike(25, OWNER_MIX));

  it('7.1 7.2 has what the oracle has by filters and dates, in every order', () => expectAlike(25, FULL_MIX));

  it('5.6 5.7 5.8 leads page after page to each event once, by addresses that mean the same a day later', () =>
    expectAlike(8, LONG_LIST_MIX, diffPagination));

  if ('crowd' in service) {
    it('7.1 has what the oracle has where many events fit', () =>
      expectAlike(100, CROWD_MIX, diffWithOracle, (now) => commonRecords(filled.dataset, now)));

    it('5.8 leads through many events that fit', () =>
      expectAlike(15, CROWD_MIX, diffPagination, (now) => commonRecords(filled.dataset, now)));
  }
});
