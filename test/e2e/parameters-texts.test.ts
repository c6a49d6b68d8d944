import { describe, expect, it } from 'vitest';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, KINDS, requiredFieldsOf } from '../support/records/kinds.js';
import { upcomingDates } from '../support/records/records.js';
import { operationsOf } from '../support/requests/operations.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };

const calendar = useTestCalendar();

/** Text fields of each kind. */
const TEXT_FIELDS = {
  events: ['title', 'description', 'excerpt', 'cost'],
  venues: ['venue', 'description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'],
  organizers: ['organizer', 'description', 'phone'],
  categories: ['name', 'description'],
  tags: ['name', 'description'],
};

/** Other fields that accept a string. */
const OTHER_STRING_FIELDS = {
  events: ['slug', 'website', 'start_date', 'timezone', 'status', 'image', 'categories', 'featured', 'ml_language'],
  venues: ['website', 'status', 'date', 'image', 'show_map', 'geo_lat', 'custom_fields', 'author', 'ml_language'],
  organizers: ['website', 'email', 'status', 'date_utc', 'image', 'custom_fields', 'ml_language'],
  categories: ['slug', 'parent', 'ml_language'],
  tags: ['slug', 'ml_language'],
};

describe('Unicode texts', () => {
  it.each(KINDS)('are stored in NFC without outer whitespace: $path (2.8)', async ({ path }) => {
    const { id } = await createRecord(calendar, path);
    const input = Object.fromEntries(
      TEXT_FIELDS[path].map((field) => [field, ' \t\n\u00a0\u2003Cafe\u0300 n\u0303 \u212b\r\n ']),
    );
    const served = Object.fromEntries(TEXT_FIELDS[path].map((field) => [field, 'Cafè ñ Å']));
    const form = new URLSearchParams(input).toString();
    for (const response of [
      await calendar.request('PATCH', `${path}/${id}`, { json: input }),
      await calendar.request('PATCH', `${path}/${id}`, { form }),
      await calendar.request('PATCH', `${path}/${id}?${form}`),
      await calendar.request('GET', `${path}/${id}`),
    ])
      expect(response.body).toMatchObject(served);
  });

  it.each(KINDS)(
    'lose control characters; line breaks become blanks in one-line texts: $path (2.8)',
    async ({ path }) => {
      const multiline: Record<string, string> = {
        description: '<p>a\tb<br />c</p>',
        excerpt: '<p>a\tb<br />c</p>',
        cost: 'a\tb\r\nc',
      };
      const { id } = await createRecord(calendar, path);
      const json = Object.fromEntries(TEXT_FIELDS[path].map((field) => [field, 'a\u0007\tb\u202e\r\nc']));
      const { body } = await calendar.request('PATCH', `${path}/${id}`, { json });
      for (const field of TEXT_FIELDS[path]) expect([field, body[field]]).toEqual([field, multiline[field] ?? 'a b c']);
    },
  );

  it.each(KINDS)('of which only markup was sent are invalid, not missing: $path (2.7)', async (kind) => {
    const plain = TEXT_FIELDS[kind.path].filter((field) => field !== 'description' && field !== 'excerpt');
    const json = Object.fromEntries(plain.map((field) => [field, '<Untitled>']));
    const response = await calendar.request('POST', kind.path, { json: { ...requiredFieldsOf(kind), ...json } });
    expectInvalidParameters(response, ...plain);
    expect(Object.values(response.body['params'] as object)).toEqual(plain.map(() => expect.stringContaining('HTML')));
  });

  it.each(KINDS)('with a "<" are found by the text that was sent: $path (7.6)', async ({ path, titleField }) => {
    const { id } = await createRecord(calendar, path, { [titleField]: 'Si 3a<7b', ...upcomingDates() });
    const query = new URLSearchParams({ search: '3a<7b', hide_empty: 'false' }).toString();
    const { body } = await calendar.request('GET', `${path}?${query}`);
    expect((body[path] as { id: number }[]).map((record) => record.id)).toEqual([id]);
  });

  it('in NFD are found by a search in NFC and in NFD (2.8)', async () => {
    const { id } = await createRecord(calendar, 'venues', { venue: 'Cafe\u0301 d\u2019Orle\u0301ans' });
    for (const search of ['Orléans', 'Orle\u0301ans']) {
      const { body } = await calendar.request('GET', `venues?search=${encodeURIComponent(search)}`);
      expect(body['venues']).toMatchObject([{ id }]);
    }
  });

  it.each([
    String.raw`a\u0000b`,
    String.raw`\u0000`,
    String.raw`\ud800`,
    String.raw`a\udc00b`,
    String.raw`\udc00\ud800`,
  ])('with %s are 400 in every field and inside objects (2.8, 9.3)', async (text) => {
    for (const { path } of KINDS) {
      const { id } = await createRecord(calendar, path);
      const fields = [...TEXT_FIELDS[path], ...OTHER_STRING_FIELDS[path]];
      const raw = `{${fields.map((field) => `"${field}":"${text}"`).join(',')}}`;
      expectInvalidParameters(await calendar.request('PATCH', `${path}/${id}`, { raw, headers: JSON_TYPE }), ...fields);
    }
    for (const value of [`{"${text}":1}`, `{"a":["${text}"]}`, `{"a":{"b":"${text}"}}`]) {
      const raw = `{"venue":"V","custom_fields":${value},"image":{"url":"https://x.example/a.jpg","alt":"${text}"}}`;
      const response = await calendar.request('POST', 'venues', { raw, headers: JSON_TYPE });
      expectInvalidParameters(response, 'custom_fields', 'image');
    }
  });

  it('with U+0000 are 400 in forms and query strings (2.8)', async () => {
    for (const { path } of KINDS) {
      const { id } = await createRecord(calendar, path);
      const fields = [...TEXT_FIELDS[path], ...OTHER_STRING_FIELDS[path]];
      const text = fields.map((field) => `${field}=a%00`).join('&');
      expectInvalidParameters(await calendar.request('PATCH', `${path}/${id}`, { form: text }), ...fields);
      expectInvalidParameters(await calendar.request('PATCH', `${path}/${id}?${text}`), ...fields);
      const filters = ['search', 'include', 'page', 'per_page', 'ml_language', 'ml_fallback'];
      const query = filters.map((name) => `${name}=%00`).join('&');
      expectInvalidParameters(await calendar.request('GET', `${path}?${query}`), ...filters);
      expectInvalidParameters(await calendar.request('GET', `${path}?after=%00`), 'after');
    }
    const form = 'custom_fields[a]=%00';
    expectInvalidParameters(await calendar.request('POST', 'venues?venue=V', { form }), 'custom_fields');
  });
});

describe('Length of a text', () => {
  it.each([
    ['title', 500, ['a', 'я', '🎉']],
    ['description', 200_000, ['a', 'я', '🎉']],
    ['slug', 200, ['a', 'я']],
    ['cost', 2000, ['a', 'я', '🎉']],
  ])('%s: at most %d code points, without outer whitespace (2.8, 12.4)', async (field, maxLength, characters) => {
    const { id } = await createRecord(calendar, 'events');
    const send = (text: string) => calendar.request('PATCH', `events/${id}`, { json: { [field]: text } });
    for (const character of characters) {
      const longest = character.repeat(maxLength);
      const response = await send(`  ${longest}\n`);
      expect([response.status, response.body[field] === longest]).toEqual([200, true]);
      expectInvalidParameters(await send(`${longest}${character}`), field);
    }
    // One visible character of two code points.
    expectInvalidParameters(await send('☀\uFE0F'.repeat(maxLength / 2 + 1)), field);
  });

  it('an image URL has at most 2,000 characters (12.4)', async () => {
    const json = { venue: 'V', image: 'https://a.example/'.padEnd(2001, 'a') };
    expectInvalidParameters(await calendar.request('POST', 'venues', { json }), 'image');
  });

  it('a description that is too long to be sanitized is 400 (5.10)', async () => {
    const json = { venue: 'Long', description: `<script>alert(1)</script>${'😀\uFE0F'.repeat(140_000)}` };
    expectInvalidParameters(await calendar.request('POST', 'venues', { json }), 'description');
  });
});

/** Sends path and form unchanged. `fetch` would encode them. */
const send = (method: string, path: string, form?: string) =>
  rawRequest(calendar.origin, {
    method,
    path: path.startsWith('/') ? path : `/calendar/events/v1/${path}`,
    headers: { ...ADMIN_HEADERS, ...(form !== undefined && FORM_TYPE) },
    body: form,
  });

describe('Invalid percent-encoding', () => {
  it('is 400 in the query string of every operation, also in unknown parameters (2.8)', async () => {
    const operations = operationsOf(calendar);
    expect(operations.length).toBeGreaterThan(50);
    const { id } = await createRecord(calendar, 'events');
    for (const { method, path } of operations) {
      const address = path.replace(/\{(id|user)\}/, String(id)).replace('{slug}', 'a');
      const { status, body } = await send(method, `${address}?nobody=caf%E9`);
      expect({ method, path, status }).toEqual({ method, path, status: 400 });
      if (method !== 'HEAD') expect(Object.keys(body['params'] ?? {})).toContain('nobody');
    }
  });

  it('is an invalid parameter, not a missing one, and reported with all other errors (2.7, 2.8)', async () => {
    expectInvalidParameters(await send('GET', 'events?search=%E9&page=0'), 'search', 'page');
    const missing = 'title=%E9&start_date=x&end_date=2030-01-01';
    expectInvalidParameters(await send('POST', 'events', missing), 'title', 'start_date');
    const event = ['title=T', 'start_date=2030-01-01', 'end_date=2030-01-01'];
    const nested = ['venue[venue]=V', 'venue[city]=%E9', 'organizer[0][organizer]=%E9', 'tags[]=%E9', 'categories=%E9'];
    expectInvalidParameters(
      await send('POST', 'events', [...event, ...nested, '%E9=1', 'custom_fields[a%E9]=1'].join('&')),
      'venue.city',
      'organizer[0].organizer',
      'tags',
      'categories',
      '\ufffd',
      'custom_fields.a\ufffd',
    );
  });

  it('is 400 in the query string even if the body contains the same parameter (2.1)', async () => {
    const { id } = await createRecord(calendar, 'venues');
    expectInvalidParameters(await send('PATCH', `venues/${id}?city=%E9`, 'city=Reus'), 'city');
  });

  it('does not include encoded percent signs (2.8)', async () => {
    const { id } = await createRecord(calendar, 'venues');
    const { status, body } = await send('PATCH', `venues/${id}`, 'city=100%25+%25zz+caf%C3%A9+%F0%9F%8E%89');
    expect([status, body['city']]).toEqual([200, '100% %zz café 🎉']);
  });
});
