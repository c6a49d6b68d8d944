import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestCalendar } from '../../support/calendar/test-calendar.js';
import { startCachedCalendar, type CachedCalendar } from '../../support/calendar/cached-calendar.js';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { createRecord } from '../../support/records/kinds.js';

const NOW = '2027-03-10T12:00:00Z';
const SITE = 'https://agenda.example/town';

let calendar: CachedCalendar;
const hidden = useTestCalendar({ PAGES_INDEX: 'false' });

const eventOn = (title: string, day: string, fields: object = {}) =>
  createRecord(calendar, 'events', { title, start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00`, ...fields });

beforeAll(async () => {
  calendar = await startCachedCalendar({ PUBLIC_URL: SITE, REST_ROOT: '/wp-json', PAGES_ROOT: '/que-fem' });
  calendar.setNow(NOW);
  const links = {
    venue: { venue: 'Teatre' },
    organizer: { organizer: 'Ateneu' },
    categories: ['Música'],
    tags: ['R&B'],
  };
  const { id } = await eventOn('Concert', '2027-04-01', { ml_language: 'ca', ...links });
  await calendar.request('PUT', `events/${id}`, { json: { ml_language: 'es', title: 'Concierto' } });
  await eventOn('Old', '2026-03-12');
  await eventOn('Older', '2026-03-08');
  await eventOn('Far', '9999-12-31');
  await eventOn('Running', '2020-01-01', { end_date: '2030-01-01 00:00:00' });
  await eventOn('Hidden', '2027-04-02', { hide_from_listings: true });
  await eventOn('Protected', '2027-04-02', { password: 'secret' });
  await eventOn('Draft', '2027-04-02', { status: 'draft', venue: { venue: 'Draft hall', status: 'draft' } });
  await eventOn('Scheduled', '2027-04-02', { date: '2027-03-20 00:00:00' });
  await createRecord(calendar, 'tags', { name: 'Unused' });
  const trashed = await eventOn('Trashed', '2027-04-02');
  await calendar.request('DELETE', `events/${trashed.id}`);
});
afterAll(() => calendar.close());

const read = async (path: string, { request }: TestCalendar = calendar) => {
  const { status, text, headers } = await request('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return { text, headers };
};
const locationsIn = (text: string) => [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);

/** Addresses of all parts that the index names. */
async function allLocations(): Promise<string[]> {
  const parts = locationsIn((await read('/sitemap.xml')).text);
  const texts = await Promise.all(parts.map(async (part) => (await read(part.replace(SITE, ''))).text));
  return texts.flatMap(locationsIn);
}

describe('Sitemap', () => {
  it('has the pages of coming events and of the last 12 months, and of records with events, in each language (17.14)', async () => {
    const pages = (await allLocations()).map((url) => url.replace(SITE, ''));
    expect(pages).toEqual([
      '/en/que-fem/event/running',
      '/en/que-fem/event/old',
      '/ca/que-fem/event/concert',
      '/es/que-fem/event/concierto',
      '/en/que-fem/event/far',
      '/ca/que-fem/venue/teatre',
      '/ca/que-fem/organizer/ateneu',
      '/ca/que-fem/category/musica',
      '/ca/que-fem/tag/r-b',
    ]);
  });

  it('names the languages and the last modification of a page (17.14)', async () => {
    const { text } = await read('/sitemap-events.xml');
    const [entry = ''] = /<url><loc>[^<]*\/concierto<[\s\S]*?<\/url>/.exec(text) ?? [];
    expect([...entry.matchAll(/hreflang="(\w+)" href="([^"]+)"/g)].map(([, ...link]) => link)).toEqual([
      ['ca', `${SITE}/ca/que-fem/event/concert`],
      ['es', `${SITE}/es/que-fem/event/concierto`],
    ]);
    expect(entry).toContain(`<lastmod>${NOW.slice(0, 11)}`);
  });

  it('has parts with the events that start in a period (17.14)', async () => {
    const part = async (query: string) => locationsIn((await read(`/sitemap-events.xml?${query}`)).text).length;
    const middle = '2027-04-01T10:00:00Z';
    expect([await part(`starts_before=${middle}`), await part(`start_date=${middle}`)]).toEqual([2, 3]);
    const later = '2027-04-01T10:00:01Z';
    expect(await part(`start_date=${middle}&starts_before=${later}`)).toBe(2);
  });

  it('is XML that is cached, compressed and revalidated, also for requests with credentials (12.1, 17.26)', async () => {
    const { headers } = await calendar.getUntilCached('/sitemap-events.xml', {
      headers: { 'Accept-Encoding': 'gzip' },
    });
    expect(headers).toMatchObject({ 'content-type': 'application/xml', 'content-encoding': 'gzip' });
    const conditional = { 'If-None-Match': String(headers.etag), 'Accept-Encoding': 'gzip', Authorization: 'Bearer x' };
    const { status, isCached } = await calendar.get('/sitemap-events.xml', { headers: conditional });
    expect([status, isCached]).toEqual([304, true]);
  });

  it.each([
    ['/sitemap-users.xml', 404, 'no_route'],
    ['/sitemap-events.xml?start_date=soon', 400, 'invalid_parameter'],
    ['/sitemap-tags.xml?page=0', 400, 'invalid_parameter'],
  ])('rejects an unknown part: %s (9.1)', async (path, status, code) => {
    const response = await calendar.request('GET', path);
    expect([response.status, response.body['code']]).toEqual([status, code]);
  });

  it('has an empty part after the last one (17.14)', async () => {
    expect(locationsIn((await read('/sitemap-tags.xml?page=100000')).text)).toEqual([]);
  });

  it('has no parts without records (17.14)', async () => {
    expect(locationsIn((await read('/sitemap.xml', hidden)).text)).toEqual([]);
  });
});

describe('robots.txt', () => {
  it('names the sitemap, in whatever language it is requested (17.15)', async () => {
    for (const path of ['/robots.txt', '/robots.txt?ml_language=es']) {
      const { text, headers } = await read(path);
      expect([text, headers.get('Content-Type')]).toEqual([
        `User-agent: *\nDisallow:\n\nSitemap: ${SITE}/sitemap.xml\n`,
        'text/plain; charset=utf-8',
      ]);
    }
  });

  it('disallows everything with PAGES_INDEX=false, and pages are marked as noindex (17.15)', async () => {
    expect((await read('/robots.txt', hidden)).text).toContain('\nDisallow: /\n');
    expect((await read('/ca/agenda', hidden)).headers.get('X-Robots-Tag')).toBe('noindex');
  });
});
