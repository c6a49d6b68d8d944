import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, KINDS } from '../support/records/kinds.js';
import { idsOf, LINK_NAMES, LINKS, type Link } from '../support/records/links.js';
import { upcomingDates } from '../support/records/records.js';
import { startTestCalendar, type TestResponse, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
let tag: number;
let event: string;
let venue: string;
beforeAll(async () => {
  calendar = await startTestCalendar();
  tag = (await createRecord(calendar, 'tags')).id;
  event = `events/${(await createRecord(calendar, 'events')).id}`;
  venue = `venues/${(await createRecord(calendar, 'venues')).id}`;
});
afterAll(() => calendar.close());

const repeat = (count: number, entry: (index: number) => string) => Array.from({ length: count }, (_, i) => entry(i));
const codeOf = ({ status, body }: TestResponse) => [status, body['code']];
const updateEvent = (json: object) => calendar.request('PATCH', event, { json });

describe('Limit of 200 parameters', () => {
  const queryOf = (count: number) => repeat(count, (index) => `p${index}=${index}`).join('&');
  const jsonOf = (count: number) => Object.fromEntries(repeat(count, (index) => `p${index}`).map((name) => [name, 1]));

  it.each(KINDS)('applies to lists of $path (12.4)', async ({ path }) => {
    expect((await calendar.request('GET', `${path}?${queryOf(200)}`)).status).toBe(200);
    expectInvalidParameters(await calendar.request('GET', `${path}?${queryOf(201)}`), 'p200');
  });

  it('applies to forms, JSON and query strings of writes, and to query string and body together (12.4)', async () => {
    for (const send of [
      (count: number) => calendar.request('PATCH', venue, { form: queryOf(count) }),
      (count: number) => calendar.request('PATCH', venue, { json: jsonOf(count) }),
      (count: number) => calendar.request('PATCH', `${venue}?${queryOf(count)}`),
      (count: number) => calendar.request('PATCH', `${venue}?p0=1&p1=1`, { json: jsonOf(count) }),
    ]) {
      expect((await send(200)).status).toBe(200);
      expectInvalidParameters(await send(201), 'p200');
    }
    const both = await calendar.request('PATCH', `${venue}?q=1`, { json: jsonOf(200) });
    expectInvalidParameters(both, 'p199');
  });

  it('counts the values of a list as one parameter (12.4)', async () => {
    const ids: [Link, number][] = [];
    for (const list of LINK_NAMES) ids.push([list, (await createRecord(calendar, LINKS[list].path)).id]);
    const form = ids.flatMap(([list, id]) => repeat(100, () => `${list}[]=${id}`)).join('&');
    const { body } = await calendar.request('PATCH', event, { form });
    for (const [list, id] of ids) expect(idsOf(body, list)).toEqual([id]);
  });
});

describe('Limit of 100 values per list', () => {
  it.each([
    ['a comma-separated string', (count: number) => `tags=${repeat(count, () => String(tag)).join(',')}`],
    ['repeated names', (count: number) => repeat(count, () => `tags=${tag}`).join('&')],
    ['brackets', (count: number) => repeat(count, () => `tags[]=${tag}`).join('&')],
    ['numbered brackets', (count: number) => repeat(count, (index) => `tags[${index}]=${tag}`).join('&')],
    ['objects', (count: number) => repeat(count, (index) => `tags[${index}][id]=${tag}`).join('&')],
  ])('applies to %s (12.4)', async (_form, formOf) => {
    for (const send of [
      (count: number) => calendar.request('PATCH', event, { form: formOf(count) }),
      (count: number) => calendar.request('PATCH', `${event}?${formOf(count)}`),
    ]) {
      expect(idsOf((await send(100)).body, 'tags')).toEqual([tag]);
      expectInvalidParameters(await send(101), 'tags');
    }
    const read = (count: number) => calendar.request('GET', `tags?${formOf(count).replaceAll('tags', 'include')}`);
    expect((await read(100)).status).toBe(200);
    expectInvalidParameters(await read(101), 'include');
  });

  it('applies to JSON arrays (12.4)', async () => {
    for (const [list, value] of [
      ['tags', tag],
      ['cost', '5 €'],
    ] as const) {
      expect((await updateEvent({ [list]: Array(100).fill(value) })).status).toBe(200);
      expectInvalidParameters(await updateEvent({ [list]: Array(101).fill(value) }), list);
    }
  });
});

describe('Limit of 32 levels in a JSON body', () => {
  it.each([
    ['objects', '{"a":', '}'],
    ['lists', '[', ']'],
  ])('applies to nested %s (12.4)', async (_description, open, close) => {
    const send = (depth: number) => {
      // The body itself is the first level.
      const raw = `{"venue":"Nested","unknown":${open.repeat(depth - 1)}1${close.repeat(depth - 1)}}`;
      return calendar.request('PATCH', venue, { raw, headers: { 'Content-Type': 'application/json' } });
    };
    expect((await send(32)).status).toBe(200);
    expect(codeOf(await send(33))).toEqual([400, 'invalid_json']);
    expect(codeOf(await send(33_333))).toEqual([400, 'invalid_json']);
  });

  it('applies to custom_fields as a text (12.4)', async () => {
    const json = { custom_fields: `{"a":${'['.repeat(6000)}${']'.repeat(6000)}}` };
    expectInvalidParameters(await calendar.request('PATCH', venue, { json }), 'custom_fields');
  });
});

describe('Values almost as long as the body limit', () => {
  const BODY_LENGTH = 1_500_000;

  it('are 400 instead of a timeout: texts and lists (2.8, 9.3, 12.4)', async () => {
    expectInvalidParameters(await updateEvent({ title: 'e\u0301\u0323'.repeat(BODY_LENGTH / 6) }), 'title');
    expectInvalidParameters(await updateEvent({ tags: 'a,'.repeat(BODY_LENGTH / 2) }), 'tags');
    expectInvalidParameters(await updateEvent({ tags: ','.repeat(BODY_LENGTH) }), 'tags');
    expectInvalidParameters(await updateEvent({ cost: Array(150_000).fill('5 €') }), 'cost');
    expectInvalidParameters(await updateEvent({ venue: Array(700_000).fill(1) }), 'venue');
    const form = 'tags[]=a&'.repeat(BODY_LENGTH / 10);
    expectInvalidParameters(await calendar.request('PATCH', event, { form }), 'tags', 'tags[]');
  });

  it('are 400 instead of a timeout: parameter names (9.3, 12.4)', async () => {
    const names = repeat(100_000, (index) => `k${index}`);
    const json = Object.fromEntries(names.map((name) => [name, 1]));
    const headers = { 'Idempotency-Key': 'names' };
    const send = (options: object) => calendar.request('PATCH', venue, options);
    expectInvalidParameters(await send({ json, headers }), 'k200');
    expectInvalidParameters(await send({ json, headers }), 'k200');
    expect((await send({ json: { ...json, k1: 2 }, headers })).body['code']).toBe('idempotency_conflict');
    expectInvalidParameters(await send({ form: names.join('&') }), 'k200', 'k20000');
    expectInvalidParameters(await send({ form: `a${'[b]'.repeat(BODY_LENGTH / 3)}=1` }), 'a');
  });
});

describe('Coordinates close to zero', () => {
  it('are stored and filtered as 0 (9.3)', async () => {
    for (const geo_lat of [5e-324, -1e-200, 1e-16]) {
      const island = await createRecord(calendar, 'venues', { geo_lat, geo_lng: 0 });
      expect(island['geo_lat']).toBe(0);
      await createRecord(calendar, 'events', { ...upcomingDates(), venue: island.id });
    }
    for (const coordinate of [`0.${'0'.repeat(320)}5`, `-0.${'0'.repeat(200)}1`, '0.0000000001']) {
      const point = `geoloc_lat=${coordinate}&geoloc_lng=${coordinate}&geoloc_radius=${coordinate.replace('-', '')}`;
      const { status, body } = await calendar.request('GET', `events?${point}`);
      expect([status, body['total']]).toEqual([200, coordinate.length < 100 ? 0 : 3]);
    }
  });
});
