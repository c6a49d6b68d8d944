import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import { idsOf } from '../support/records/links.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const UNSUPPORTED = [415, 'unsupported_media_type'] as const;

let calendar: TestCalendar;
let record: ServedRecord;
let venue: string;
beforeAll(async () => {
  calendar = await startTestCalendar();
  record = await createRecord(calendar, 'venues');
  venue = `venues/${record.id}`;
});
afterAll(() => calendar.close());

const contentTypes = (...types: string[]) => (types.length === 0 ? {} : { 'Content-Type': types });

const send = (method: string, path: string, body?: Buffer | string, headers = {}) =>
  rawRequest(calendar.origin, {
    method,
    path: `/calendar/events/v1/${path}`,
    body,
    headers: { ...ADMIN_HEADERS, ...headers },
  });

/** Creates a tag. Returns status, and name or error code. */
async function createTag(body: Buffer | string, headers: object = contentTypes(JSON_TYPE)): Promise<unknown[]> {
  const { status, body: created } = await send('POST', 'tags', body, headers);
  return [status, created['code'] ?? created['name']];
}

describe('Method override', () => {
  const HEADER = 'X-HTTP-Method-Override';
  const UNKNOWN = 'Must be one of these values: PUT, PATCH, DELETE.';
  const CONFLICT = 'The request names two different methods.';

  it.each([
    ['another method', '?_method=GET', {}, '{}', { _method: UNKNOWN }],
    ['an empty name', '?_method=', { [HEADER]: '' }, '{}', { _method: UNKNOWN, [HEADER]: UNKNOWN }],
    ['two methods', '?_method=PUT', { [HEADER]: 'DELETE' }, '{}', { _method: CONFLICT, [HEADER]: CONFLICT }],
    ['a method in the body', '?_method=PUT', {}, '{"_method":"PUT"}', { _method: expect.stringMatching(/^Is acc/) }],
  ])('with %s is 400: %s %j (1.4)', async (_description, query, headers, body, params) => {
    const response = await send('POST', `${venue}${query}`, body, { ...contentTypes(JSON_TYPE), ...headers });
    expect([response.status, response.body['params']]).toEqual([400, params]);
  });

  it('is ignored on other methods, and 405 if the path does not support the named method (1.4, 1.2)', async () => {
    const headers = { ...contentTypes(JSON_TYPE), [HEADER]: 'DELETE', Prefer: 'handling=strict' };
    expect((await send('PATCH', `${venue}?_method=x`, '{}', headers)).status).toBe(200);
    expect((await send('GET', `${venue}?_method=x`, undefined, headers)).status).toBe(200);
    const refused = await send('POST', 'venues?_method=PUT&venue=V', undefined, { [HEADER]: 'put' });
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });

  it('to DELETE ignores the body (1.4, 2.1)', async () => {
    const { id } = await createRecord(calendar, 'tags');
    const { status } = await send('POST', `tags/${id}`, '{', { ...contentTypes('text/plain'), [HEADER]: ' delete ' });
    expect([status, (await send('GET', `tags/${id}`)).status]).toEqual([200, 404]);
  });
});

describe('Sources of parameters', () => {
  it.each([
    ['query and JSON', 'venues?city=Reus', '{"venue":"Cafè Nou"}', [JSON_TYPE]],
    ['query and form', 'venues?city=Reus', 'venue=Caf%C3%A8+Nou', [FORM_TYPE]],
  ])('of creates and updates include %s (2.1)', async (_source, path, body, types) => {
    const { id } = await createRecord(calendar, 'venues');
    for (const [method, address, status] of [
      ['POST', path, 201],
      ...['POST', 'PUT', 'PATCH'].map((verb) => [verb, path.replace('venues', `venues/${id}`), 200] as const),
    ] as const) {
      const response = await send(method, address, body, contentTypes(...types));
      expect([response.status, response.body['venue'], response.body['city']]).toEqual([status, 'Cafè Nou', 'Reus']);
    }
  });

  it.each([
    ['JSON', '{"city":"Valls"}', JSON_TYPE],
    ['a form', 'city=Valls', FORM_TYPE],
  ])('in conflict: the body takes precedence over the query string: %s (2.1)', async (_source, body, type) => {
    const response = await send('PATCH', `${venue}?city=Reus&zip=43201`, body, contentTypes(type));
    expect(response.body).toMatchObject({ city: 'Valls', zip: '43201' });
  });

  it('in conflict: a list or null in the body replaces the list in the query string (2.1)', async () => {
    const [first, second] = [(await createRecord(calendar, 'tags')).id, (await createRecord(calendar, 'tags')).id];
    const { id } = await createRecord(calendar, 'events');
    const cases: [body: string, type: string, tags: number[]][] = [
      ['', JSON_TYPE, [first, second]],
      [`{"tags":[${second}]}`, JSON_TYPE, [second]],
      [`tags[0]=${first}`, FORM_TYPE, [first]],
      ['{"tags":null}', JSON_TYPE, []],
    ];
    for (const [body, type, tags] of cases) {
      const response = await send('PATCH', `events/${id}?tags[]=${first}&tags[]=${second}`, body, contentTypes(type));
      expect(idsOf(response.body, 'tags')).toEqual(tags);
    }
  });

  it.each([
    ['{"page":0,"force":true,"ml_scope":"nonsense"}', JSON_TYPE],
    ['page=0&force=true&ml_scope=nonsense', FORM_TYPE],
    ['{', 'application/xml'],
  ])('do not include the body of a GET, HEAD or DELETE: %s (2.1)', async (body, type) => {
    const { body: list } = await send('GET', 'venues');
    expect(await send('GET', 'venues', body, contentTypes(type))).toMatchObject({ status: 200, body: list });
    expect((await send('HEAD', venue, body, contentTypes(type))).status).toBe(200);
    const { id } = await createRecord(calendar, 'venues');
    const removed = await send('DELETE', `venues/${id}`, body, contentTypes(type));
    expect([removed.status, removed.body['status']]).toEqual([200, 'trash']);
  });
});

describe('Path parameters', () => {
  it('take precedence over an id in query string and body (2.1)', async () => {
    const otherVenue = await createRecord(calendar, 'venues');
    const body = JSON.stringify({ id: otherVenue.id, description: 'Changed' });
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const { id } = await createRecord(calendar, 'venues');
      const response = await send(method, `venues/${id}?id=${otherVenue.id}`, body, contentTypes(JSON_TYPE));
      expect([response.status, response.body['id'], response.body['description']]).toEqual([200, id, 'Changed']);
    }
    for (const method of ['GET', 'DELETE']) {
      const { id } = await createRecord(calendar, 'venues');
      expect((await send(method, `venues/${id}?id=${otherVenue.id}`)).body['id']).toBe(id);
    }
    expect((await send('GET', `venues/${otherVenue.id}`)).body).toEqual(otherVenue);
  });

  it('take precedence over a slug in query string and body; a slug in the body renames an event, but not a venue (2.1)', async () => {
    const otherVenue = await createRecord(calendar, 'venues');
    const body = JSON.stringify({ slug: otherVenue.slug, city: 'Reus' });
    const changed = await send('PATCH', `venues/by-slug/${record.slug}`, body, contentTypes(JSON_TYPE));
    expect(changed.body).toMatchObject({ id: record.id, slug: record.slug, city: 'Reus' });
    const read = await send('GET', `venues/by-slug/${record.slug}?slug=${otherVenue.slug}`);
    expect(read.body['id']).toBe(record.id);
    const event = await createRecord(calendar, 'events');
    const renamed = await send('PUT', `events/by-slug/${event.slug}`, '{"slug":"renamed"}', contentTypes(JSON_TYPE));
    expect(renamed.body).toMatchObject({ id: event.id, slug: 'renamed' });
  });
});

describe('Media type of a body', () => {
  it.each<[types: string[]]>([
    [[`${JSON_TYPE}; charset=`]],
    [[`${JSON_TYPE}; charset=utf-16`]],
    [[`${JSON_TYPE}; charset=__proto__`]],
    [[`${FORM_TYPE}; charset=iso-8859-1`]],
    [[JSON_TYPE, FORM_TYPE]],
    [['application/jsonp']],
    [[]],
  ])('other than JSON or a form in UTF-8 is 415, for any content: %j (2.1)', async (types) => {
    for (const name of ['Cami', 'Cam\u00ed'])
      for (const body of [`{"name":"${name}"}`, Buffer.from(`{"name":"${name}"}`, 'latin1'), `name=${name}`])
        expect(await createTag(body, contentTypes(...types))).toEqual(UNSUPPORTED);
    const updated = await send('PATCH', venue, '{}', contentTypes(...types));
    expect([updated.status, updated.body['code']]).toEqual(UNSUPPORTED);
  });

  it.each([
    String.raw`Application/JSON; v=1; Charset="ut\f-8"`,
    'application/vnd.api+json; charset=Utf-8',
    `${JSON_TYPE}; charset=utf8`,
    'application/merge-patch+json',
    `${FORM_TYPE}; charset=UTF-8`,
  ])('can be %s (2.1)', async (type) => {
    const name = uniqueName('Camí');
    const body = type.startsWith(FORM_TYPE) ? `name=${name}` : JSON.stringify({ name });
    expect(await createTag(body, contentTypes(type))).toEqual([201, name]);
  });

  it('can have charset=us-ascii if the body is ASCII, otherwise 415 (2.1)', async () => {
    const name = uniqueName('Cami');
    const types = contentTypes(`${JSON_TYPE}; charset=us-ascii`);
    expect(await createTag(JSON.stringify({ name }), types)).toEqual([201, name]);
    expect(await createTag('{"name":"Camí"}', types)).toEqual(UNSUPPORTED);
  });

  it.each([[[]], [[FORM_TYPE]], [['text/plain']]])(
    'is not checked for a missing or empty body: %j (2.1)',
    async (types) => {
      for (const body of [undefined, '']) {
        const { status, body: created } = await send('POST', 'venues?venue=Casal', body, contentTypes(...types));
        expect([status, created['venue']]).toEqual([201, 'Casal']);
      }
    },
  );
});

describe('Content of a body', () => {
  it.each([
    ['JSON', JSON_TYPE, Buffer.from('{"name":"Cam\u00ed"}', 'latin1')],
    ['a form', FORM_TYPE, Buffer.from('name=Cam\u00ed', 'latin1')],
    ['truncated character', JSON_TYPE, Buffer.from('7b226e616d65223a22c3227d', 'hex')],
    ['UTF-16', JSON_TYPE, Buffer.from('\ufeff{"name":"Cam\u00ed"}', 'utf16le')],
  ])(
    'is 415 if it is not UTF-8, instead of stored with replacement characters: %s (2.8)',
    async (_description, type, body) => {
      expect(await createTag(body, contentTypes(type))).toEqual(UNSUPPORTED);
    },
  );

  it.each(['{', '{"name":NaN}', '[{"name":"Camí"}]', '"Camí"', 'null', ' '])(
    'is 400 if it is not a JSON object: %s (2.1)',
    async (body) => {
      expect(await createTag(body)).toEqual([400, 'invalid_json']);
    },
  );

  it.each([
    ['not gzip', 'gzip', Buffer.from('{"name":"a"}'), 400, 'invalid_json'],
    ['truncated gzip', 'gzip', gzipSync('{"name":"a"}'.padEnd(2000)).subarray(0, 30), 400, 'invalid_json'],
    ['compressed blanks', 'gzip', gzipSync('   '), 400, 'invalid_json'],
    ['unsupported coding', 'compress', Buffer.from('{}'), ...UNSUPPORTED],
    ['name of an inherited property', '__proto__', Buffer.from('{}'), ...UNSUPPORTED],
  ])(
    'is an error if its coding is unsupported, or if decompression fails or yields only blanks: %s (12.4)',
    async (_description, coding, body, ...expected) => {
      expect(await createTag(body, { ...contentTypes(JSON_TYPE), 'Content-Encoding': coding })).toEqual(expected);
    },
  );

  it('can start with one byte order mark (2.1)', async () => {
    const [name, formName] = [uniqueName('Camí'), uniqueName('Camí')];
    expect(await createTag(`\ufeff${JSON.stringify({ name })}`)).toEqual([201, name]);
    expect(await createTag(`\ufeffname=${formName}`, contentTypes(FORM_TYPE))).toEqual([201, formName]);
    expect(await createTag('\ufeff\ufeff{}')).toEqual([400, 'invalid_json']);
  });
});
