import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import { readPage, upcomingDates } from '../support/records/records.js';
import { expectShape, SHAPES } from './shapes.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const LINKS = { venue: 'venues', organizer: 'organizers', categories: 'categories', tags: 'tags' } as const;
type Link = keyof typeof LINKS;
const EACH = Object.entries(LINKS) as [Link, (typeof LINKS)[Link]][];

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const event = (fields: Record<string, unknown> = {}) =>
  createRecord(calendar, 'events', { ...upcomingDates(), ...fields });
const read = async (path: string) => (await calendar.request<ServedRecord>('GET', path)).body;
const embedded = (record: ServedRecord, link: Link) => record[link] as ServedRecord[];

describe.each(EACH)('Embedded %s of an event', (link, path) => {
  it('are in the order of the request, in single events and in lists (5.3)', async () => {
    const ids: number[] = [];
    for (let each = 0; each < 3; each += 1) ids.push((await createRecord(calendar, path)).id);
    for (const order of [ids, ids.toReversed(), [ids[1], ids[2], ids[0]], [ids[2]]]) {
      const { id } = await event({ [link]: order });
      expect(embedded(await read(`events/${id}`), link).map((each) => each.id)).toEqual(order);
      const [listed] = (await readPage(calendar, `events?include=${id}`)).body.events;
      expect(embedded(listed as ServedRecord, link).map((each) => each.id)).toEqual(order);
    }
  });

  it('are full records, equal to a read of the record, except that terms have no count (5.3, 5.5)', async () => {
    const description = '<p>Described</p>';
    const { id } = await createRecord(calendar, path, { description, image: 'https://i.example/a.jpg' });
    const { id: eventId } = await event({ [link]: id });
    const { count, ...alone } = await read(`${path}/${id}`);
    const [served] = embedded(await read(`events/${eventId}`), link);
    expect(served).toEqual(alone);
    expect(count).toBe(path === 'categories' || path === 'tags' ? 1 : undefined);
  });

  it('fall back to an existing translation and state its language (3.2)', async () => {
    const { id } = await createRecord(calendar, path, { ml_language: 'ca' });
    const { id: eventId } = await event({ [link]: id, ml_language: 'es' });
    for (const query of ['', '?ml_language=es', '?ml_language=es&ml_fallback=none']) {
      const record = await read(`events/${eventId}${query}`);
      expect([record['ml_language'], embedded(record, link)[0]?.['ml_language']]).toEqual(['es', 'ca']);
    }
  });

  it('are not changed by a write of the event (5.2)', async () => {
    const other = await createRecord(calendar, path);
    const before = await read(`${path}/${other.id}`);
    const { id } = await event({ [link]: [{ ...other, description: 'Not written' }] });
    await calendar.request('PATCH', `events/${id}`, { json: { title: 'Changed', [link]: [] } });
    expect(await read(`${path}/${other.id}`)).toEqual(before);
  });
});

describe('Event with every member set', () => {
  it('has every member of its type, also in embedded records (5.1)', async () => {
    const parent = await createRecord(calendar, 'categories');
    const full = await event({
      venue: (await createRecord(calendar, 'venues', { geo_lat: 41, geo_lng: 1, image: 'https://i.example/v' })).id,
      organizer: (await createRecord(calendar, 'organizers', { email: 'a@b.example', custom_fields: { a: 1 } })).id,
      categories: [parent.id, (await createRecord(calendar, 'categories', { parent: parent.id })).id],
      tags: [(await createRecord(calendar, 'tags')).id],
      image: { url: 'https://i.example/e.WEBP', alt: 'A poster' },
      post_parent: (await event()).id,
      cost: ['10', '20'],
      website: 'https://e.example/',
    });
    expectShape(full, SHAPES.events);
    expect(full['image']).toMatchObject({ extension: 'webp', alt: 'A poster', width: null, height: null, sizes: {} });
    const [listed] = (await readPage(calendar, `events?include=${full.id}`)).body.events;
    expect(listed).toEqual(full);
  });
});

describe('Count of a term', () => {
  const count = async (path: string) => (await read(path))['count'];

  it('includes public events only: no drafts, trashed, scheduled, private or hidden events (5.5)', async () => {
    for (const [link, path] of EACH.slice(2)) {
      const { id } = await createRecord(calendar, path);
      const own = { [link]: id };
      const shown = await event(own);
      await event({ ...own, start_date: '1999-01-01 10:00:00', end_date: '1999-01-01 11:00:00' });
      for (const status of ['draft', 'pending', 'private']) await event({ ...own, status });
      await event({ ...own, date: '2999-01-01 00:00:00' });
      await event({ ...own, hide_from_listings: true });
      const trashed = await event(own);
      await calendar.request('DELETE', `events/${trashed.id}`);
      for (const token of [undefined, ADMIN_TOKEN]) {
        const { body } = await calendar.request('GET', `${path}/${id}`, { token });
        expect([path, body['count']]).toEqual([path, 2]);
      }
      const { body } = await readPage(calendar, `${path}?include=${id}`);
      expect(body[path][0]?.['count']).toBe(2);
      await calendar.request('PATCH', `events/${trashed.id}`, { json: { status: 'publish' } });
      await calendar.request('PATCH', `events/${shown.id}`, { json: { [link]: [] } });
      expect(await count(`${path}/${id}`)).toBe(2);
    }
  });

  it('includes events of descendants of a category, each event once (5.5)', async () => {
    const top = await createRecord(calendar, 'categories');
    const middle = await createRecord(calendar, 'categories', { parent: top.id });
    const bottom = await createRecord(calendar, 'categories', { parent: middle.id });
    const all = [top.id, middle.id, bottom.id];
    await event({ categories: all });
    await event({ categories: [bottom.id] });
    await event({ categories: [middle.id, bottom.id] });
    const counts = async () => Promise.all(all.map((id) => count(`categories/${id}`)));
    expect(await counts()).toEqual([3, 3, 3]);
    await event({ categories: [top.id] });
    await event({ categories: [middle.id] });
    expect(await counts()).toEqual([5, 4, 3]);
    await calendar.request('PATCH', `categories/${bottom.id}`, { json: { parent: 0 } });
    expect(await counts()).toEqual([4, 3, 3]);
  });

  it('of 0 hides the term from lists unless hide_empty=false (7.11)', async () => {
    for (const path of ['categories', 'tags'] as const) {
      const { id } = await createRecord(calendar, path, { name: uniqueName('Empty') });
      const total = async (query: string) => (await readPage(calendar, `${path}?include=${id}${query}`)).body.total;
      expect([await total(''), await total('&hide_empty=true'), await total('&hide_empty=0')]).toEqual([0, 0, 1]);
      await event({ [path]: id });
      expect(await total('')).toBe(1);
    }
  });
});
