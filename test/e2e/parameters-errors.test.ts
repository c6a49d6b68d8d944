import { describe, expect, it } from 'vitest';
import { expectMissingParameters, expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, requiredFieldsOf, KINDS } from '../support/records/kinds.js';
import { type RequestOptions, ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { upcomingDates } from '../support/records/records.js';
import { operationsOf } from '../support/requests/operations.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';

const calendar = useTestCalendar();

describe('Empty values', () => {
  it('count as not given in lists and reads (2.3)', async () => {
    const { id } = await createRecord(calendar, 'events');
    const plain = await calendar.request('GET', 'events');
    for (const empty of [
      'include=,',
      'include[]=&venue=&tags=&ml_has_translation=',
      'ml_language=&ml_fallback=&page=&per_page=&search=&after=&start_date=',
      'ml_language=+%09&page=+%09&search=+%09&after=+%09&start_date=+%09',
    ]) {
      const { status, body } = await calendar.request('GET', `events?${empty}`);
      expect([empty, status, body]).toEqual([empty, 200, plain.body]);
    }
    expect((await calendar.request('GET', `events/${id}?ml_language=&ml_fallback=`)).body['id']).toBe(id);
  });

  it('count as not given in reads of the namespace index and in deletions (2.3)', async () => {
    const index = new URL(calendar.base).pathname;
    expect((await calendar.request('GET', `${index}?namespace=&context=`)).status).toBe(200);
    const { id } = await createRecord(calendar, 'venues');
    const removed = await calendar.request('DELETE', `venues/${id}?force=&ml_scope=&ml_language=`);
    expect([removed.status, removed.body['status']]).toEqual([200, 'trash']);
  });

  it.each(KINDS)(
    'include texts without a visible character: such a name of $path is missing in a create, invalid in an update (2.3, 2.8)',
    async (kind) => {
      const { path, titleField, required } = kind;
      const { id } = await createRecord(calendar, path);
      for (const invisible of ['\n\t\u00a0', '\u200B \u2060', '\u0007']) {
        const json = { [titleField]: invisible };
        expectInvalidParameters(await calendar.request('PATCH', `${path}/${id}`, { json }), titleField);
        const creation = { json: requiredFieldsOf(kind, json) };
        expectMissingParameters(await calendar.request('POST', path, creation), titleField);
      }
      expectMissingParameters(await calendar.request('POST', path, { json: {} }), titleField, ...Object.keys(required));
    },
  );
});

const STRICT = { Prefer: 'handling=strict' };
const sendStrict = (method: string, path: string, options: RequestOptions = {}) =>
  calendar.request(method, path, { ...options, headers: STRICT });

describe('Unknown parameters', () => {
  it('are ignored; with Prefer: handling=strict they are 400, all in one response (2.6)', async () => {
    const { id } = await createRecord(calendar, 'venues');
    const json = { venue: 'V', colour: 'blue', '': 1, 'a[b]': { a: [{}] } };
    const requests: [method: string, path: string, options: RequestOptions, unknown: string[]][] = [
      ['GET', 'venues?colour=blue&size=3&page=1', {}, ['colour', 'size']],
      ['GET', `venues/${id}?colour=blue&size=`, {}, ['colour', 'size']],
      ['POST', 'venues?size=3', { json }, ['colour', '', 'a[b]', 'size']],
      ['PATCH', `venues/${id}?size=3`, { json: { colour: null } }, ['colour', 'size']],
      ['PUT', `venues/${id}`, { form: 'colour[a]=1&size[]=2' }, ['colour', 'size']],
      ['DELETE', `venues/${id}?colour=blue`, {}, ['colour']],
    ];
    for (const [method, url, options, unknown] of requests) {
      expectInvalidParameters(await sendStrict(method, url, options), ...unknown);
      const { status } = await calendar.request(method, url, options);
      expect([method, url, status]).toEqual([method, url, method === 'POST' ? 201 : 200]);
    }
  });

  it('are reported together with invalid parameters (2.6)', async () => {
    const json = { colour: 'blue', website: 'nowhere' };
    expectInvalidParameters(await sendStrict('POST', 'venues?page=0', { json }), 'colour', 'page', 'website', 'venue');
  });

  it.each(['Handling = Strict', 'handling="strict"', 'respond-async,handling=strict', 'handling=strict; foo="bar"'])(
    'are 400 with the RFC 7240 header Prefer: %s (2.6)',
    async (prefer) => {
      expectInvalidParameters(
        await calendar.request('GET', 'tags?colour=blue', { headers: { Prefer: prefer } }),
        'colour',
      );
    },
  );

  it.each(['strict', 'handling=stricter', 'handling=lenient, handling=strict', 'wait=10; handling=strict'])(
    'are ignored with Prefer: %s (2.6)',
    async (prefer) => {
      expect((await calendar.request('GET', 'tags?colour=blue', { headers: { Prefer: prefer } })).status).toBe(200);
    },
  );
});

describe('Computed fields with handling=strict', () => {
  it('are accepted in a create from an event as read (2.6)', async () => {
    const event = await createRecord(calendar, 'events', {
      venue: { venue: 'V' },
      tags: 'T',
      image: 'https://a.example/a',
    });
    const created = await sendStrict('POST', 'events', { json: event });
    expect([created.status, created.body['id'] === event.id]).toEqual([201, false]);
  });

  it.each(KINDS)('are accepted with any value: $path (2.6)', async ({ path, isPublishable }) => {
    const record = await createRecord(calendar, path);
    const json = {
      id: 'x',
      rest_url: {},
      url: [1],
      ml_translations: 'x',
      ...(isPublishable ? { modified: 'never', modified_utc: 0 } : { count: -1 }),
    };
    const response = await sendStrict('PATCH', `${path}/${record.id}`, { json });
    expect([response.status, response.body]).toEqual([200, record]);
  });
});

const UNKNOWN_ID = 987654321;

const post = (path: string, json: unknown) => calendar.request('POST', path, { json });
const patch = (path: string, json: unknown) => calendar.request('PATCH', path, { json });

/** Two dates of publication that differ. */
const DATES = { date: '2030-01-01 10:00', date_utc: '2030-01-01 11:00' };
/** An event that ends before it starts. */
const REVERSED = { title: 'T', start_date: '2030-05-02 10:00', end_date: '2030-05-01 10:00' };

describe('A request with several errors', () => {
  it('is missing_parameter if all errors are missing parameters, otherwise invalid_parameter (2.7)', async () => {
    expectMissingParameters(await post('events', {}), 'title', 'start_date', 'end_date');
    expectMissingParameters(await post('events', { title: 'T' }), 'start_date', 'end_date');
    const json = { tags: [UNKNOWN_ID], end_date: 'x' };
    expectInvalidParameters(await post('events', json), 'title', 'start_date', 'end_date', 'tags');
    expectInvalidParameters(await post('venues', { author: UNKNOWN_ID }), 'venue', 'author');
  });

  it('reports parameters of the query string and of the body together (2.7)', async () => {
    const query = `featured=perhaps&tags=${UNKNOWN_ID}&website=nowhere`;
    const response = await post(`events?${query}`, { title: {}, website: 'https://a.example/', sticky: 2 });
    expectInvalidParameters(response, 'title', 'start_date', 'end_date', 'featured', 'tags', 'sticky');
  });

  it.each([
    ['GET', 'events?include=&include=1&include=x', {}, 'include', 'include[2]: '],
    ['GET', `events?venue[]=${UNKNOWN_ID}`, {}, 'venue', 'venue[0]: '],
    ['GET', `events?categories=${UNKNOWN_ID},no-such-term`, {}, 'categories', 'categories[0], categories[1]: '],
    ['GET', 'venues?fields=venue,colour', {}, 'fields', 'fields[1]: '],
    ['POST', 'events', { form: 'tags[]=Nit&tags[]=%3Cb%3E' }, 'tags', 'tags[1]: '],
    ['POST', 'events', { form: 'cost=5&cost=%3Cb%3E' }, 'cost', 'cost[1]: '],
    ['POST', 'events', { json: { venue: { id: UNKNOWN_ID } } }, 'venue', ''],
    ['POST', 'events', { json: { tags: [true, 'Nit', UNKNOWN_ID, []] } }, 'tags', 'tags[0], tags[3]: '],
  ] as const)('names the elements of a list: %s %s %j (2.7)', async (method, path, body, name, elements) => {
    const { status, body: problem } = await calendar.request(method, path, { ...body, token: ADMIN_TOKEN });
    const { [name]: text = '' } = problem['params'] as Record<string, string>;
    expect([status, text.slice(0, elements.length)]).toEqual([400, elements]);
    expect(text.slice(elements.length)).toMatch(/^[A-Z]/);
  });

  it('reports conflicts between parameters together with other errors (2.7)', async () => {
    const event = { ...REVERSED, ...DATES, website: 'nowhere', venue: [UNKNOWN_ID] };
    expectInvalidParameters(await post('events', event), 'end_date', 'date', 'date_utc', 'website', 'venue');
    expectInvalidParameters(await post('venues', { geo_lat: 41, website: 'nowhere' }), 'venue', 'geo_lng', 'website');
    const organizer = { ...DATES, email: 'nobody' };
    expectInvalidParameters(await post('organizers', organizer), 'organizer', 'date', 'date_utc', 'email');
    const { id } = await createRecord(calendar, 'events');
    expectInvalidParameters(await patch(`events/${id}`, { ...REVERSED, tags: [UNKNOWN_ID] }), 'end_date', 'tags');
  });

  it('reports each date that is out of range in the time zone of the request, the publication date too (2.7)', async () => {
    const last = '9999-12-31 23:00';
    const dates = { start_date: last, end_date: last, date: last, timezone: 'UTC-12' };
    const names = ['start_date', 'end_date', 'date'];
    expectInvalidParameters(await post('events', { title: 'T', ...dates }), ...names);
    const { id } = await createRecord(calendar, 'events', { timezone: 'Asia/Tokyo' });
    expectInvalidParameters(await patch(`events/${id}`, dates), ...names);
  });

  it('reports no conflict that the stored record can resolve (2.7)', async () => {
    const { id } = await createRecord(calendar, 'events', { all_day: true, timezone: 'America/Lima' });
    for (const times of [
      { start_date: '2030-05-02 20:00', end_date: '2030-05-02 08:00' },
      { start_date: '2030-05-02T12:00:00Z', end_date: '2030-05-02 10:00' },
    ]) {
      expectInvalidParameters(await patch(`events/${id}`, { ...times, tags: [UNKNOWN_ID] }), 'tags');
      expect((await patch(`events/${id}`, times)).status).toBe(200);
    }
  });

  it('reports all errors that depend on the stored record (2.7)', async () => {
    const event = await createRecord(calendar, 'events', { start_date: '2030-05-02', end_date: '2030-05-03' });
    const venue = await createRecord(calendar, 'venues');
    const category = await createRecord(calendar, 'categories');
    const reversed = { ...DATES, end_date: '2030-05-01', post_parent: event.id };
    for (const [path, json, names] of [
      [
        `events/${event.id}`,
        { ...reversed, excerpt: 'Sense títol' },
        ['date', 'date_utc', 'end_date', 'post_parent', 'title'],
      ],
      [
        `venues/${venue.id}`,
        { ...DATES, geo_lat: 41, description: 'Sense nom' },
        ['date', 'date_utc', 'geo_lng', 'venue'],
      ],
      [`categories/${category.id}`, { parent: category.id, description: 'Sense nom' }, ['parent', 'name']],
    ] as const)
      expectInvalidParameters(await patch(`${path}?ml_language=ca`, json), ...names);
  });
});

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };

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
  it.each(KINDS)(
    'are stored in NFC without control characters and outer whitespace, one-line texts without line breaks: $path (2.8)',
    async ({ path }) => {
      const { id } = await createRecord(calendar, path);
      const inputFor = (field: string) => {
        const gap = ['description', 'excerpt', 'cost'].includes(field) ? ' ' : '\r\n';
        return ` \t\n\u00a0\u2003Cafe\u0300\u0007${gap}n\u0303 \u212b\r\n `;
      };
      const input = Object.fromEntries(TEXT_FIELDS[path].map((field) => [field, inputFor(field)]));
      const served = Object.fromEntries(TEXT_FIELDS[path].map((field) => [field, 'Cafè ñ Å']));
      const form = new URLSearchParams(input).toString();
      for (const response of [
        await calendar.request('PATCH', `${path}/${id}`, { json: input }),
        await calendar.request('PATCH', `${path}/${id}`, { form }),
        await calendar.request('PATCH', `${path}/${id}?${form}`),
        await calendar.request('GET', `${path}/${id}`),
      ])
        expect(response.body).toMatchObject(served);
    },
  );

  it.each(KINDS)('are invalid, not missing, if only markup was sent: $path (2.7)', async (kind) => {
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

  it.each(KINDS)('with U+0000 are 400 in fields and filters of $path (2.8, 9.3)', async ({ path }) => {
    const { id } = await createRecord(calendar, path);
    const fields = [...TEXT_FIELDS[path], ...OTHER_STRING_FIELDS[path]];
    const json = Object.fromEntries(fields.map((field) => [field, 'a\u0000']));
    const text = fields.map((field) => `${field}=a%00`).join('&');
    for (const [query, options] of [['', { json }] as const, ['', { form: text }] as const, [`?${text}`, {}] as const])
      expectInvalidParameters(await calendar.request('PATCH', `${path}/${id}${query}`, options), ...fields);
    const filters = ['search', 'include', 'page', 'per_page', 'ml_language', 'ml_fallback'];
    const query = filters.map((name) => `${name}=%00`).join('&');
    expectInvalidParameters(await calendar.request('GET', `${path}?${query}`), ...filters);
    expectInvalidParameters(await calendar.request('GET', `${path}?after=%00`), 'after');
  });

  it.each([String.raw`a\u0000b`, String.raw`\udc00\ud800`])(
    'with %s are 400 inside objects (2.8, 9.3)',
    async (text) => {
      for (const value of [`{"${text}":1}`, `{"a":["${text}"]}`, `{"a":{"b":"${text}"}}`]) {
        const raw = `{"venue":"V","custom_fields":${value},"image":{"url":"https://x.example/a.jpg","alt":"${text}"}}`;
        const response = await calendar.request('POST', 'venues', { raw, headers: JSON_TYPE });
        expectInvalidParameters(response, 'custom_fields', 'image');
      }
      const form = 'custom_fields[a]=%00';
      expectInvalidParameters(await calendar.request('POST', 'venues?venue=V', { form }), 'custom_fields');
    },
  );
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

/** Sends a request of the administrator, with a form if it is given. */
const send = (method: string, path: string, form?: string) =>
  rawRequest(calendar.origin, {
    method,
    path: path.startsWith('/') ? path : `/calendar/events/v1/${path}`,
    headers: { ...ADMIN_HEADERS, ...(form !== undefined && FORM_TYPE) },
    body: form,
  });

describe('Invalid percent-encoding', () => {
  it('in an unknown parameter of the query string is 400 for every operation (2.8)', async () => {
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
});
