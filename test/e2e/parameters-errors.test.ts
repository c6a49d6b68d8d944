import { describe, expect, it } from 'vitest';
import { expectMissingParameters, expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, requiredFieldsOf, KINDS, uniqueName, type Kind } from '../support/records/kinds.js';
import { type RequestOptions, ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { AUDIT_PATH } from '../support/accounts/audit.js';
import { upcomingDates } from '../support/records/records.js';
import { operationsOf } from '../support/requests/operations.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';

const calendar = useTestCalendar();

describe('Empty values', () => {
  it.each(KINDS)('count as not given in reads of $path (2.3)', async ({ path }) => {
    const { id } = await createRecord(calendar, path);
    const plain = await calendar.request('GET', path);
    const emptyFilters = [
      'include=',
      'include=,',
      'include[]=',
      'venue=&tags=',
      'ml_has_translation=&ml_missing_translation=',
    ];
    const empties = [
      ...emptyFilters,
      'ml_language=&ml_fallback=&page=&per_page=&search=&after=&hide_empty=&start_date=',
    ];
    for (const empty of [...empties, ...empties.map((each) => each.replaceAll(/=(?=&|$)/g, '=+%09'))]) {
      const { status, body } = await calendar.request('GET', `${path}?${empty}`);
      expect([empty, status, body]).toEqual([empty, 200, plain.body]);
    }
    const record = await calendar.request('GET', `${path}/${id}?ml_language=&ml_fallback=`);
    expect([record.status, record.body['id']]).toEqual([200, id]);
  });

  it('count as not given in reads of the namespace index and in deletions (2.3)', async () => {
    const index = new URL(calendar.base).pathname;
    expect((await calendar.request('GET', `${index}?namespace=&context=`)).status).toBe(200);
    const { id } = await createRecord(calendar, 'venues');
    const removed = await calendar.request('DELETE', `venues/${id}?force=&ml_scope=&ml_language=`);
    expect([removed.status, removed.body['status']]).toEqual([200, 'trash']);
  });

  it.each(KINDS)(
    'include texts without a visible character: 400 for the name of $path, as without required fields (2.3, 2.8)',
    async (kind) => {
      const { path, titleField, required } = kind;
      const { id } = await createRecord(calendar, path);
      for (const invisible of ['   ', '\n\t\u00a0', '\u200B \u2060', '\u0007']) {
        const json = { [titleField]: invisible };
        expectInvalidParameters(await calendar.request('PATCH', `${path}/${id}`, { json }), titleField);
        const creation = { json: requiredFieldsOf(kind, json) };
        expectMissingParameters(await calendar.request('POST', path, creation), titleField);
      }
      const { [titleField]: _title, ...optional } = requiredFieldsOf(kind);
      const rest = Object.fromEntries(Object.entries(optional).filter(([field]) => !(field in required)));
      expectMissingParameters(
        await calendar.request('POST', path, { json: rest }),
        titleField,
        ...Object.keys(required),
      );
    },
  );
});

const STRICT = { Prefer: 'handling=strict' };
const sendStrict = (method: string, path: string, options: RequestOptions = {}) =>
  calendar.request(method, path, { ...options, headers: STRICT });

describe('Unknown parameters', () => {
  it.each(KINDS)(
    'of $path are ignored; with Prefer: handling=strict they are 400, all in one response (2.6)',
    async (kind) => {
      const { path } = kind;
      const { id } = await createRecord(calendar, path);
      const json = { ...requiredFieldsOf(kind), colour: 'blue', '': 1, 'a[b]': { a: [{}] } };
      const requests: [method: string, path: string, options: RequestOptions, unknown: string[]][] = [
        ['GET', `${path}?colour=blue&size=3&page=1`, {}, ['colour', 'size']],
        ['GET', `${path}/${id}?colour=blue&size=`, {}, ['colour', 'size']],
        ['POST', `${path}?size=3`, { json }, ['colour', '', 'a[b]', 'size']],
        ['PATCH', `${path}/${id}?size=3`, { json: { colour: null } }, ['colour', 'size']],
        ['PUT', `${path}/${id}`, { form: 'colour[a]=1&size[]=2' }, ['colour', 'size']],
        ['DELETE', `${path}/${id}?colour=blue`, {}, ['colour']],
      ];
      for (const [method, url, options, unknown] of requests) {
        expectInvalidParameters(await sendStrict(method, url, options), ...unknown);
        const { status } = await calendar.request(method, url, options);
        expect([method, url, status]).toEqual([method, url, method === 'POST' ? 201 : 200]);
      }
    },
  );

  it('are reported together with invalid parameters (2.6)', async () => {
    expectInvalidParameters(await sendStrict('GET', 'venues?colour=blue&page=0'), 'colour', 'page');
    const json = { colour: 'blue', website: 'nowhere' };
    expectInvalidParameters(await sendStrict('POST', 'venues', { json }), 'colour', 'website', 'venue');
  });

  it.each([
    'handling=strict',
    'Handling=Strict',
    'handling = strict',
    'handling="strict"',
    'respond-async, handling=strict',
    'handling=strict, return=minimal',
    'handling=strict; foo="bar"',
    'return=minimal,handling=strict',
  ])('are 400 with the RFC 7240 header Prefer: %s (2.6)', async (prefer) => {
    expectInvalidParameters(
      await calendar.request('GET', 'tags?colour=blue', { headers: { Prefer: prefer } }),
      'colour',
    );
  });

  it.each([
    'handling=lenient',
    'return=minimal',
    'strict',
    'handling=stricter',
    'handling=lenient, handling=strict',
    'wait=10; handling=strict',
    '',
  ])('are ignored with Prefer: %s (2.6)', async (prefer) => {
    expect((await calendar.request('GET', 'tags?colour=blue', { headers: { Prefer: prefer } })).status).toBe(200);
  });
});

describe('Computed fields with handling=strict', () => {
  /** Creates a record with a value in every optional member of a response. */
  async function createFullRecord({ path, titleField }: Kind) {
    const idOf = async (linkedPath: Kind['path']) => (await createRecord(calendar, linkedPath)).id;
    const publishableFields = {
      image: 'https://a.example/a.png',
      custom_fields: { a: 1 },
      description: '<p>Text</p>',
    };
    const fields = {
      events: {
        ...publishableFields,
        venue: [await idOf('venues')],
        organizer: [await idOf('organizers')],
        categories: [await idOf('categories')],
        tags: [await idOf('tags')],
        post_parent: await idOf('events'),
      },
      venues: { ...publishableFields, city: 'Reus', geo_lat: 41.15, geo_lng: 1.1 },
      organizers: { ...publishableFields, phone: '977', email: 'a@a.example' },
      categories: { description: 'Text', parent: await idOf('categories') },
      tags: { description: 'Text' },
    };
    return createRecord(calendar, path, { [titleField]: uniqueName('Complet'), ...fields[path] });
  }

  it.each(KINDS)('are accepted in updates and creates, and change nothing: $path (2.6)', async (kind) => {
    const { path, isPublishable, titleField } = kind;
    const record = await createFullRecord(kind);
    const addresses = [`${path}/${record.id}`, ...(isPublishable ? [`${path}/by-slug/${record.slug}`] : [])];
    for (const address of addresses) {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const updated = await sendStrict(method, address, { json: record });
        expect([updated.status, updated.body]).toEqual([200, record]);
      }
    }
    const created = await sendStrict('POST', path, { json: { ...record, [titleField]: uniqueName('Altre') } });
    expect([created.status, created.body['id'] === record.id]).toEqual([201, false]);
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

/** Invalid values for the fields of each kind. */
const INVALID_FIELDS: Readonly<Record<Kind['path'], Readonly<Record<string, unknown>>>> = {
  events: {
    title: {},
    start_date: '2026-02-30',
    end_date: 'later',
    timezone: 'Mars/Olympus',
    all_day: 'perhaps',
    description: true,
    excerpt: 'a\u0000',
    slug: 's'.repeat(201),
    status: 'published',
    date: 'soon',
    date_utc: 'soon',
    author: UNKNOWN_ID,
    image: 'https://a.example/a.pdf',
    custom_fields: 'none',
    cost: {},
    website: 'nowhere',
    show_map: 2,
    show_map_link: 2,
    hide_from_listings: 2,
    sticky: 2,
    featured: 2,
    ticketed: 2,
    post_parent: UNKNOWN_ID,
    categories: [UNKNOWN_ID],
    tags: [-1],
    venue: [UNKNOWN_ID, UNKNOWN_ID + 1],
    organizer: [{ id: UNKNOWN_ID }],
    ml_language: 'fr',
  },
  venues: {
    venue: ['A'],
    address: {},
    city: true,
    country: 'x'.repeat(501),
    province: 'a\u0000',
    state: {},
    stateprovince: {},
    zip: {},
    phone: {},
    website: 'javascript:alert(1)',
    geo_lat: 91,
    geo_lng: 'east',
    show_map: 'perhaps',
    show_map_link: 'perhaps',
    description: {},
    status: 'published',
    date: 'soon',
    date_utc: '2026-13-01',
    author: 0,
    image: UNKNOWN_ID,
    custom_fields: [1],
    ml_language: 'es-ES',
  },
  organizers: {
    organizer: {},
    phone: {},
    website: 'ftp://a.example/',
    email: 'nobody',
    description: {},
    status: 'published',
    date: 'soon',
    date_utc: 'soon',
    author: 'somebody',
    image: 'file:///etc/passwd',
    custom_fields: 5,
    ml_language: 'xx',
  },
  categories: { name: {}, description: {}, slug: [1, 2], parent: UNKNOWN_ID, ml_language: 'xx' },
  tags: { name: { $ne: 1 }, description: ['a'], slug: {}, ml_language: '../ca' },
};

/** Two dates of publication that differ. */
const DATES = { date: '2030-01-01 10:00', date_utc: '2030-01-01 11:00' };
/** An event that ends before it starts. */
const REVERSED = { title: 'T', start_date: '2030-05-02 10:00', end_date: '2030-05-01 10:00' };

describe('A request with several errors', () => {
  it.each(KINDS)('reports every invalid field of $path, including unknown ids (2.7)', async ({ path }) => {
    const json = INVALID_FIELDS[path];
    expectInvalidParameters(await post(path, json), ...Object.keys(json));
    const { id } = await createRecord(calendar, path);
    for (const method of ['POST', 'PUT', 'PATCH'])
      expectInvalidParameters(await calendar.request(method, `${path}/${id}`, { json }), ...Object.keys(json));
  });

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

  it.each(KINDS)(
    'reports all invalid parameters of a list of $path, including nested values (2.7)',
    async ({ path, isPublishable }) => {
      const query = 'page=0&per_page=many&ml_language=fr&ml_fallback=never&include=a,b&search[x][y]=1';
      const response = await calendar.request('GET', `${path}?${query}&author=${UNKNOWN_ID}`);
      const names = ['page', 'per_page', 'ml_language', 'ml_fallback', 'include', 'search'];
      expectInvalidParameters(response, ...names, ...(isPublishable ? ['author'] : []));
    },
  );

  it.each([
    ['GET', 'events?include=1,x,2,y', {}, 'include', 'include[1], include[3]: '],
    ['GET', 'events?include=&include=1&include=x', {}, 'include', 'include[2]: '],
    ['GET', `events?venue[]=${UNKNOWN_ID}`, {}, 'venue', 'venue[0]: '],
    ['GET', 'events?tags=no-such-tag', {}, 'tags', ''],
    ['GET', `events?categories=${UNKNOWN_ID},no-such-term`, {}, 'categories', 'categories[0], categories[1]: '],
    ['GET', 'venues?fields=venue,colour', {}, 'fields', 'fields[1]: '],
    ['GET', `${AUDIT_PATH}?kind=event,colour`, {}, 'kind', 'kind[1]: '],
    ['POST', 'events', { form: 'tags[]=Nit&tags[]=%3Cb%3E' }, 'tags', 'tags[1]: '],
    ['POST', 'events', { form: 'cost=5&cost=%3Cb%3E' }, 'cost', 'cost[1]: '],
    [
      'POST',
      'events',
      { json: { organizer: [{ organizer: 'O' }, { id: UNKNOWN_ID }] } },
      'organizer',
      'organizer[1]: ',
    ],
    ['POST', 'events', { json: { venue: { id: UNKNOWN_ID } } }, 'venue', ''],
    ['POST', 'events', { json: { tags: [true, 'Nit', UNKNOWN_ID, []] } }, 'tags', 'tags[0], tags[3]: '],
    ['POST', 'events', { json: { tags: ['Nit', 'Fira', { slug: 'no-tag' }] } }, 'tags', 'tags[2]: '],
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

  it('reports a publication date that is out of range in the time zone of the request beside other dates (2.7)', async () => {
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
});
