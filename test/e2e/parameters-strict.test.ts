import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, requiredFieldsOf, KINDS, uniqueName, type Kind } from '../support/records/kinds.js';
import { startTestCalendar, type RequestOptions, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const STRICT = { Prefer: 'handling=strict' };
const send = (method: string, path: string, sent: RequestOptions = {}) => calendar.request(method, path, sent);
const strictly = (method: string, path: string, sent: RequestOptions = {}) =>
  send(method, path, { ...sent, headers: STRICT });

/** Creates a record with a value in every field. */
async function fullRecord({ path, titleField: heading }: Kind) {
  const image = 'https://a.example/a.png';
  const published = { image, custom_fields: { a: 1 }, description: '<p>Text</p>' };
  const linked = async () => ({
    venue: [(await createRecord(calendar, 'venues')).id],
    organizer: [(await createRecord(calendar, 'organizers')).id],
    categories: [(await createRecord(calendar, 'categories')).id],
    tags: [(await createRecord(calendar, 'tags')).id],
    post_parent: (await createRecord(calendar, 'events')).id,
  });
  const more = {
    events: async () => ({ ...published, ...(await linked()), excerpt: 'Text', website: 'https://a.example/' }),
    venues: async () => ({ ...published, city: 'Reus', geo_lat: 41.15, geo_lng: 1.1, phone: '977' }),
    organizers: async () => ({ ...published, phone: '977', email: 'a@a.example' }),
    categories: async () => ({ description: 'Text', parent: (await createRecord(calendar, 'categories')).id }),
    tags: async () => ({ description: 'Text' }),
  };
  return createRecord(calendar, path, { [heading]: uniqueName('Complet'), ...(await more[path]()) });
}

describe('Unknown parameters', () => {
  it.each(KINDS)('are ignored: $path (2.6)', async (kind) => {
    const { path } = kind;
    const { id } = await createRecord(calendar, path);
    const list = await send('GET', path);
    expect((await send('GET', `${path}?colour=blue&page_size=3`)).body).toMatchObject({ total: list.body['total'] });
    expect((await send('GET', `${path}/${id}?colour=blue`)).status).toBe(200);
    const json = { ...requiredFieldsOf(kind), colour: 'blue', nested: { a: [{}] }, '': 1, 'a[b]': 2 };
    expect((await send('POST', `${path}?size=3`, { json })).status).toBe(201);
    expect((await send('PATCH', `${path}/${id}?size=3`, { json: { colour: null } })).status).toBe(200);
    expect((await send('PATCH', `${path}/${id}`, { form: 'colour=&colour=' })).status).toBe(200);
    expect((await send('DELETE', `${path}/${id}?colour=blue`)).status).toBe(200);
  });

  it.each(KINDS)('are 400 with Prefer: handling=strict, and all are reported: $path (2.6)', async (kind) => {
    const { path } = kind;
    const { id } = await createRecord(calendar, path);
    expectInvalidParameters(await strictly('GET', `${path}?colour=blue&size=3&page=1`), 'colour', 'size');
    expectInvalidParameters(await strictly('GET', `${path}/${id}?colour=blue&size=`), 'colour', 'size');
    const json = { ...requiredFieldsOf(kind), colour: 'blue', shape: null };
    expectInvalidParameters(await strictly('POST', `${path}?size=3`, { json }), 'colour', 'shape', 'size');
    expectInvalidParameters(
      await strictly('PATCH', `${path}/${id}?size=3`, { json: { colour: [] } }),
      'colour',
      'size',
    );
    expectInvalidParameters(await strictly('PUT', `${path}/${id}`, { form: 'colour[a]=1&size[]=2' }), 'colour', 'size');
    expectInvalidParameters(await strictly('DELETE', `${path}/${id}?colour=blue`), 'colour');
    expect((await send('GET', `${path}/${id}`)).status).toBe(200);
  });

  it('are 400 for the namespace index and the OpenAPI document (2.6)', async () => {
    const base = calendar.base.slice(calendar.origin.length);
    expectInvalidParameters(await strictly('GET', `${base}?colour=blue`), 'colour');
    expectInvalidParameters(await strictly('GET', 'doc?colour=blue'), 'colour');
    expect((await strictly('GET', `${base}?context=view&namespace=calendar/events/v1&ml_language=ca`)).status).toBe(
      200,
    );
    expect((await strictly('GET', 'doc?ml_language=ca')).status).toBe(200);
  });

  it('are reported together with invalid parameters (2.6)', async () => {
    expectInvalidParameters(
      await strictly('GET', 'venues?colour=blue&page=0&per_page=x'),
      'colour',
      'page',
      'per_page',
    );
    const json = { colour: 'blue', website: 'nowhere' };
    expectInvalidParameters(await strictly('POST', 'venues', { json }), 'colour', 'website', 'venue');
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
    expectInvalidParameters(await send('GET', 'tags?colour=blue', { headers: { Prefer: prefer } }), 'colour');
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
    expect((await send('GET', 'tags?colour=blue', { headers: { Prefer: prefer } })).status).toBe(200);
  });
});

describe('Computed fields with handling=strict', () => {
  it.each(KINDS)('are accepted in an update and change nothing: $path (2.6)', async (kind) => {
    const record = await fullRecord(kind);
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const answer = await strictly(method, `${kind.path}/${record.id}`, { json: record });
      expect([answer.status, answer.body]).toEqual([200, record]);
    }
    if (kind.isPublishable) {
      const answer = await strictly('PATCH', `${kind.path}/by-slug/${record.slug}`, { json: record });
      expect([answer.status, answer.body]).toEqual([200, record]);
    }
  });

  it.each(KINDS)('are accepted in a create: $path (2.6)', async (kind) => {
    const record = await fullRecord(kind);
    const json = { ...record, [kind.titleField]: uniqueName('Altre') };
    const answer = await strictly('POST', kind.path, { json });
    expect([answer.status, answer.body['id'] === record.id]).toEqual([201, false]);
  });

  it.each(KINDS)('are accepted with any value: $path (2.6)', async ({ path }) => {
    const record = await createRecord(calendar, path);
    const json = {
      id: 'x',
      rest_url: {},
      url: [1],
      ml_translations: 'x',
      modified: 'never',
      modified_utc: 0,
      count: -1,
    };
    const { modified, modified_utc, count, ...everywhere } = json;
    const sent = {
      ...everywhere,
      ...(path === 'categories' || path === 'tags' ? { count } : { modified, modified_utc }),
    };
    const answer = await strictly('PATCH', `${path}/${record.id}`, { json: sent });
    expect([answer.status, answer.body]).toEqual([200, record]);
  });
});
