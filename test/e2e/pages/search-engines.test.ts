import { beforeAll, describe, expect, it } from 'vitest';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { byRunMode } from '../../support/run/run-mode.js';
import { LANGUAGES } from '../../support/languages/languages.js';
import { createRecord } from '../../support/records/kinds.js';

const NOW = '2027-03-10T12:00:00Z';
const SITE = 'https://agenda.example/town';

const calendar = useTestCalendar({ PUBLIC_URL: SITE, REST_ROOT: '/wp-json', PAGES_ROOT: '/que-fem' });
const hidden = useTestCalendar({ PAGES_INDEX: 'false' });

const read = async (path: string, { request } = calendar) => {
  const { status, text, headers } = await request('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return { text, headers };
};

describe('Sitemap', () => {
  const eventOn = (title: string, day: string, fields: object = {}) =>
    createRecord(calendar, 'events', { title, start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00`, ...fields });
  const locationsIn = (text: string) => [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);

  beforeAll(async () => {
    calendar.setNow(NOW);
    const places = { venue: { venue: 'Teatre' }, organizer: { organizer: 'Ateneu' } };
    const terms = { categories: ['Música'], tags: ['R&B'] };
    const { id } = await eventOn('Concert', '2027-04-01', { ml_language: 'ca', ...places, ...terms });
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

  it('has the pages of coming events and of the last 12 months, and of records with events, in each language (17.14)', async () => {
    const parts = locationsIn((await read('/sitemap.xml')).text);
    const texts = await Promise.all(parts.map(async (part) => (await read(part.replace(SITE, ''))).text));
    expect(texts.flatMap(locationsIn).map((url) => url.replace(`${SITE}/`, ''))).toEqual([
      'en/que-fem/event/running',
      'en/que-fem/event/far',
      'en/que-fem/event/old',
      'ca/que-fem/event/concert',
      'es/que-fem/event/concierto',
      'ca/que-fem/venue/teatre',
      'ca/que-fem/organizer/ateneu',
      'ca/que-fem/category/musica',
      'ca/que-fem/tag/r-b',
    ]);
  });

  it('names the languages and the last modification of a page (17.14)', async () => {
    const { text } = await read('/sitemap-events.xml');
    const [entry = ''] = /<url><loc>[^<]*\/concierto<[\s\S]*?<\/url>/.exec(text) ?? [];
    expect([...entry.matchAll(/hreflang="([\w-]+)" href="([^"]+)"/g)].map(([, ...link]) => link)).toEqual([
      ['ca', `${SITE}/ca/que-fem/event/concert`],
      ['es', `${SITE}/es/que-fem/event/concierto`],
      ['x-default', `${SITE}/ca/que-fem/event/concert`],
    ]);
    expect(entry).toContain(`<lastmod>${NOW.slice(0, 11)}`);
  });

  it('names the last modification of each part, except for categories and tags (17.14)', async () => {
    const { text } = await read('/sitemap.xml');
    const parts = [...text.matchAll(/<loc>[^<]*sitemap-(\w+)\.xml<\/loc>(?:<lastmod>([^<T]*)T)?/g)];
    const [day] = NOW.split('T');
    expect(parts.map(([, name, modified]) => [name, modified])).toEqual([
      ['events', day],
      ['venues', day],
      ['organizers', day],
      ['categories', undefined],
      ['tags', undefined],
    ]);
  });

  it.each(['/sitemap-users.xml', '/sitemap-events-0.xml', '/sitemap-tags-soon.xml'])(
    'rejects an unknown part: %s (9.1)',
    async (path) => {
      const response = await calendar.request('GET', path);
      expect([response.status, response.body['code']]).toEqual([404, 'no_route']);
    },
  );

  it('has an empty part after the last one, and no parts without records (17.14)', async () => {
    expect(locationsIn((await read('/sitemap-tags-100000.xml')).text)).toEqual([]);
    expect(locationsIn((await read('/sitemap.xml', hidden)).text)).toEqual([]);
  });
});

describe('robots.txt', () => {
  it.each(['/robots.txt', '/robots.txt?ml_language=es'])('names the sitemap: %s (17.15)', async (path) => {
    const { text, headers } = await read(path);
    expect(text).toBe(`User-agent: *\nDisallow:\n\nSitemap: ${SITE}/sitemap.xml\n`);
    expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  });

  it('disallows everything with PAGES_INDEX=false, and pages are marked as noindex (17.15)', async () => {
    expect((await read('/robots.txt', hidden)).text).toContain('\nDisallow: /\n');
    expect((await read('/ca/agenda', hidden)).headers.get('X-Robots-Tag')).toBe('noindex');
  });
});

describe('A crawler that follows every link without nofollow', () => {
  /** Days on which events start, and the weeks that they span. Between some of them are empty days, weeks and months. */
  const [DAYS, WEEKS] = byRunMode<[readonly string[], number]>(
    [['2027-03-10', '2027-03-11', '2027-03-16'], 2],
    [['2027-03-10', '2027-03-11', '2027-03-31', '2027-04-01', '2027-06-20'], 16],
  );
  /** Events, venues, organizer, categories and tags. */
  const RECORDS = DAYS.length + 2 + 1 + 2 + 2;
  /** Views in a language: list, map and embed; current periods without a date; months, weeks and days with a margin. */
  const VIEWS = 3 + 3 + (WEEKS / 4 + 2) + (WEEKS + 2) + (7 * WEEKS + 2);
  /** A crawler that does not end is stopped here. */
  const MAX_PAGES = 3000;

  const crawled = useTestCalendar();
  beforeAll(async () => {
    crawled.setNow(NOW);
    for (const [index, day] of DAYS.entries()) {
      const { id } = await createRecord(crawled, 'events', {
        title: `Concert ${index}`,
        ml_language: 'ca',
        start_date: `${day} 18:00:00`,
        end_date: `${day} 20:00:00`,
        venue: [{ venue: 'Teatre', city: 'Reus' }, { venue: 'Plaça' }][index % 2],
        organizer: { organizer: 'Ateneu' },
        categories: [['Música'], ['Dansa']][index % 2],
        tags: [['aire lliure'], ['familiar']][index % 2],
      });
      const json = { ml_language: 'es', title: 'Concierto' };
      if (index === 0) await crawled.request('PUT', `events/${id}`, { json });
    }
  });

  interface CrawledPage {
    /** Path and query. */
    readonly address: string;
    readonly status: number;
  }

  /** Follows the links of pages, and redirects. */
  async function crawl(start: string): Promise<CrawledPage[]> {
    const found = new Set([start]);
    const pages: CrawledPage[] = [];
    // A set returns members that are added while it is iterated.
    for (const address of found) {
      if (pages.length >= MAX_PAGES) break;
      const { status, text, headers } = await crawled.request('GET', address);
      pages.push({ address, status });
      for (const link of [...linksIn(text), headers.get('Location') ?? address]) {
        const { origin, pathname, search } = new URL(link, `${crawled.origin}${address}`);
        if (origin === crawled.origin && isPage(pathname)) found.add(pathname + search);
      }
    }
    return pages;
  }

  /** Links without `rel="nofollow"`. */
  const linksIn = (html: string): string[] =>
    [...html.matchAll(/<a\b[^>]*?\shref="([^"]+)"[^>]*>/g)]
      .filter(([tag]) => !/rel="[^"]*nofollow/.test(tag))
      .map(([, link = '']) => link.replaceAll('&amp;', '&'));

  /** Feeds of the API, and style sheets and scripts, are not pages. */
  const isPage = (path: string): boolean => /^(\/(ca|en|es))?\/agenda(\/(?!files\/)|$)/.test(path);

  it('ends, after the pages of the records and the views, without filters (17.16)', async () => {
    const pages = await crawl('/ca/agenda');
    expect(pages.length).toBeLessThan(MAX_PAGES);
    // A language without a translation may redirect to another slug.
    const served = pages.filter(({ status }) => status === 200);
    const isRecord = ({ address }: CrawledPage) => /\/(event|venue|organizer|category|tag)\//.test(address);
    expect(served.filter(isRecord).length).toBeLessThanOrEqual(LANGUAGES.length * RECORDS);
    expect(served.filter((page) => !isRecord(page)).length).toBeLessThanOrEqual(LANGUAGES.length * VIEWS);
    expect(pages.filter(({ status }) => status >= 400)).toEqual([]);
    expect(pages.filter(({ address }) => address.includes('?'))).toEqual([]);
  });
});
