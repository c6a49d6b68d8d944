import { beforeAll, describe, expect, it } from 'vitest';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { readAtom } from '../../support/feeds/read-atom.js';
import { readCalendar } from '../../support/feeds/read-calendar.js';
import { readJsonLd } from '../../support/feeds/read-json-ld.js';
import { createRecord, type ServedRecord } from '../../support/records/kinds.js';
import { followPages, pathAndQueryOf } from '../../support/records/records.js';

const NOW = '2027-03-10T12:00:00Z';
const calendar = useTestCalendar({
  TIMEZONE: 'Europe/Madrid',
  FEED_NAME: 'Agenda de Reus',
  EVENT_URL_TEMPLATE: 'https://agenda.example/{language}/{slug}',
});

/** An event of one hour, on a day relative to 10 March 2027. */
const createEvent = (days: number, input: object = {}): Promise<ServedRecord> => {
  const day = new Date(Date.parse(NOW) + days * 86_400_000).toISOString().slice(0, 10);
  return createRecord(calendar, 'events', { start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00`, ...input });
};

const read = (path: string, headers: Record<string, string> = {}, token?: string) =>
  calendar.request('GET', path, { headers, token });

const readOk = async (path: string) => {
  const response = await read(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response;
};

/** The ids of the events of a calendar file, in its order. */
const idsIn = ({ text }: { text: string }): number[] =>
  [...text.matchAll(/^UID:event-(\d+)@/gm)].map(([, id]) => Number(id));

const idsOf = async (path: string): Promise<number[]> => idsIn(await readOk(path));

beforeAll(() => calendar.setNow(NOW));

describe('Calendar file of a list', () => {
  it('contains all events that the pages of the list contain, once, in its order (13.4)', async () => {
    const word = 'excursio';
    for (let day = 30; day > 0; day -= 1) await createEvent(day % 7, { title: `${word} ${day}` });
    const filter = `search=${word}&start_date=today`;
    const expected = await followPages(calendar, 'events', `events?${filter}&per_page=7`);
    expect(expected).toHaveLength(30);
    expect(await idsOf(`events.ics?${filter}`)).toEqual(expected);
    expect(await idsOf(`events.ics?${filter}&page=2&per_page=3&orderby=title&order=desc`)).toEqual(expected);
    const strict = await read(`events.ics?${filter}&page=2&order=desc`, { Prefer: 'handling=strict' });
    expect([strict.status, Object.keys(strict.body['params'] as object)]).toEqual([400, ['page', 'order']]);
  });

  it('without a date filter contains the events that end on or after the day 31 days ago (13.5)', async () => {
    const tag = 'finestra';
    const ids: Record<number, number> = {};
    for (const day of [-33, -32, -31, -1, 0, 900]) ids[day] = (await createEvent(day, { tags: [tag] })).id;
    const idsOn = (...days: number[]) => days.map((day) => ids[day]);
    expect(await idsOf(`events.ics?tags=${tag}`)).toEqual(idsOn(-31, -1, 0, 900));
    expect(await idsOf(`events.ics?tags=${tag}&strict_dates=true`)).toEqual(idsOn(-31, -1, 0, 900));
    expect(await idsOf(`events.ics?tags=${tag}&start_date=2027-02-06`)).toEqual(idsOn(-32, -31, -1, 0));
    expect(await idsOf(`events.ics?tags=${tag}&during=today`)).toEqual(idsOn(0));
    expect(await idsOf(`events.ics?include=${idsOn(-33, 900).join()}`)).toEqual(idsOn(-33, 900));
  });

  it('describes only zones that a time is written with: times that occur twice are in UTC (13.11)', async () => {
    const repeated = { start_date: '2027-10-31 02:30:00', end_date: '2027-10-31 02:45:00', timezone: 'Europe/Madrid' };
    const events = [repeated, repeated, { ...repeated, end_date: '2027-10-31 04:00:00' }];
    await Promise.all(events.map((each) => createEvent(0, { tags: ['hora'], ...each })));
    expect(readCalendar((await read('events.ics?tags=hora')).text)).toMatchObject({
      timeZones: [],
      events: { length: 3 },
    });
    await createEvent(300, { tags: ['hora'], timezone: 'Europe/Madrid' });
    const { timeZones } = readCalendar((await read('events.ics?tags=hora')).text);
    expect(timeZones).toHaveLength(1);
  });
});

describe('Entity tag of a calendar file', () => {
  const path = 'events.ics?tags=etiqueta';
  const tagOf = async (given = path): Promise<string> => (await read(given)).headers.get('ETag') ?? '';

  it('changes with each visible write, and never with a hidden one (13.20)', async () => {
    const venue = await createRecord(calendar, 'venues', { venue: 'Ateneu' });
    const event = await createEvent(5, { tags: ['etiqueta'], venue: [venue.id] });
    const update = (target: string, json: object) => calendar.request('PATCH', target, { json });
    const tags = [await tagOf()];
    const writes: [string, object][] = [
      [`events/${event.id}`, { title: 'Un altre títol' }],
      [`events/${event.id}`, { title: 'Otro título', ml_language: 'es' }],
      [`venues/${venue.id}`, { phone: '977 010 010' }],
      [`tags/${(event.tags as ServedRecord[])[0]?.id}`, { name: 'Etiqueta nova' }],
      [`venues/${venue.id}`, { status: 'draft' }],
    ];
    for (const [target, json] of writes) {
      expect((await update(target, json)).status).toBe(200);
      tags.push(await tagOf());
    }
    expect(new Set(tags).size).toBe(tags.length);
    const current = tags.at(-1);
    await createEvent(5, { tags: ['etiqueta'], status: 'draft' });
    await update(`venues/${venue.id}`, { phone: '977 020 020' });
    expect(await tagOf()).toBe(current);
  });

  it('changes when a scheduled event is published, and at midnight (8.7, 13.20)', async () => {
    await createEvent(6, { tags: ['programat'], status: 'future', date: '2027-03-10 14:00:00' });
    const scheduled = 'events.ics?tags=programat';
    const today = 'events.ics?tags=programat&during=today';
    const tags = [await tagOf(scheduled)];
    for (const now of ['2027-03-10T12:59:59Z', '2027-03-10T13:00:00Z']) {
      calendar.setNow(now);
      tags.push(await tagOf(scheduled));
    }
    calendar.setNow('2027-03-15T22:59:59Z');
    const before = await tagOf(today);
    calendar.setNow('2027-03-15T23:00:00Z');
    expect(await tagOf(today)).not.toBe(before);
    calendar.setNow(NOW);
    expect(tags[1]).toBe(tags[0]);
    expect(tags[2]).not.toBe(tags[0]);
  });

  it('leads to 304 with If-None-Match, is the same for HEAD, and depends on parameters that are not empty (13.20)', async () => {
    const { headers } = await read('events.ics');
    const tag = headers.get('ETag') ?? '';
    const again = await read('events.ics', { 'If-None-Match': tag });
    expect([again.status, again.text, again.headers.get('ETag')]).toEqual([304, '', tag]);
    const head = await calendar.request('HEAD', 'events.ics');
    expect([head.status, head.text, head.headers.get('ETag')]).toEqual([200, '', tag]);
    expect(head.headers.get('Content-Length')).toBeNull();
    const paths = ['events.ics?ml_language=ca', 'events.ics?styled=true', 'events.ics?search='];
    const tags = await Promise.all(paths.map((each) => tagOf(each)));
    expect(tags.map((each) => each === tag)).toEqual([false, false, true]);
  });
});

describe('Headers of a calendar file', () => {
  it('name the file by the slug, and allow caches for anonymous requests without a password only (13.6, 13.19)', async () => {
    const event = await createEvent(8, { slug: 'concert-n' });
    const greek = await createEvent(8, { slug: 'μουσική' });
    const headersOf = async (path: string, token?: string) => {
      const { headers } = await read(path, {}, token);
      return ['Content-Type', 'Content-Disposition', 'Cache-Control'].map((name) => headers.get(name));
    };
    const type = 'text/calendar; charset=utf-8';
    const shared = 'public, max-age=0, must-revalidate';
    expect(await headersOf('events.ics')).toEqual([type, 'inline; filename="events.ics"', shared]);
    expect(await headersOf(`events/${event.id}.ics`)).toEqual([type, 'inline; filename="concert-n.ics"', shared]);
    expect((await headersOf(`events/${greek.id}.ics`))[1]).toBe(
      `inline; filename="_______.ics"; filename*=UTF-8''${encodeURIComponent('μουσική')}.ics`,
    );
    expect((await headersOf('events.ics', await calendar.createToken('subscriber')))[2]).toBe('no-store');
    expect((await headersOf('events.ics?password=x'))[2]).toBe('no-store');
  });
});

/** An event on a day, published some hours before now. */
const createPublished = (title: string, day: string, hours: number, input: object = {}) =>
  createRecord(calendar, 'events', {
    title,
    start_date: `${day} 10:00:00`,
    end_date: `${day} 11:00:00`,
    date: new Date(Date.parse(NOW) - hours * 3_600_000).toISOString(),
    ...input,
  });

describe('Atom feed', () => {
  it('has the events that have not ended, the latest published first, in pages (13.24)', async () => {
    await createPublished('Ended', '2027-03-10', 1, { tags: ['atom'] });
    await createPublished('Third', '2027-03-12', 4, { tags: ['atom'] });
    await createPublished('First', '2027-03-13', 2, { tags: ['atom'] });
    await createPublished('Second', '2027-03-11', 3, { tags: ['atom'] });
    const titlesOf = async (path: string) => {
      const feed = readAtom((await readOk(path)).text);
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
});

describe('JSON-LD', () => {
  it('of a list is a page with the headers of a list (13.27)', async () => {
    const parent = await createPublished('Festa major', '2027-04-01', 5, { tags: ['ld'] });
    await createPublished('R&B', '2027-04-02', 5, { tags: ['ld'], post_parent: parent.id });
    const { text, headers } = await readOk('events.jsonld?tags=ld&per_page=1&page=2');
    const { '@graph': graph } = readJsonLd(text) as unknown as { '@graph': Record<string, unknown>[] };
    expect(graph).toMatchObject([{ name: 'R&B', superEvent: { name: 'Festa major' } }]);
    expect(headers.get('X-Total')).toBe('2');
    expect(headers.get('Link')).toMatch(
      /^<[^>]+\/events\.jsonld\?[^>]+>; rel="first", <[^>]+\/events\.jsonld\?[^>]+>; rel="prev"/,
    );
  });

  it('of an event names its public page, the language of its texts, and a parent that lists leave out (13.25)', async () => {
    const parent = await createPublished('Cicle', '2027-04-01', 5, { ml_language: 'ca', hide_from_listings: true });
    const input = { ml_language: 'ca', post_parent: parent.id };
    const { id, slug } = await createPublished('Concert', '2027-04-02', 5, input);
    const { text, headers } = await readOk(`events/${id}.jsonld?ml_language=es`);
    const url = `https://agenda.example/ca/${slug}`;
    expect(readJsonLd(text)).toMatchObject({
      '@id': url,
      url,
      inLanguage: 'ca',
      superEvent: { '@id': `https://agenda.example/ca/${parent.slug}`, name: 'Cicle' },
      startDate: '2027-04-02T10:00:00+02:00',
    });
    expect(headers.get('Content-Language')).toBe('ca');
    expect((await readOk(`events/by-slug/${slug}.jsonld`)).text).toBe((await readOk(`events/${id}.jsonld`)).text);
  });
});
