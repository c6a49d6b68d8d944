import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import pg from 'pg';
import { EventPasswords } from '../../src/events/event-passwords.js';
import { EventWriter } from '../../src/events/event-writer.js';
import { Argon2id } from '../../src/kernel/concurrency/argon2id.js';
import { DeadlineState } from '../../src/kernel/context/deadline.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { ErrorCode } from '../../src/kernel/errors/error-codes.js';
import { ChangeCounter } from '../../src/persistence/transactions/change-counter.js';
import { startCachedCalendar, type CachedCalendar } from '../support/calendar/cached-calendar.js';
import { countRows, waitForBlockedSession, withRolledBackTransaction } from '../support/database/database-session.js';
import { byRunMode } from '../support/run/run-mode.js';
import { createRecord, uniqueName } from '../support/records/kinds.js';
import { repeatParallel } from '../support/records/links.js';
import { upcomingDates } from '../support/records/records.js';
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
import { rawRequest, type RawResponse } from '../support/requests/raw-request.js';

const EVENTS = '/calendar/events/v1/events';
/** The short form has fewer concurrent writes, and a shorter overload. */
const WRITES = byRunMode(20, 60);
const PASSES = byRunMode(60, 300);

let calendar: CachedCalendar;
beforeAll(async () => {
  calendar = await startCachedCalendar();
});
afterAll(() => calendar.close());

const send = (key: string, write: Write) => sendWithKey(calendar.origin, key, write);
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

  it('is visible to the next read, and its replay does not invalidate the cache (12.3, 12.2)', async () => {
    const { id } = await createRecord(calendar, 'tags');
    await calendar.getUntilCached(`tags/${id}`);
    const key = newKey();
    const write = { method: 'PATCH', path: `${TAGS_PATH}/${id}`, json: { name: 'Changed' } };
    const first = await send(key, write);
    expect((await calendar.get(`tags/${id}`)).body['name']).toBe('Changed');
    const { generation } = calendar.application.get(ChangeCounter);
    expect(replayedParts(await send(key, write))).toEqual(replayedParts(first));
    expect(calendar.application.get(ChangeCounter).generation).toBe(generation);
  });

  it('returns its error without storing it if a statement aborted the outer transaction (12.3, 9.3)', async () => {
    const [key, write] = [newKey(), await deletionBy('Sesam')];
    const ended = await endingIt('event_not_found', () => send(key, write));
    expect(summarize(ended)).toBe('404 event_not_found');
    expect(await sendTwice(calendar.origin, key, write)).toEqual(['200', '200 again']);
  });

  it('is 500 if an aborted transaction loses the count of a wrong password (12.3, 8.13)', async () => {
    const write = await deletionBy('wrong');
    expect(summarize(await endingIt('event_password_required', () => send(newKey(), write)))).toBe('500 internal');
    expect(await rows('password_attempts', 'cardinality(wrong_attempts) > 0')).toBe(0);
    expect(summarize(await send(newKey(), write))).toBe('403 event_password_required');
    expect(await rows('password_attempts', 'cardinality(wrong_attempts) > 0')).toBe(1);
  });
});

async function deletionBy(password: string): Promise<Write> {
  const { id } = await createRecord(calendar, 'events', { ...upcomingDates(), password: 'Sesam' });
  return { method: 'DELETE', path: `${EVENTS}/${id}?password=${password}` };
}

/** Aborts the transaction with a failing statement when passwords are compared, then throws an error with `code`. */
async function endingIt(code: ErrorCode, work: () => Promise<RawResponse>): Promise<RawResponse> {
  const em = calendar.application.get(EntityManager);
  const { matches: fits } = EventPasswords.prototype;
  EventPasswords.prototype.matches = async function ending(this: EventPasswords, ...given) {
    await fits.apply(this, given);
    await sql`select unknown_function()`.execute(em.getKysely()).catch(() => undefined);
    throw new ApiError(code);
  };
  return work().finally(() => Object.assign(EventPasswords.prototype, { matches: fits }));
}

/** Delays the result of the next statement on idempotency keys until `letGo` is called. */
function holdNextClaim() {
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { query } = pg.Client.prototype as unknown as Record<'query', (...given: unknown[]) => Promise<unknown>>;
  Object.assign(pg.Client.prototype, {
    async query(this: pg.Client, ...given: unknown[]) {
      const result = await query.apply(this, given);
      const [statement] = given as [string | { text: string }];
      if (/idempotency_keys|pg_try_advisory/.test(typeof statement === 'string' ? statement : statement.text)) {
        Object.assign(pg.Client.prototype, { query });
        reached.resolve();
        await gate.promise;
      }
      return result;
    },
  });
  return { reached: reached.promise, letGo: gate.resolve };
}

/** Sends a new write with its key, as often as it is called, and returns the summary. */
function sender(): () => Promise<string> {
  const [key, write] = [newKey(), newTag()];
  return async () => summarize(await send(key, write));
}

describe('Retry', () => {
  it('that overlaps the end of the first request replays the response that was stored meanwhile (12.3)', async () => {
    const attempt = sender();
    const { first, second, letGo } = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table tags in share mode');
      const sent = attempt();
      await waitForBlockedSession(session);
      const held = holdNextClaim();
      const later = attempt();
      await held.reached;
      return { first: sent, second: later, letGo: held.letGo };
    });
    expect(await first).toBe('201');
    letGo();
    expect(await second).toBe('201 again');
    expect(await attempt()).toBe('201 again');
  });

  it('is replayed while another replay is in progress (12.3)', async () => {
    const attempt = sender();
    expect(await attempt()).toBe('201');
    const held = holdNextClaim();
    const replay = attempt();
    await held.reached;
    expect(await attempt()).toBe('201 again');
    held.letGo();
    expect(await replay).toBe('201 again');
  });
});
