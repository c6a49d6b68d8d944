import { describe, expect, it } from 'vitest';
import type { EventSelection } from '../../../src/events/dto/list-events.query.js';
import { EventSitemap, RECORDS_PER_PART } from '../../../src/pages/sitemap-parts.js';

const START = Date.parse('2027-01-01T00:00:00Z') / 1000;

/** A sitemap of events that start at these seconds after {@link START}, in ascending order. */
function sitemapOf(starts: readonly number[]) {
  let reads = 0;
  const list = (_context: unknown, { order, start_date, starts_before }: EventSelection) => {
    reads += 1;
    const secondsOf = (bound: typeof start_date, missing: number) =>
      bound && 'epochSeconds' in bound ? bound.epochSeconds - START : missing;
    const [from, to] = [secondsOf(start_date, -Infinity), secondsOf(starts_before, Infinity)];
    const found = starts.filter((start) => start >= from && start < to);
    const first = order === 'desc' ? found.at(-1) : found[0];
    const events = first === undefined ? [] : [{ starts_at: new Date((START + first) * 1000).toISOString() }];
    return Promise.resolve({ events, total: found.length });
  };
  const scopes = { referenceTime: { nowMs: START * 1000, zone: 'UTC' } };
  const sitemap = new EventSitemap({ list } as never, scopes as never);
  return { queries: () => sitemap.queries({} as never), reads: () => reads };
}

/** Numbers of events in the parts. */
const sizesOf = (starts: readonly number[], queries: readonly string[]) =>
  queries.map((query) => {
    const bound = (name: string, missing: number) => {
      const value = new URLSearchParams(query).get(name);
      return value === null ? missing : Date.parse(value) / 1000 - START;
    };
    const [from, to] = [bound('start_date', -Infinity), bound('starts_before', Infinity)];
    return starts.filter((start) => start >= from && start < to).length;
  });

const evenly = (count: number, distance: number) => Array.from({ length: count }, (_each, index) => index * distance);

describe('Parts of the sitemap of events', () => {
  it.each([
    ['no event', [], []],
    ['one event', [0], [1]],
    ['as many events as a part may have', evenly(RECORDS_PER_PART, 3600), [RECORDS_PER_PART]],
  ])('of %s (17.14)', async (_given, starts, sizes) => {
    const queries = await sitemapOf(starts).queries();
    expect([sizesOf(starts, queries), queries.filter(Boolean)]).toEqual([sizes, []]);
  });

  it('have every event once, and none has too many (17.14)', async () => {
    // Most events are in one year, and one is in the distant future.
    const starts = [...evenly(20_000, 1800), 200_000_000_000];
    const sitemap = sitemapOf(starts);
    const sizes = sizesOf(starts, await sitemap.queries());
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(starts.length);
    for (const size of sizes) {
      expect(size).toBeLessThanOrEqual(RECORDS_PER_PART);
      expect(size).toBeGreaterThan(0);
    }
    expect(sitemap.reads()).toBeLessThan(40);
  });

  it('keep events together that start in the same second (17.14)', async () => {
    const starts = [0, ...Array.from({ length: RECORDS_PER_PART + 1 }, () => 100), 200];
    expect(sizesOf(starts, await sitemapOf(starts).queries())).toEqual([1, RECORDS_PER_PART + 1, 1]);
  });
});
