import { describe, expect, it } from 'vitest';
import type { ListEventsQuery } from '../../../src/events/dto/list-events.query.js';
import { Sitemaps } from '../../../src/pages/search-engines.js';

const NOW = '2027-03-10T12:00:00Z';
const CONTEXT = { baseUrl: 'https://agenda.example' };

/** The sitemap of events with these ids and ends. */
function sitemapOf(events: readonly { id: number; ends_at: string }[]) {
  const records = events.map((event) => ({
    modified_utc: '2027-03-01 10:00:00',
    ml_translations: { en: { slug: `event-${event.id}` } },
    ...event,
  }));
  const list = (_context: unknown, { include, per_page, orderby }: ListEventsQuery) => {
    const found = records.filter(({ id }) => !include || include.includes(id));
    const key = (record: (typeof records)[number]) => (orderby === 'end_date' ? Date.parse(record.ends_at) : record.id);
    return Promise.resolve({ events: found.toSorted((one, other) => key(other) - key(one)).slice(0, per_page) });
  };
  const emptyService = { list: () => Promise.resolve({ venues: [], organizers: [], categories: [], tags: [] }) };
  const site = {
    configuration: { REST_ROOT: '', PAGES_ROOT: '/agenda', DEFAULT_LANGUAGE: 'en' },
    clock: { now: () => Date.parse(NOW) },
  };
  const streams = { limit: (stream: unknown) => stream, runPart: (part: () => unknown) => Promise.resolve(part()) };
  const kinds = { venue: emptyService, organizer: emptyService, category: emptyService, tag: emptyService };
  const sitemaps = new Sitemaps(site as never, { list } as never, kinds as never, streams as never);
  const locations = ({ content }: { content: unknown }) =>
    [...String(content).matchAll(/<loc>https:\/\/agenda\.example\/([^<]*)<\/loc>/g)].map(([, path]) => path);
  return {
    index: async () => locations(await sitemaps.index(CONTEXT as never)),
    part: async (name: string) => locations(await sitemaps.part(CONTEXT as never, name)),
  };
}

const event = (id: number, ends_at = '2027-04-01T10:00:00Z') => ({ id, ends_at });

describe('Sitemap of events', () => {
  it('has a part for each 10,000 ids with an event (17.14)', async () => {
    const { index } = sitemapOf([event(1), event(10_000), event(20_001), event(10_000_000)]);
    expect(await index()).toEqual(['sitemap-events.xml', 'sitemap-events-3.xml', 'sitemap-events-1000.xml']);
  });

  it('has neither an event that ended more than 12 months ago nor a part with only such events (17.14)', async () => {
    const old = '2026-03-01T10:00:00Z';
    const { index, part } = sitemapOf([event(1, old), event(2, old), event(10_001, old), event(10_002)]);
    expect(await index()).toEqual(['sitemap-events-2.xml']);
    expect(await part('events')).toEqual([]);
    expect(await part('events-2')).toEqual(['en/agenda/event/event-10002']);
  });
});
