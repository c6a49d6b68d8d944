import { describe, expect, it } from 'vitest';
import { createToken, createUser, TOKENS_PATH, USERS_PATH } from '../support/accounts/accounts.js';
import { countRows, query } from '../support/database/database-session.js';
import {
  summarize,
  isReplay,
  newKey,
  replayedParts,
  sendWithKey,
  type Write,
} from '../support/requests/idempotent-writes.js';
import { casesByRunMode } from '../support/run/run-mode.js';
import {
  createRecord,
  requiredFieldsOf,
  KINDS,
  PUBLISHABLE_KINDS,
  uniqueName,
  type Kind,
} from '../support/records/kinds.js';
import { operationsOf, type Operation } from '../support/requests/operations.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar();

const send = (key: string, write: Write) => sendWithKey(calendar.origin, key, write);

/** Number of writes: each has one audit entry. */
const countWrites = () => countRows(calendar.databaseUrl, 'audit_entries');

async function recordWrite({ method, path }: Operation, kind: Kind): Promise<Write> {
  if (!path.endsWith('}')) return { method, path, json: requiredFieldsOf(kind) };
  const { id, slug } = await createRecord(calendar, kind.path);
  const address = path.replace('{id}', String(id)).replace('{slug}', slug);
  return { method, path: address, json: { [kind.titleField]: uniqueName('Changed') } };
}

async function accountWrite({ method, path }: Operation): Promise<Write> {
  if (path === USERS_PATH) return { method, path, json: { username: uniqueName('user'), role: 'editor' } };
  if (path === TOKENS_PATH) return { method, path, json: {} };
  const { id } = await (path.startsWith(USERS_PATH) ? createUser(calendar) : createToken(calendar));
  return { method, path: path.replace('{id}', String(id)), json: { role: 'author' } };
}

const writeOf = (operation: Operation) =>
  operation.kind ? recordWrite(operation, operation.kind) : accountWrite(operation);

describe('Retry of a write with its idempotency key', () => {
  it('replays the first response byte for byte with a new request id, without a second write (12.3)', async () => {
    const writes = operationsOf(calendar).filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
    // Creates of users and tokens are not replayed, because their responses contain a token.
    const replayed = writes.filter(
      ({ method, path }) => !(method === 'POST' && [USERS_PATH, TOKENS_PATH].includes(path)),
    );
    // A create and four writes by id per kind, four by slug if it is publishable, five writes of users and two of tokens.
    const writeCount = KINDS.length * (1 + 4) + PUBLISHABLE_KINDS.length * 4 + 5 + 2;
    expect([writes.length, replayed.length]).toEqual([writeCount, writeCount - 2]);
    for (const operation of casesByRunMode(replayed, (_operation, index) => index % 3 === 0)) {
      const [key, write] = [newKey(), await writeOf(operation)];
      const before = await countWrites();
      const first = await send(key, write);
      const after = await countWrites();
      const replays = [await send(key, write), await send(key, write)];
      const name = `${operation.method} ${operation.path}`;
      expect([name, summarize(first)]).toEqual([name, operation.path.endsWith('}') ? '200' : '201']);
      expect([name, after, await countWrites()]).toEqual([name, before + 1, after]);
      for (const replay of replays) {
        expect([name, replayedParts(replay)]).toEqual([name, replayedParts(first)]);
        expect([name, isReplay(replay)]).toEqual([name, true]);
        expect(replay.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
      }
    }
  });

  it('replays the response even if the record has been changed and deleted since (12.3)', async () => {
    const [key, json] = [newKey(), { venue: uniqueName('Sala') }];
    const create = { method: 'POST', path: '/calendar/events/v1/venues', json };
    const first = await send(key, create);
    await calendar.request('PATCH', `venues/${String(first.body['id'])}`, { json: { venue: 'Another' } });
    await calendar.request('DELETE', `venues/${String(first.body['id'])}?force=true`);
    expect(replayedParts(await send(key, create))).toEqual(replayedParts(first));
  });
});

describe('Retry of a rejected write with its idempotency key', () => {
  const path = '/calendar/events/v1/tags';
  const expectReplay = async (write: Write, summary: string) => {
    const key = newKey();
    const first = await send(key, write);
    const replay = await send(key, write);
    expect([summarize(first), summarize(replay)]).toEqual([summary, `${summary} again`]);
    expect(replayedParts(replay)).toEqual(replayedParts(first));
  };

  it('replays the error byte for byte (12.3)', async () => {
    const { id } = await createRecord(calendar, 'tags', { name: 'Jazz' });
    const { id: venue } = await createRecord(calendar, 'venues');
    await calendar.request('DELETE', `venues/${venue}`);
    await expectReplay({ method: 'PATCH', path: `/ca${path}/999`, json: { name: 'Blues' } }, '404 tag_not_found');
    await expectReplay({ method: 'POST', path: `/es${path}`, json: {} }, '400 missing_parameter');
    await expectReplay({ method: 'POST', path, json: { name: 'Jazz' } }, '409 term_exists');
    await expectReplay({ method: 'DELETE', path: `/en${path}/${id}?ml_scope=translation` }, '409 last_translation');
    await expectReplay({ method: 'DELETE', path: `/calendar/events/v1/venues/${venue}` }, '410 venue_in_trash');
  });

  it('does not replay 401 and 403, but checks permissions again (12.3)', async () => {
    const [key, token] = [newKey(), await calendar.createToken('author')];
    const { id } = await createRecord(calendar, 'venues');
    const write = { method: 'PATCH', path: `/calendar/events/v1/venues/${id}`, json: { phone: '1' } };
    const asAuthor = { ...write, headers: { Authorization: `Bearer ${token}` } };
    expect(summarize(await send(key, { ...write, headers: { Authorization: 'Bearer wrong' } }))).toBe(
      '401 invalid_credentials',
    );
    expect([summarize(await send(key, asAuthor)), summarize(await send(key, asAuthor))]).toEqual([
      '403 forbidden',
      '403 forbidden',
    ]);
    await query(calendar.databaseUrl, `update venues set author_id = (select max(id) from users) where id = ${id}`);
    expect([summarize(await send(key, asAuthor)), summarize(await send(key, asAuthor))]).toEqual(['200', '200 again']);
  });
});

describe('Response to a create that issues a token', () => {
  it.each([
    ['user', USERS_PATH, { username: 'anna', role: 'author' }, 'users'],
    ['token', TOKENS_PATH, {}, 'tokens'],
  ])('is not stored for a new %s: a retry is 409 (12.3, 8.2)', async (_what, path, json, table) => {
    const count = () => countRows(calendar.databaseUrl, table);
    const [key, before] = [newKey(), await count()];
    const first = await send(key, { method: 'POST', path, json });
    const secret = String(first.body['token']);
    expect([summarize(first), secret]).toEqual(['201', expect.stringMatching(/^cal_/)]);
    const retry = await send(key, { method: 'POST', path, json });
    expect([summarize(retry), retry.body['detail']]).toEqual([
      '409 conflict',
      'This request was carried out before, with the same Idempotency-Key. Its response held a secret and was not kept. If need be, another token can be made.',
    ]);
    expect(await count()).toBe(before + 1);
    const rows = await query<{ row: string }>(calendar.databaseUrl, 'select k::text as row from idempotency_keys k');
    expect(rows.filter(({ row }) => row.includes('cal_') || row.includes(secret))).toEqual([]);
    expect(summarize(await send(key, { method: 'POST', path, json: { ...json, role: 'editor' } }))).toBe(
      '422 idempotency_conflict',
    );
  });

  it('is stored if it is an error, because errors contain no token (12.3)', async () => {
    const [key, json] = [newKey(), { username: 'admin', role: 'author' }];
    const responses = [];
    for (let sent = 0; sent < 2; sent += 1) responses.push(await send(key, { method: 'POST', path: USERS_PATH, json }));
    expect(responses.map(summarize)).toEqual(['409 conflict', '409 conflict again']);
  });
});
