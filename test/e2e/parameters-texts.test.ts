import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, KINDS } from '../support/records/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Text fields of each kind. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  events: ['title', 'description', 'excerpt', 'cost'],
  venues: ['venue', 'description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'],
  organizers: ['organizer', 'description', 'phone'],
  categories: ['name', 'description'],
  tags: ['name', 'description'],
};

/** Other fields that accept a string. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  events: ['slug', 'website', 'start_date', 'timezone', 'status', 'image', 'categories', 'featured', 'ml_language'],
  venues: ['website', 'status', 'date', 'image', 'show_map', 'geo_lat', 'custom_fields', 'author', 'ml_language'],
  organizers: ['website', 'email', 'status', 'date_utc', 'image', 'custom_fields', 'ml_language'],
  categories: ['slug', 'parent', 'ml_language'],
  tags: ['slug', 'ml_language'],
};

describe('Unicode texts', () => {
  it.each(KINDS)('are stored in NFC without outer whitespace: $path (2.8)', async ({ path }) => {
    const { id } = await createRecord(calendar, path);
    const fields = TEXTS[path] ?? [];
    const sent = Object.fromEntries(fields.map((field) => [field, ' \t\n\u00a0\u2003Cafe\u0300 n\u0303 \u212b\r\n ']));
    const served = Object.fromEntries(fields.map((field) => [field, 'Cafè ñ Å']));
    const form = new URLSearchParams(sent).toString();
    for (const answer of [
      await calendar.request('PATCH', `${path}/${id}`, { json: sent }),
      await calendar.request('PATCH', `${path}/${id}`, { form }),
      await calendar.request('PATCH', `${path}/${id}?${form}`),
      await calendar.request('GET', `${path}/${id}`),
    ]) {
      expect(answer.body).toMatchObject(served);
    }
  });

  it('in NFD are found by a search in NFC and in NFD (2.8)', async () => {
    const { id } = await createRecord(calendar, 'venues', { venue: 'Cafe\u0301 d\u2019Orle\u0301ans' });
    for (const search of ['Orléans', 'Orle\u0301ans']) {
      const { body } = await calendar.request('GET', `venues?search=${encodeURIComponent(search)}`);
      expect((body['venues'] as { id: number }[]).map((venue) => venue.id)).toEqual([id]);
    }
  });

  const HOSTILE = [
    String.raw`a\u0000b`,
    String.raw`\u0000`,
    String.raw`\ud800`,
    String.raw`a\udc00b`,
    String.raw`\udc00\ud800`,
  ];

  it.each(HOSTILE)('with %s are 400 in every field (2.8)', async (text) => {
    for (const { path } of KINDS) {
      const { id } = await createRecord(calendar, path);
      const fields = [...(TEXTS[path] ?? []), ...(OTHERS[path] ?? [])];
      const raw = `{${fields.map((field) => `"${field}":"${text}"`).join(',')}}`;
      expectInvalidParameters(await calendar.request('PATCH', `${path}/${id}`, { raw, headers: JSON_TYPE }), ...fields);
    }
    for (const value of [`{"${text}":1}`, `{"a":["${text}"]}`, `{"a":{"b":"${text}"}}`]) {
      const raw = `{"venue":"V","custom_fields":${value}}`;
      expectInvalidParameters(await calendar.request('POST', 'venues', { raw, headers: JSON_TYPE }), 'custom_fields');
    }
  });

  it('with U+0000 are 400 in forms and query strings (2.8)', async () => {
    for (const { path } of KINDS) {
      const { id } = await createRecord(calendar, path);
      const fields = [...(TEXTS[path] ?? []), ...(OTHERS[path] ?? [])];
      const text = fields.map((field) => `${field}=a%00`).join('&');
      expectInvalidParameters(await calendar.request('PATCH', `${path}/${id}`, { form: text }), ...fields);
      expectInvalidParameters(await calendar.request('PATCH', `${path}/${id}?${text}`), ...fields);
      const filters = ['search', 'include', 'page', 'per_page', 'ml_language', 'ml_fallback'];
      expectInvalidParameters(
        await calendar.request('GET', `${path}?${filters.map((name) => `${name}=%00`).join('&')}`),
        ...filters,
      );
      expectInvalidParameters(await calendar.request('GET', `${path}?after=%00`), 'after');
    }
    const form = 'custom_fields[a]=%00';
    expectInvalidParameters(await calendar.request('POST', 'venues?venue=V', { form }), 'custom_fields');
  });
});

describe('Lengths of texts', () => {
  interface Schema {
    properties: Record<string, { maxLength?: number; type?: string; format?: string }>;
  }
  const SCHEMAS = { events: 'Event', venues: 'Venue', organizers: 'Organizer', categories: 'Category', tags: 'Tag' };

  /** Fields of a kind with a `maxLength` in the OpenAPI document. */
  async function limits(path: keyof typeof SCHEMAS): Promise<[field: string, most: number, format?: string][]> {
    const { body } = await calendar.request<{ components: { schemas: Record<string, Schema> } }>('GET', 'doc');
    const { properties = {} } = body.components.schemas[`Create${SCHEMAS[path]}`] ?? {};
    return Object.entries(properties).flatMap(([field, { maxLength, format }]) =>
      maxLength === undefined ? [] : [[field, maxLength, format]],
    );
  }

  it.each(KINDS)('above the documented maxLength are 400: $path (2.8)', async ({ path }) => {
    const { id } = await createRecord(calendar, path);
    const documented = await limits(path);
    const names = documented.map(([field]) => field);
    expect(names).toEqual(expect.arrayContaining(TEXTS[path]?.filter((field) => field !== 'cost') ?? []));
    for (const [field, most, format] of documented) {
      const prefix = { uri: 'https://a.example/', email: 'a@' }[format ?? ''] ?? '';
      const json = { [field]: prefix.padEnd(most + 1, 'a') };
      expectInvalidParameters(await calendar.request('PATCH', `${path}/${id}`, { json }), field);
    }
  });

  it.each([
    ['title', 500],
    ['description', 200_000],
    ['slug', 200],
    ['cost', 2000],
  ])('of %s are limited to %d characters of any size, without outer whitespace (2.8, 12.4)', async (field, most) => {
    const { id } = await createRecord(calendar, 'events');
    const send = (text: string) => calendar.request('PATCH', `events/${id}`, { json: { [field]: text } });
    for (const character of field === 'slug' ? ['a', 'я'] : ['a', 'я', '🎉']) {
      const longest = character.repeat(most);
      const answer = await send(`  ${longest}\n`);
      expect([answer.status, answer.body[field] === longest]).toEqual([200, true]);
      expectInvalidParameters(await send(`${longest}${character}`), field);
    }
  });

  it('are limited for search texts and URLs (2.8, 12.4)', async () => {
    expectInvalidParameters(await calendar.request('GET', `venues?search=${'a'.repeat(501)}`), 'search');
    expect((await calendar.request('GET', `venues?search=${'a'.repeat(500)}`)).status).toBe(200);
    const { id } = await createRecord(calendar, 'venues');
    const website = 'https://a.example/'.padEnd(2000, 'a');
    const send = (json: unknown) => calendar.request('PATCH', `venues/${id}`, { json });
    expect((await send({ website })).body['website']).toBe(website);
    expectInvalidParameters(await send({ website: `${website}a` }), 'website');
    expectInvalidParameters(await send({ image: `${website}a` }), 'image');
  });

  it('are limited for custom_fields to 16 KiB in total (2.8, 6.13)', async () => {
    const { id } = await createRecord(calendar, 'venues');
    const send = (length: number) =>
      calendar.request('PATCH', `venues/${id}`, { json: { custom_fields: { a: 'é'.repeat(length) } } });
    expect((await send(8000)).status).toBe(200);
    expectInvalidParameters(await send(8200), 'custom_fields');
  });
});
