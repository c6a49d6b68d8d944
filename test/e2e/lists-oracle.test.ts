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

/** In the hour that the clock of the service shows twice. */
const NOW = Date.parse('2026-10-25T00:30:00Z') / 1000;

const SERVICE = { timezone: 'Europe/Madrid', byDefault: 'en', seed: 7, nows: [NOW] } as const;

let filled: FilledCalendar;
let crowded: FilledCalendar;
beforeAll(async () => {
  [filled, crowded] = await Promise.all([
    fillCalendar({ ...SERVICE, size: 300 }),
    fillCalendar({ ...SERVICE, size: 100, crowd: 4000 }),
  ]);
});
afterAll(() => Promise.all([filled.close(), crowded.close()]));

/** Compares answers to so many queries with the oracle. Fast-check says which seed finds a difference again. */
async function expectAlike(numRuns: number, mixture: QueryMix, unlike = diffWithOracle): Promise<void> {
  const query = queries({ now: NOW, zone: filled.zone }, filled.dataset, mixture);
  const property = fc.asyncProperty(query, async (each) => expect(await unlike(filled, each, NOW)).toEqual([]));
  await fc.assert(property, { numRuns });
}

describe('the list of events has what the oracle has', () => {
  it('7.2 7.3 7.4 7.5 2.4 between dates of every kind', () => expectAlike(150, DATE_MIX));

  it('7.1 7.6 7.7 7.8 7.9 3.3 3.5 3.11 6.14 8.3 8.9 8.11 8.14 by filters of every kind', () =>
    expectAlike(150, FILTER_MIX));

  it('7.1 7.6 7.7 7.9 8.3 8.9 8.11 8.14 for those who have events of their own', () => expectAlike(150, OWNER_MIX));

  it('7.1 7.2 by filters and dates, in every order', () => expectAlike(100, FULL_MIX));

  it('5.6 5.7 5.8 page after page, each event once, by addresses that mean the same a day later', () =>
    expectAlike(40, LONG_LIST_MIX, diffPagination));

  it('7.1 where those that fit are many, near the beginning or far from it', async () => {
    const query = queries({ now: NOW, zone: crowded.zone }, commonRecords(crowded.dataset, NOW), CROWD_MIX);
    const property = fc.asyncProperty(query, async (each) =>
      expect(await diffWithOracle(crowded, each, NOW)).toEqual([]),
    );
    await fc.assert(property, { numRuns: 60 });
  });
});
