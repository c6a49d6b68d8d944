import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectMissingParameters, expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, requiredFieldsOf, KINDS, type Kind } from '../support/records/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar({ TIMEZONE: 'Europe/Madrid' });
});
afterAll(() => calendar.close());

describe('Empty values in reads and deletions', () => {
  it('count as not given in a read (2.3)', async () => {
    const empty = 'ml_language=&ml_fallback=&page=&per_page=&search=&include=&after=&hide_empty=&venue=&tags=';
    for (const { path } of KINDS) {
      const { id } = await createRecord(calendar, path);
      const plain = await calendar.request('GET', path);
      const list = await calendar.request('GET', `${path}?${empty}`);
      expect([path, list.status, list.body]).toEqual([path, 200, plain.body]);
      const record = await calendar.request('GET', `${path}/${id}?ml_language=&ml_fallback=`);
      expect([path, record.status, record.body['id']]).toEqual([path, 200, id]);
    }
    expect(
      (await calendar.request('GET', `${calendar.base}?namespace=&context=`.slice(calendar.origin.length))).status,
    ).toBe(200);
  });

  it('count as not given in a DELETE (2.3)', async () => {
    const { id } = await createRecord(calendar, 'venues');
    const answer = await calendar.request('DELETE', `venues/${id}?force=&ml_scope=&ml_language=`);
    expect([answer.status, answer.body['status']]).toEqual([200, 'trash']);
  });
});

/** Optional fields, each with a value to send and the value in the response if the field is empty. */
const OPTIONAL: Readonly<Record<string, readonly [field: string, sent: unknown, empty: unknown][]>> = {
  events: [
    ['description', 'Text', ''],
    ['excerpt', 'Text', ''],
    ['website', 'https://a.example/', null],
    ['image', 'https://a.example/a.png', null],
    ['custom_fields', { a: 1 }, {}],
    ['cost', '20 €', ''],
    ['timezone', 'Asia/Tokyo', 'Europe/Madrid'],
    ['all_day', true, false],
    ['show_map', false, true],
    ['show_map_link', false, true],
    ['hide_from_listings', true, false],
    ['sticky', true, false],
    ['featured', true, false],
    ['ticketed', true, false],
  ],
  venues: [
    ...['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'].map(
      (field): [string, unknown, unknown] => [field, 'Text', null],
    ),
    ['description', 'Text', ''],
    ['website', 'https://a.example/', null],
    ['image', 'https://a.example/a.png', null],
    ['custom_fields', { a: 1 }, {}],
    ['show_map', false, true],
    ['show_map_link', false, true],
  ],
  organizers: [
    ['description', 'Text', ''],
    ['phone', 'Text', null],
    ['website', 'https://a.example/', null],
    ['email', 'a@a.example', null],
    ['image', 'https://a.example/a.png', null],
    ['custom_fields', { a: 1 }, {}],
  ],
  categories: [['description', 'Text', '']],
  tags: [['description', 'Text', '']],
};

const NOTHING = [null, '', []];

describe('Empty values in writes', () => {
  it.each(KINDS)('clear the optional fields of $path: null, "" and [] (2.3)', async ({ path }) => {
    const fields = OPTIONAL[path] ?? [];
    const filled = Object.fromEntries(fields.map(([field, sent]) => [field, sent]));
    const emptied = Object.fromEntries(fields.map(([field, , empty]) => [field, empty]));
    const { id } = await createRecord(calendar, path);
    for (const nothing of NOTHING) {
      const before = await calendar.request('PATCH', `${path}/${id}`, { json: filled });
      expect(before.status).toBe(200);
      for (const [field, , empty] of fields) expect([field, before.body[field]]).not.toEqual([field, empty]);
      const json = Object.fromEntries(fields.map(([field]) => [field, nothing]));
      const answer = await calendar.request('PATCH', `${path}/${id}`, { json });
      expect(answer.body).toMatchObject(emptied);
    }
  });

  it.each(KINDS)('clear the optional fields of $path in forms and query strings (2.3)', async ({ path }) => {
    const fields = OPTIONAL[path] ?? [];
    const filled = Object.fromEntries(fields.map(([field, sent]) => [field, sent]));
    const emptied = Object.fromEntries(fields.map(([field, , empty]) => [field, empty]));
    const text = fields.map(([field]) => `${field}=`).join('&');
    const { id } = await createRecord(calendar, path, filled);
    expect((await calendar.request('PATCH', `${path}/${id}`, { form: text })).body).toMatchObject(emptied);
    await calendar.request('PATCH', `${path}/${id}`, { json: filled });
    expect((await calendar.request('PATCH', `${path}/${id}?${text}`)).body).toMatchObject(emptied);
  });

  it.each(KINDS)('count as not sent in a create of $path (2.3)', async ({ path }) => {
    const fields = OPTIONAL[path] ?? [];
    for (const nothing of NOTHING) {
      const json = Object.fromEntries(
        [...fields.map(([field]) => field), 'slug', 'status'].map((field) => [field, nothing]),
      );
      const record = await createRecord(calendar, path, json);
      expect(record).toMatchObject(Object.fromEntries(fields.map(([field, , empty]) => [field, empty])));
      expect(record.slug).toMatch(/^record-\d+$/);
    }
  });

  it('clear links and coordinates (2.3)', async () => {
    const linked = {
      venue: [(await createRecord(calendar, 'venues')).id],
      organizer: [(await createRecord(calendar, 'organizers')).id],
      categories: [(await createRecord(calendar, 'categories')).id],
      tags: [(await createRecord(calendar, 'tags')).id],
      post_parent: (await createRecord(calendar, 'events')).id,
    };
    const { id } = await createRecord(calendar, 'events', linked);
    const cleared = { venue: [], organizer: [], categories: [], tags: [], post_parent: null };
    for (const nothing of NOTHING) {
      await calendar.request('PATCH', `events/${id}`, { json: linked });
      const json = Object.fromEntries(Object.keys(linked).map((field) => [field, nothing]));
      expect((await calendar.request('PATCH', `events/${id}`, { json })).body).toMatchObject(cleared);
      const venue = await createRecord(calendar, 'venues', { geo_lat: 41, geo_lng: 1 });
      const nowhere = { geo_lat: nothing, geo_lng: nothing };
      const answer = await calendar.request('PATCH', `venues/${venue.id}`, { json: nowhere });
      expect(answer.body).toMatchObject({ geo_lat: null, geo_lng: null });
    }
  });

  const REQUIRED = KINDS.flatMap((kind) =>
    [kind.titleField, ...Object.keys(kind.required)].map((field): [string, string, Kind] => [kind.path, field, kind]),
  );

  it.each(REQUIRED)('of %s are 400 for the required field %s (2.3)', async (path, field, kind) => {
    const { id } = await createRecord(calendar, kind.path);
    const isText = field === kind.titleField;
    for (const nothing of isText ? [...NOTHING, '   ', '\n\t\u00a0', '<b></b>', '<!-- -->'] : NOTHING) {
      expectInvalidParameters(await calendar.request('PATCH', `${path}/${id}`, { json: { [field]: nothing } }), field);
      const json = requiredFieldsOf(kind, { [field]: nothing });
      expectMissingParameters(await calendar.request('POST', path, { json }), field);
    }
    expectInvalidParameters(await calendar.request('PATCH', `${path}/${id}?${field}=`), field);
    const { [field]: _left, ...rest } = requiredFieldsOf(kind);
    expectMissingParameters(await calendar.request('POST', path, { json: rest }), field);
  });
});
