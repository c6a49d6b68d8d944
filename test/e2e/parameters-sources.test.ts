import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, uniqueName } from '../support/records/kinds.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const raw = (method: string, path: string, body?: string, headers = {}) =>
  rawRequest(calendar.origin, {
    method,
    path: `/calendar/events/v1/${path}`,
    headers: { ...ADMIN_HEADERS, ...headers },
    ...(body === undefined ? {} : { body }),
  });

const typed = (type: string) => ({ 'Content-Type': type });

describe('Sources of parameters', () => {
  const JSON_BODY = '{"venue":"Cafè Nou","city":"Reus"}';
  const FORM_BODY = 'venue=Caf%C3%A8+Nou&city=Reus';

  it.each([
    ['the query', 'venues?venue=Caf%C3%A8+Nou&city=Reus', undefined, {}],
    ['a JSON body', 'venues', JSON_BODY, typed('application/json')],
    ['a JSON body with a charset', 'venues', JSON_BODY, typed('application/json; charset=utf-8')],
    ['a JSON body with a type in another letter case', 'venues', JSON_BODY, typed('Application/JSON')],
    ['a body of a +json type', 'venues', JSON_BODY, typed('application/vnd.api+json')],
    ['a body of another +json type', 'venues', JSON_BODY, typed('application/merge-patch+json;charset=UTF-8')],
    ['a form body', 'venues', FORM_BODY, typed('application/x-www-form-urlencoded')],
    ['a form body with a charset', 'venues', FORM_BODY, typed('application/x-www-form-urlencoded; charset=UTF-8')],
    ['query and JSON', 'venues?city=Reus', '{"venue":"Cafè Nou"}', typed('application/json')],
    ['query and form', 'venues?city=Reus', 'venue=Caf%C3%A8+Nou', typed('application/x-www-form-urlencoded')],
  ])('of creates and updates include %s (2.1)', async (_source, path, body, headers) => {
    const created = await raw('POST', path, body, headers);
    expect([created.status, created.body['venue'], created.body['city']]).toEqual([201, 'Cafè Nou', 'Reus']);
    const { id } = await createRecord(calendar, 'venues');
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const updated = await raw(method, path.replace('venues', `venues/${id}`), body, headers);
      expect([updated.status, updated.body['venue'], updated.body['city']]).toEqual([200, 'Cafè Nou', 'Reus']);
    }
  });

  it.each([
    ['JSON', '{"city":"Valls"}', 'application/json'],
    ['a form', 'city=Valls', 'application/x-www-form-urlencoded'],
  ])('in conflict: the body takes precedence over the query string: %s (2.1)', async (_source, body, type) => {
    const { id } = await createRecord(calendar, 'venues');
    const answer = await raw('PATCH', `venues/${id}?city=Reus&zip=43201`, body, typed(type));
    expect(answer.body).toMatchObject({ city: 'Valls', zip: '43201' });
  });

  it('in conflict: a list or null in the body replaces the list in the query string (2.1)', async () => {
    const [first, second] = [await createRecord(calendar, 'tags'), await createRecord(calendar, 'tags')];
    const { id } = await createRecord(calendar, 'events');
    const query = `events/${id}?tags[]=${first.id}&tags[]=${second.id}`;
    const idsOf = (answer: { body: Record<string, unknown> }) =>
      (answer.body['tags'] as { id: number }[]).map((tag) => tag.id);
    expect(idsOf(await raw('PATCH', query))).toEqual([first.id, second.id]);
    expect(idsOf(await raw('PATCH', query, `{"tags":[${second.id}]}`, typed('application/json')))).toEqual([second.id]);
    const form = typed('application/x-www-form-urlencoded');
    expect(idsOf(await raw('PATCH', query, `tags[0]=${first.id}`, form))).toEqual([first.id]);
    expect(idsOf(await raw('PATCH', query, '{"tags":null}', typed('application/json')))).toEqual([]);
  });

  it('do not include the body of a GET or HEAD (2.1)', async () => {
    const { id } = await createRecord(calendar, 'venues');
    const bodies: [string, Record<string, string>][] = [
      ['{"page":0,"search":"nothing like it"}', typed('application/json')],
      ['{', typed('application/json')],
      ['page=0', typed('application/x-www-form-urlencoded')],
      ['<page>0</page>', typed('application/xml')],
      ['page', {}],
    ];
    const list = await raw('GET', 'venues');
    for (const [body, headers] of bodies) {
      expect(await raw('GET', 'venues', body, headers)).toMatchObject({ status: 200, body: list.body });
      expect(await raw('GET', `venues/${id}`, body, headers)).toMatchObject({ status: 200, body: { id } });
      expect((await raw('HEAD', 'venues', body, headers)).status).toBe(200);
    }
  });

  it.each([
    ['{"force":true,"ml_scope":"nonsense"}', 'application/json'],
    ['force=true&ml_scope=nonsense', 'application/x-www-form-urlencoded'],
    ['{', 'application/json'],
    ['force', 'text/plain'],
  ])('do not include the body of a DELETE: %s (2.1)', async (body, type) => {
    const { id } = await createRecord(calendar, 'venues');
    const answer = await raw('DELETE', `venues/${id}`, body, typed(type));
    expect([answer.status, answer.body['status']]).toEqual([200, 'trash']);
  });
});

describe('Path parameters', () => {
  it('take precedence over an id in query string and body (2.1)', async () => {
    for (const path of ['events', 'venues', 'organizers', 'categories', 'tags'] as const) {
      const [target, other] = [await createRecord(calendar, path), await createRecord(calendar, path)];
      const before = (await raw('GET', `${path}/${other.id}`)).body;
      const body = JSON.stringify({ id: other.id, description: 'Changed' });
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const answer = await raw(method, `${path}/${target.id}?id=${other.id}`, body, typed('application/json'));
        expect([answer.status, answer.body['id'], answer.body['description']]).toEqual([200, target.id, 'Changed']);
      }
      expect((await raw('GET', `${path}/${target.id}?id=${other.id}`)).body['id']).toBe(target.id);
      expect((await raw('DELETE', `${path}/${target.id}?id=${other.id}`)).body['id']).toBe(target.id);
      expect((await raw('GET', `${path}/${other.id}`)).body).toEqual(before);
    }
  });

  it('take precedence over a slug in query string and body, which only events have as a field (2.1)', async () => {
    const [target, other] = [await createRecord(calendar, 'venues'), await createRecord(calendar, 'venues')];
    const body = JSON.stringify({ slug: other.slug, city: 'Reus' });
    const venue = await raw('PATCH', `venues/by-slug/${target.slug}`, body, typed('application/json'));
    expect(venue.body).toMatchObject({ id: target.id, slug: target.slug, city: 'Reus' });
    const read = await raw('GET', `venues/by-slug/${target.slug}?slug=${other.slug}`);
    expect(read.body['id']).toBe(target.id);
    const event = await createRecord(calendar, 'events');
    const slug = uniqueName('renamed').replace(' ', '-');
    const renamed = await raw('PUT', `events/by-slug/${event.slug}`, `{"slug":"${slug}"}`, typed('application/json'));
    expect(renamed.body).toMatchObject({ id: event.id, slug });
  });

  it('do not come from the body: a create ignores an id (2.1)', async () => {
    const other = await createRecord(calendar, 'organizers');
    const created = await createRecord(calendar, 'organizers', { id: other.id });
    expect(created.id).not.toBe(other.id);
    expect((await createRecord(calendar, 'organizers', { id: 987654321 })).id).not.toBe(987654321);
  });
});

describe('Media types of bodies', () => {
  it.each([
    'text/plain',
    'text/json',
    'application/xml',
    'application/jsonx',
    'application/json+xml',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'nonsense',
    '*/*',
    '',
    undefined,
  ])('other than JSON and form are 415: %s (2.1)', async (type) => {
    const { id } = await createRecord(calendar, 'venues');
    for (const [method, path] of [
      ['POST', 'venues'],
      ['POST', `venues/${id}`],
      ['PUT', `venues/${id}`],
      ['PATCH', `venues/${id}`],
    ] as const) {
      const answer = await raw(method, path, '{"venue":"Casal"}', type === undefined ? {} : typed(type));
      expect([method, answer.status, answer.body['code']]).toEqual([method, 415, 'unsupported_media_type']);
    }
  });

  it.each([undefined, 'application/json', 'application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data'])(
    'are not checked for a missing or empty body: %s (2.1)',
    async (type) => {
      const { id } = await createRecord(calendar, 'venues', { city: 'Reus' });
      for (const body of [undefined, '']) {
        const answer = await raw('PATCH', `venues/${id}`, body, type === undefined ? {} : typed(type));
        expect([answer.status, answer.body['city']]).toEqual([200, 'Reus']);
        const created = await raw('POST', 'venues?venue=Casal', body, type === undefined ? {} : typed(type));
        expect([created.status, created.body['venue']]).toEqual([201, 'Casal']);
      }
    },
  );

  it.each([
    '{',
    '{"venue":NaN}',
    "{'venue':'Casal'}",
    '[]',
    '[{"venue":"Casal"}]',
    '"Casal"',
    '5',
    'null',
    'true',
    ' ',
  ])('for JSON require an object: %s is 400 (2.1)', async (body) => {
    for (const type of ['application/json', 'application/vnd.api+json']) {
      const answer = await raw('POST', 'venues', body, typed(type));
      expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_json']);
    }
  });
});
