import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCalendar, type TestCalendar } from '../../support/calendar/test-calendar.js';
import { readAtom } from '../../support/feeds/read-atom.js';
import { readJsonLd } from '../../support/feeds/read-json-ld.js';
import { createRecord } from '../../support/records/kinds.js';
import { pathAndQueryOf } from '../../support/records/records.js';

const NOW = '2027-03-10T12:00:00Z';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar({ EVENT_URL_TEMPLATE: 'https://agenda.example/{language}/{slug}' });
  calendar.setNow(NOW);
});
afterAll(() => calendar.close());

const read = async (path: string) => {
  const response = await calendar.request('GET', path);
  expect([path, response.status]).toEqual([path, 200]);
  return response;
};

/** An event on a day, published some hours before now. */
const createEvent = (title: string, day: string, hours: number, input: object = {}) =>
  createRecord(calendar, 'events', {
    title,
    start_date: `${day} 10:00:00`,
    end_date: `${day} 11:00:00`,
    date: new Date(Date.parse(NOW) - hours * 3_600_000).toISOString(),
    ...input,
  });

describe('Atom feed', () => {
  it('has the events that have not ended, the latest published first, in pages (13.24)', async () => {
    await createEvent('Ended', '2027-03-10', 1, { tags: ['atom'] });
    await createEvent('Third', '2027-03-12', 4, { tags: ['atom'] });
    await createEvent('First', '2027-03-13', 2, { tags: ['atom'] });
    await createEvent('Second', '2027-03-11', 3, { tags: ['atom'] });
    const titlesOf = async (path: string) => {
      const feed = readAtom((await read(path)).text);
      const next = feed.links?.find(({ rel }) => rel === 'next')?.href;
      return { titles: feed.entries?.map(({ title }) => title?.value), next };
    };
    const first = await titlesOf('events.atom?tags=atom&per_page=2&page=7&orderby=title&order=asc');
    expect(first.titles).toEqual(['First', 'Second']);
    expect(await titlesOf(pathAndQueryOf(first.next ?? ''))).toEqual({ titles: ['Third'], next: undefined });
    expect((await titlesOf('events.atom?tags=atom&start_date=2027-03-10')).titles).toEqual([
      'Ended',
      'First',
      'Second',
      'Third',
    ]);
  });

  it('changes its entity tag when the first of its events ends (8.7, 13.20)', async () => {
    const tagAt = async (now: string) => {
      calendar.setNow(now);
      return (await read('events.atom?tags=atom')).headers.get('ETag');
    };
    const tags = [
      await tagAt('2027-03-11T10:59:59Z'),
      await tagAt('2027-03-11T11:00:00Z'),
      await tagAt('2027-03-11T11:00:01Z'),
    ];
    calendar.setNow(NOW);
    expect(tags[2]).not.toBe(tags[0]);
  });
});

describe('JSON-LD', () => {
  it('of a list is a page with the headers of a list (13.27)', async () => {
    const parent = await createEvent('Festa major', '2027-04-01', 5, { tags: ['ld'] });
    await createEvent('R&B', '2027-04-02', 5, { tags: ['ld'], post_parent: parent.id });
    const { text, headers } = await read('events.jsonld?tags=ld&per_page=1&page=2');
    const { '@graph': graph } = readJsonLd(text) as unknown as { '@graph': Record<string, unknown>[] };
    expect(graph).toMatchObject([{ name: 'R&B', superEvent: { name: 'Festa major' } }]);
    expect(headers.get('X-Total')).toBe('2');
    expect(headers.get('Link')).toMatch(
      /^<[^>]+\/events\.jsonld\?[^>]+>; rel="first", <[^>]+\/events\.jsonld\?[^>]+>; rel="prev"/,
    );
  });

  it('of an event names its public page, the language of its texts, and a hidden parent (13.25)', async () => {
    const parent = await createEvent('Cicle', '2027-04-01', 5, { ml_language: 'ca', hide_from_listings: true });
    const input = { ml_language: 'ca', post_parent: parent.id };
    const { id, slug } = await createEvent('Concert', '2027-04-02', 5, input);
    const { text, headers } = await read(`events/${id}.jsonld?ml_language=es`);
    const url = `https://agenda.example/ca/${slug}`;
    expect(readJsonLd(text)).toMatchObject({
      '@id': url,
      url,
      inLanguage: 'ca',
      superEvent: { '@id': `https://agenda.example/ca/${parent.slug}`, name: 'Cicle' },
      startDate: '2027-04-02T10:00:00+00:00',
    });
    expect(headers.get('Content-Language')).toBe('ca');
    expect((await read(`events/by-slug/${slug}.jsonld`)).text).toBe((await read(`events/${id}.jsonld`)).text);
  });
});
