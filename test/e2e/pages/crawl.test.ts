import { beforeAll, describe, expect, it } from 'vitest';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { byRunMode } from '../../support/run/run-mode.js';
import { createRecord } from '../../support/records/kinds.js';

const NOW = '2027-03-10T12:00:00Z';
/** Days after {@link NOW} on which events start, and the weeks that they span. Between some of them are empty days, weeks and months. */
const [DAYS, WEEKS] = byRunMode<[readonly string[], number]>(
  [['2027-03-10', '2027-03-11', '2027-03-16'], 2],
  [['2027-03-10', '2027-03-11', '2027-03-31', '2027-04-01', '2027-06-20'], 16],
);
const LANGUAGES = ['ca', 'en', 'es'];
/** Events, venues, organizer, categories and tags. */
const RECORDS = DAYS.length + 2 + 1 + 2 + 2;
/** Views in a language: list, map and embed; current periods without a date; months, weeks and days with a margin. */
const VIEWS = 3 + 3 + (WEEKS / 4 + 2) + (WEEKS + 2) + (7 * WEEKS + 2);
/** A crawler that does not end is stopped here. */
const MAX_PAGES = 3000;

const calendar = useTestCalendar();
beforeAll(async () => {
  calendar.setNow(NOW);
  const venues = [{ venue: 'Teatre', city: 'Reus' }, { venue: 'Plaça' }];
  for (const [index, day] of DAYS.entries()) {
    const fields = {
      title: `Concert ${index}`,
      ml_language: 'ca',
      start_date: `${day} 18:00:00`,
      end_date: `${day} 20:00:00`,
      venue: venues[index % 2],
      organizer: { organizer: 'Ateneu' },
      categories: [['Música'], ['Dansa']][index % 2],
      tags: [['aire lliure'], ['familiar']][index % 2],
    };
    const { id } = await createRecord(calendar, 'events', fields);
    if (index === 0) await calendar.request('PUT', `events/${id}`, { json: { ml_language: 'es', title: 'Concierto' } });
  }
});

interface CrawledPage {
  /** Path and query. */
  readonly address: string;
  readonly status: number;
}

/** Follows the links of pages. Redirects are followed, too. */
async function crawl(start: string): Promise<CrawledPage[]> {
  const found = new Set([start]);
  const pages: CrawledPage[] = [];
  // A set returns members that are added while it is iterated.
  for (const address of found) {
    if (pages.length >= MAX_PAGES) break;
    const { status, text, headers } = await calendar.request('GET', address);
    pages.push({ address, status });
    const location = headers.get('Location');
    for (const link of [...linksIn(text), ...(location === null ? [] : [location])]) {
      const { origin, pathname, search } = new URL(link, `${calendar.origin}${address}`);
      if (origin === calendar.origin && isPage(pathname)) found.add(pathname + search);
    }
  }
  return pages;
}

/** Links without `rel="nofollow"`. */
const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*?\shref="([^"]+)"[^>]*>/g)]
    .filter(([tag]) => !/rel="[^"]*nofollow/.test(tag))
    .map(([, link = '']) => link.replaceAll('&amp;', '&'));

/** Feeds of the API are no pages. */
const isPage = (path: string): boolean => /^(\/(ca|en|es))?\/agenda(\/(?!files\/)|$)/.test(path);

describe('A crawler that follows every link without nofollow', () => {
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
