import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unlikeOracle } from '../support/event-oracle/compared.js';
import { fillCalendar, type FilledCalendar } from '../support/event-oracle/filled-calendar.js';
import { DATES, EVERYTHING, FILTERS, LONG, queries, type Mixture } from '../support/event-oracle/made-queries.js';
import { unlikeWalk } from '../support/event-oracle/walked.js';

/** In the hour that the clock of the service shows twice. */
const NOW = Date.parse('2026-10-25T00:30:00Z') / 1000;

let filled: FilledCalendar;
beforeAll(async () => {
  filled = await fillCalendar({ timezone: 'Europe/Madrid', byDefault: 'en', size: 300, seed: 7, nows: [NOW] });
});
afterAll(() => filled.close());

/** Compares answers to so many queries with the oracle. Fast-check says which seed finds a difference again. */
async function expectAlike(numRuns: number, mixture: Mixture, unlike = unlikeOracle): Promise<void> {
  const query = queries({ now: NOW, zone: filled.zone }, filled.world, mixture);
  const property = fc.asyncProperty(query, async (each) => expect(await unlike(filled, each, NOW)).toEqual([]));
  await fc.assert(property, { numRuns });
}

describe('the list of events has what the oracle has', () => {
  it('7.2 7.3 7.4 7.5 2.4 between dates of every kind', () => expectAlike(150, DATES));

  it('7.1 7.6 7.7 7.8 7.9 3.3 3.5 3.11 6.14 8.11 8.14 by filters of every kind', () => expectAlike(150, FILTERS));

  it('7.1 7.2 by filters and dates, in every order', () => expectAlike(100, EVERYTHING));

  it('5.6 5.7 5.8 page after page, each event once, by addresses that mean the same a day later', () =>
    expectAlike(40, LONG, unlikeWalk));
});
