import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChangeCounter } from '../../src/persistence/transactions/change-counter.js';
import { Housekeeping } from '../../src/persistence/maintenance/housekeeping.js';
import { DeadlineState } from '../../src/kernel/context/deadline.js';
import { Argon2id } from '../../src/kernel/concurrency/argon2id.js';
import { EventWriter } from '../../src/events/event-writer.js';
import { createUser, USERS_PATH } from '../support/accounts/accounts.js';
import { startCachedCalendar, type CachedCalendar } from '../support/calendar/cached-calendar.js';
import {
  countRows,
  withRolledBackTransaction,
  query,
  waitForBlockedSession,
} from '../support/database/database-session.js';
import {
  summarize,
  newKey,
  newTag,
  replayedParts,
  sendWithKey,
  sendTwice,
  TAGS_PATH,
  type Write,
} from '../support/requests/idempotent-writes.js';
import { byRunMode } from '../support/run/run-mode.js';
import { createRecord, uniqueName } from '../support/records/kinds.js';
import { repeatParallel } from '../support/records/links.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { upcomingDates } from '../support/records/records.js';

const EVENTS = '/calendar/events/v1/events';
/** The short form has fewer concurrent writes and rounds, and a shorter overload. */
const WRITES = byRunMode(30, 60);
const ROUNDS = byRunMode(2, 5);
const PASSES = byRunMode(100, 300);

let calendar: CachedCalendar;
beforeAll(async () => {
  calendar = await startCachedCalendar();
});
afterAll(() => calendar.close());

const send = (key: string, write: Write) => sendWithKey(calendar.origin, key, write);
const alter = (statement: string) => query(calendar.databaseUrl, statement);
const rows = (table: string, condition?: string) => countRows(calendar.databaseUrl, table, condition);

/** Blocks the creation of events. `reached` resolves when `some` creations have begun, and `count` returns how many have. */
function holdCreations(some: number) {
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { create } = EventWriter.prototype;
  let begun = 0;
  EventWriter.prototype.create = async function held(this: EventWriter, ...given) {
    begun += 1;
    if (begun === some) reached.resolve();
    await gate.promise;
    return create.apply(this, given);
  };
  const letGo = () => {
    EventWriter.prototype.create = create;
    gate.resolve();
  };
  return { reached: reached.promise, count: () => begun, letGo };
}

describe('Many concurrent writes with idempotency keys', () => {
  it('run eight at a time and queue without a connection, so that reads still succeed (12.3, 9.3)', async () => {
    const read = async (size: number) =>
      summarize(await rawRequest(calendar.origin, { method: 'GET', path: `${EVENTS}?per_page=${size}` }));
    // Warms up: a service that has just started still opens its connections.
    await repeatParallel(20, (index) => read(index + 1));
    const held = holdCreations(8);
    const write = (password: string | null) => ({
      method: 'POST',
      path: EVENTS,
      json: { title: uniqueName(), ...upcomingDates(), password },
    });
    const sent = repeatParallel(WRITES, async (index) =>
      summarize(await send(newKey(), write(index % 3 ? null : 'Sesam'))),
    );
    await held.reached;
    // Four at a time, so that a busy machine completes them within the wait limit for a pool connection.
    const reads: string[] = [];
    for (let size = 1; size <= 20; size += 4) reads.push(...(await repeatParallel(4, (index) => read(size + index))));
    const begun = held.count();
    held.letGo();
    expect([reads, begun]).toEqual([Array<string>(20).fill('200'), 8]);
    expect(await sent).toEqual(Array<string>(WRITES).fill('201'));
  });
});

describe('Overloaded password checks', () => {
  it('reject reads with a password as 429, but not writes, with or without a key (8.13, 12.5)', async () => {
    const { id } = await createRecord(calendar, 'events', { ...upcomingDates(), password: 'Sesam' });
    const path = `${EVENTS}/${id}`;
    const cheap = { memory: 8, passes: 1, parallelism: 1, message: '', nonce: Buffer.alloc(16), tagLength: 4 };
    const argon2id = calendar.application.get(Argon2id);
    const tried = [argon2id.hash('verify', { ...cheap, memory: 19_456, passes: PASSES })];
    for (let waiting = 0; waiting < 125; waiting += 1) tried.push(argon2id.hash('verify', cheap));
    const read = await rawRequest(calendar.origin, { method: 'GET', path: `/ca${path}?password=Sesam` });
    expect([summarize(read), read.headers['retry-after'], read.body['detail']]).toEqual([
      '429 too_many_requests',
      '3',
      'S’estan comprovant massa contrasenyes alhora. Cal tornar-ho a provar passats els segons que indica la capçalera Retry-After.',
    ]);
    expect((await calendar.request('PATCH', `events/${id}`, { json: { password: 'Another' } })).status).toBe(200);
    expect(summarize(await send(newKey(), { method: 'PATCH', path, json: { password: 'Third' } }))).toBe('200');
    expect(summarize(await send(newKey(), { method: 'DELETE', path: `${path}?password=Third` }))).toBe('200');
    await Promise.all(tried);
  });
});

describe('Write with an idempotency key', () => {
  it('is 503, rolled back and not stored if its deadline expires before the commit (12.3, 12.4)', async () => {
    const [key, write] = [newKey(), newTag('Late')];
    const { beginCommit } = DeadlineState.prototype;
    let commits = 0;
    DeadlineState.prototype.beginCommit = function late(this: DeadlineState) {
      commits += 1;
      this.expire();
      beginCommit.call(this);
    };
    const late = await send(key, write).finally(() => Object.assign(DeadlineState.prototype, { beginCommit }));
    expect([summarize(late), commits]).toEqual(['503 unavailable', 1]);
    expect([late.headers.location, late.headers['content-language']]).toEqual([undefined, 'en']);
    expect([await rows('tag_translations', `name = 'Late'`), await sendTwice(calendar.origin, key, write)]).toEqual([
      0,
      ['201', '201 again'],
    ]);
  });

  it('is completed if the client disconnects, and replayed for a retry (12.3)', async () => {
    const [key, write] = [newKey(), newTag('Abandoned')];
    await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table tags in share mode');
      const gone = new AbortController();
      const headers = { ...ADMIN_HEADERS, 'Content-Type': 'application/json', 'Idempotency-Key': key };
      const body = JSON.stringify(write.json);
      const sent = fetch(calendar.origin + TAGS_PATH, { method: 'POST', headers, body, signal: gone.signal });
      await waitForBlockedSession(session);
      expect(summarize(await send(key, write))).toBe('409 request_in_progress');
      gone.abort();
      await expect(sent).rejects.toThrow('aborted');
    });
    let answer = await send(key, write);
    while (answer.status === 409) answer = await send(key, write);
    expect([summarize(answer), await rows('tag_translations', `name = 'Abandoned'`)]).toEqual(['201 again', 1]);
  });

  it('is visible to the next read, and its replay does not invalidate the cache (12.3, 12.2)', async () => {
    const { id } = await createRecord(calendar, 'tags');
    for (let round = 0; round < ROUNDS; round += 1) {
      await calendar.getUntilCached(`tags/${id}`);
      const [key, write] = [
        newKey(),
        { method: 'PATCH', path: `${TAGS_PATH}/${id}`, json: { name: `Round ${round}` } },
      ];
      const first = await send(key, write);
      expect((await calendar.get(`tags/${id}`)).body['name']).toBe(`Round ${round}`);
      const { generation } = calendar.application.get(ChangeCounter);
      expect(replayedParts(await send(key, write))).toEqual(replayedParts(first));
      expect(calendar.application.get(ChangeCounter).generation).toBe(generation);
    }
  });

  it('counts every wrong password, in repeated and in concurrent requests (12.3, 8.13)', async () => {
    const { id } = await createRecord(calendar, 'events', { ...upcomingDates(), password: 'Sesam' });
    const guess = { method: 'DELETE', path: `${EVENTS}/${id}?password=wrong` };
    const key = newKey();
    const alone = [summarize(await send(key, guess)), summarize(await send(key, guess))];
    const together = await repeatParallel(8, async () => summarize(await send(newKey(), guess)));
    expect([...alone, ...together]).toEqual(Array<string>(10).fill('403 event_password_required'));
    const right = { ...guess, path: `${EVENTS}/${id}?password=Sesam` };
    expect([summarize(await send(key, guess)), summarize(await send(key, right))]).toEqual(
      Array<string>(2).fill('429 too_many_requests'),
    );
    // The 429 is not stored: the same key succeeds after the attempts are deleted.
    await alter('delete from password_attempts');
    expect(await sendTwice(calendar.origin, key, right)).toEqual(['200', '200 again']);
  });

  it('gets a response if it deletes the calling user (12.3)', async () => {
    const { id, token } = await createUser(calendar, 'administrator');
    const headers = { Authorization: `Bearer ${token}` };
    const removal = { method: 'DELETE', path: `${USERS_PATH}/${id}`, headers };
    expect(await sendTwice(calendar.origin, newKey(), removal)).toEqual(['200', '401 invalid_credentials']);
  });

  it('has its key deleted by housekeeping after 24 hours, not before (12.3)', async () => {
    await send(newKey(), newTag());
    const kept = await rows('idempotency_keys');
    await alter(`update idempotency_keys set created_at = now() - interval '23 hours 59 minutes'`);
    await calendar.application.get(Housekeeping).run();
    expect(await rows('idempotency_keys')).toBe(kept);
    await alter(`update idempotency_keys set created_at = created_at - interval '2 minutes'`);
    await calendar.application.get(Housekeeping).run();
    expect([kept > 10, await rows('idempotency_keys')]).toEqual([true, 0]);
  });
});
