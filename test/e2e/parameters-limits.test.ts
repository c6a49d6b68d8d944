import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, KINDS } from '../support/records/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
let tag: number;
beforeAll(async () => {
  calendar = await startTestCalendar();
  tag = (await createRecord(calendar, 'tags')).id;
});
afterAll(() => calendar.close());

const numbered = (count: number, entry: (index: number) => string) => Array.from({ length: count }, (_, i) => entry(i));
const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['code']];

describe('Limit of 200 parameters', () => {
  const many = (count: number) => numbered(count, (index) => `p${index}=${index}`).join('&');
  const object = (count: number) => Object.fromEntries(numbered(count, String).map((index) => [`p${index}`, index]));

  it('applies to lists of every kind (12.4)', async () => {
    for (const { path } of KINDS) {
      expect((await calendar.request('GET', `${path}?${many(200)}`)).status).toBe(200);
      expect(codeOf(await calendar.request('GET', `${path}?${many(201)}`))).toEqual([400, 'invalid_parameter']);
    }
  });

  it('applies to a write: form, JSON, query string, and query string and body together (12.4)', async () => {
    const { id } = await createRecord(calendar, 'venues');
    const path = `venues/${id}`;
    expect((await calendar.request('PATCH', path, { form: many(200) })).status).toBe(200);
    expect((await calendar.request('PATCH', path, { json: object(200) })).status).toBe(200);
    expect((await calendar.request('PATCH', `${path}?${many(200)}`)).status).toBe(200);
    expect(codeOf(await calendar.request('PATCH', path, { form: many(201) }))).toEqual([400, 'invalid_parameter']);
    expect(codeOf(await calendar.request('PATCH', path, { json: object(201) }))).toEqual([400, 'invalid_parameter']);
    expect(codeOf(await calendar.request('PATCH', `${path}?${many(201)}`))).toEqual([400, 'invalid_parameter']);
    const both = await calendar.request('PATCH', `${path}?q=1&${many(0)}`, { json: object(200) });
    expect(codeOf(both)).toEqual([400, 'invalid_parameter']);
    expect(codeOf(await calendar.request('PATCH', path, { form: many(5000) }))).toEqual([400, 'invalid_parameter']);
  });

  it('counts the values of a list as one parameter (12.4)', async () => {
    const lists = ['tags', 'categories', 'venue', 'organizer'];
    const { id } = await createRecord(calendar, 'events');
    const other = { categories: 'categories', venue: 'venues', organizer: 'organizers' } as const;
    const ids: Record<string, number> = { tags: tag };
    for (const [list, path] of Object.entries(other)) ids[list] = (await createRecord(calendar, path)).id;
    const form = lists.flatMap((list) => numbered(100, () => `${list}[]=${ids[list]}`)).join('&');
    const answer = await calendar.request('PATCH', `events/${id}`, { form });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ tags: [{ id: tag }], venue: [{ id: ids['venue'] }] });
  });
});

describe('Limit of 100 values per list', () => {
  it.each([
    ['a comma-separated string', (count: number) => `tags=${numbered(count, () => String(tag)).join(',')}`],
    ['repeated names', (count: number) => numbered(count, () => `tags=${tag}`).join('&')],
    ['brackets', (count: number) => numbered(count, () => `tags[]=${tag}`).join('&')],
    ['numbered brackets', (count: number) => numbered(count, (index) => `tags[${index}]=${tag}`).join('&')],
    ['objects', (count: number) => numbered(count, (index) => `tags[${index}][id]=${tag}`).join('&')],
  ])('applies to %s (12.4)', async (_form, text) => {
    const { id } = await createRecord(calendar, 'events');
    for (const send of [
      (count: number) => calendar.request('PATCH', `events/${id}`, { form: text(count) }),
      (count: number) => calendar.request('PATCH', `events/${id}?${text(count)}`),
    ]) {
      const answer = await send(100);
      expect([answer.status, (answer.body['tags'] as object[]).length]).toEqual([200, 1]);
      expectInvalidParameters(await send(101), 'tags');
    }
    expect((await calendar.request('GET', `tags?${text(100).replaceAll('tags', 'include')}`)).status).toBe(200);
    expectInvalidParameters(
      await calendar.request('GET', `tags?${text(101).replaceAll('tags', 'include')}`),
      'include',
    );
  });

  it('applies to JSON arrays (12.4)', async () => {
    const { id } = await createRecord(calendar, 'events');
    const send = (json: unknown) => calendar.request('PATCH', `events/${id}`, { json });
    for (const list of ['tags', 'cost']) {
      const value = list === 'tags' ? tag : '5 €';
      expect((await send({ [list]: Array(100).fill(value) })).status).toBe(200);
      expectInvalidParameters(await send({ [list]: Array(101).fill(value) }), list);
    }
  });

  it('does not apply to the index of an element, which only determines the order (2.2)', async () => {
    const { id } = await createRecord(calendar, 'events');
    const other = (await createRecord(calendar, 'tags')).id;
    const form = `tags[99999999]=${tag}&tags[4]=${other}`;
    const { body } = await calendar.request('PATCH', `events/${id}`, { form });
    expect((body['tags'] as { id: number }[]).map((each) => each.id)).toEqual([other, tag]);
  });
});

describe('Limit of 32 levels in a JSON body', () => {
  const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;

  it.each([
    ['objects', '{"a":', '}'],
    ['lists', '[', ']'],
  ])('applies to nested %s (12.4)', async (_what, open, close) => {
    const { id } = await createRecord(calendar, 'venues');
    const send = (depth: number) => {
      // The body itself is the first level.
      const raw = `{"venue":"Nested","unknown":${nested(depth - 1, open, close)}}`;
      return calendar.request('PATCH', `venues/${id}`, { raw, headers: { 'Content-Type': 'application/json' } });
    };
    expect((await send(32)).status).toBe(200);
    expect(codeOf(await send(33))).toEqual([400, 'invalid_json']);
    expect(codeOf(await send(33_333))).toEqual([400, 'invalid_json']);
  });

  it('does not count brackets in strings or sibling lists (12.4)', async () => {
    const { id } = await createRecord(calendar, 'venues', { venue: 'Before' });
    const json = { venue: '['.repeat(100), unknown: Array.from({ length: 100 }, () => [[1]]) };
    const { status, body } = await calendar.request('PATCH', `venues/${id}`, { json });
    expect([status, body['venue']]).toEqual([200, '['.repeat(100)]);
  });
});
