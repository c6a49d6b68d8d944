import { afterEach, describe, expect, it } from 'vitest';
import { query } from '../support/database/database-session.js';
import {
  summarize,
  newKey,
  replayedParts,
  sendWithKey,
  TAGS_PATH,
  type Write,
} from '../support/requests/idempotent-writes.js';
import { createRecord, uniqueName } from '../support/records/kinds.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const CONFLICT = '422 idempotency_conflict';

const calendar = useTestCalendar();
afterEach(() => calendar.setNow(undefined));

const send = (key: string, write: Write) => sendWithKey(calendar.origin, key, write);
const create = (fields: object = {}): Write & { json: object } => ({
  method: 'POST',
  path: TAGS_PATH,
  json: { name: uniqueName('Tag'), ...fields },
});

describe('Idempotency key with a different request', () => {
  it.each<[string, (write: Write & { json: object }) => Partial<Write>]>([
    ['another body', ({ json }) => ({ json: { ...json, description: 'Other' } })],
    ['another query', () => ({ path: `${TAGS_PATH}?description=Other` })],
    ['another path', () => ({ path: '/calendar/events/v1/categories' })],
    ['another language in the path', () => ({ path: `/ca${TAGS_PATH}` })],
    ['another negotiated language', () => ({ headers: { 'Accept-Language': 'es' } })],
    ['a preference', () => ({ headers: { Prefer: 'handling=strict' } })],
    ['a precondition', () => ({ headers: { 'If-Match': '"1-x"' } })],
    ['a password', () => ({ headers: { 'X-Event-Password': 'Sesam' } })],
  ])('is 422, and the first response stays stored: %s (12.3, 9.2)', async (_what, changeOf) => {
    const [key, write] = [newKey(), create({ list: [1, 2] })];
    const first = await send(key, write);
    expect([summarize(first), summarize(await send(key, { ...write, ...changeOf(write) }))]).toEqual(['201', CONFLICT]);
    expect(replayedParts(await send(key, write))).toEqual(replayedParts(first));
  });

  it('is 422 with another method, even if both methods update (12.3)', async () => {
    const { id } = await createRecord(calendar, 'tags');
    const [key, write] = [newKey(), { path: `${TAGS_PATH}/${id}`, json: { description: 'Changed' } }];
    expect(summarize(await send(key, { ...write, method: 'PUT' }))).toBe('200');
    expect(summarize(await send(key, { ...write, method: 'PATCH' }))).toBe(CONFLICT);
    expect(summarize(await send(key, { ...write, method: 'DELETE' }))).toBe(CONFLICT);
  });

  it('is 422 with another password, and neither key nor password is stored in plain text (12.3, 8.15)', async () => {
    const [key, title] = [newKey(), uniqueName('Concert')];
    const createWith = (password: string) =>
      send(key, {
        method: 'POST',
        path: '/calendar/events/v1/events',
        json: { title, start_date: '2030-05-01 19:00:00', end_date: '2030-05-01 21:00:00', password },
      });
    const outcomes = [];
    for (const password of ['Sesam', 'Sesam', 'Sesamo']) outcomes.push(summarize(await createWith(password)));
    expect(outcomes).toEqual(['201', '201 again', CONFLICT]);
    const rows = await query<{ row: string }>(calendar.databaseUrl, 'select k::text as row from idempotency_keys k');
    expect(rows.filter(({ row }) => row.includes('Sesam') || row.includes(key))).toEqual([]);
  });
});

describe('Idempotency key with the same request', () => {
  it('matches with another member order, request id, credential type and trailing slash (12.3)', async () => {
    const [key, name, token] = [newKey(), uniqueName('Tag'), 'Bearer test-administrator-token-0123456789'];
    const json = { name, description: 'a', extra: { one: 1, 2: 'two', list: [{ x: 1, y: 2 }] } };
    const reordered = { extra: { list: [{ y: 2, x: 1 }], 2: 'two', one: 1 }, description: 'a', name };
    const first = await send(key, { ...create(), json });
    const basic = Buffer.from(`admin:${token.slice(7)}`).toString('base64');
    const headers = { Authorization: `Basic ${basic}`, 'X-Request-Id': 'other', 'User-Agent': 'other' };
    const again = await send(key, { method: 'POST', path: `${TAGS_PATH}/`, json: reordered, headers });
    expect([summarize(first), summarize(again)]).toEqual(['201', '201 again']);
    expect(replayedParts(again)).toEqual(replayedParts(first));
  });

  it('matches with any body of a DELETE, because the body is ignored (12.3)', async () => {
    const { id } = await createRecord(calendar, 'tags');
    const [key, deletion] = [newKey(), { method: 'DELETE', path: `${TAGS_PATH}/${id}` }];
    expect(summarize(await send(key, deletion))).toBe('200');
    expect(summarize(await send(key, { ...deletion, json: {} }))).toBe('200 again');
  });

  it('is independent of the same key of another user (12.3)', async () => {
    const [key, write] = [newKey(), create()];
    const editors = [await calendar.createToken('editor'), await calendar.createToken('editor')];
    for (const [index, token] of editors.entries()) {
      const asEditor = { ...write, json: { name: uniqueName() }, headers: { Authorization: `Bearer ${token}` } };
      const outcomes = [summarize(await send(key, asEditor)), summarize(await send(key, asEditor))];
      expect([index, ...outcomes]).toEqual([index, '201', '201 again']);
    }
  });

  it('is valid for 24 hours, then accepts a different request (12.3)', async () => {
    const [key, write] = [newKey(), create()];
    const start = Date.parse('2031-01-01T00:00:00Z');
    const after = (seconds: number) => calendar.setNow(new Date(start + seconds * 1000).toISOString());
    after(0);
    const first = await send(key, write);
    const otherWrite = create();
    const outcomes = [];
    for (const [seconds, each] of [
      [86_399, write],
      [86_399, otherWrite],
      [86_400, otherWrite],
      [86_400, otherWrite],
      [86_400, write],
      [172_799, otherWrite],
      [172_800, write],
    ] as const) {
      after(seconds);
      outcomes.push(summarize(await send(key, each)));
    }
    expect(summarize(first)).toBe('201');
    expect(outcomes).toEqual(['201 again', CONFLICT, '201', '201 again', CONFLICT, '201 again', '409 term_exists']);
  });
});

describe('Syntax of idempotency keys', () => {
  const visibleAscii = String.fromCharCode(...Array.from({ length: 0x7e - 0x20 }, (_each, at) => 0x21 + at));
  it.each<[string, string]>([
    ['255 characters', 'k'.repeat(255)],
    ['every visible ASCII character', visibleAscii],
    ['quotes, as in a structured field', '"8e03978e"'],
  ])('accepts a valid key: %s (12.3)', async (_what, key) => {
    const write = create();
    expect([summarize(await send(key, write)), summarize(await send(key, write))]).toEqual(['201', '201 again']);
  });

  it.each<[string, string | string[]]>([
    ['256 characters', 'k'.repeat(256)],
    ['a space', 'a b'],
    ['a character outside of ASCII', 'clé'],
    ['two headers', ['a', 'b']],
  ])('rejects an invalid key together with other errors: %s (12.3, 2.7)', async (_what, key) => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key, ...ADMIN_HEADERS };
    const body = JSON.stringify({ name: '', ml_language: 'xx' });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const path = method === 'POST' ? TAGS_PATH : `${TAGS_PATH}/1`;
      const response = await rawRequest(calendar.origin, { method, path: `${path}?ml_scope=x`, headers, body });
      const params = response.body['params'] as Record<string, string>;
      expect([method, summarize(response), params['Idempotency-Key']]).toEqual([
        method,
        '400 invalid_parameter',
        'Must be 1 to 255 visible ASCII characters and must not contain spaces; the request may have this header only once.',
      ]);
      expect(Object.keys(params).length).toBeGreaterThan(1);
    }
  });

  it('is not checked for reads, nor before authentication (12.3)', async () => {
    const headers = { 'Idempotency-Key': 'a b' };
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect((await rawRequest(calendar.origin, { method, path: TAGS_PATH, headers })).status).toBeLessThan(300);
    const anonymous = await calendar.request('POST', 'tags', { headers, token: null, json: {} });
    expect([anonymous.status, anonymous.body['code']]).toEqual([401, 'unauthorized']);
  });
});
