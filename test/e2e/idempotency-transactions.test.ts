import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { EventWriter } from '../../src/events/event-writer.js';
import { Argon2id } from '../../src/kernel/concurrency/argon2id.js';
import { ChangeCounter } from '../../src/persistence/transactions/change-counter.js';
import { startCachedCalendar, type CachedCalendar } from '../support/calendar/cached-calendar.js';
import { waitForBlockedSession, withRolledBackTransaction } from '../support/database/database-session.js';
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
  TAGS_PATH,
  type Write,
} from '../support/requests/idempotent-writes.js';
import { rawRequest } from '../support/requests/raw-request.js';

const EVENTS_PATH = '/calendar/events/v1/events';
/** The short form has fewer concurrent writes, and a shorter overload. */
const WRITES = byRunMode(20, 60);
const PASSES = byRunMode(60, 300);

let calendar: CachedCalendar;
beforeAll(async () => {
  calendar = await startCachedCalendar();
});
afterAll(() => calendar.close());

const send = (key: string, write: Write) => sendWithKey(calendar.origin, key, write);

/**
 * Blocks creations of events until `release` is called. `reached` resolves when the expected number has started. `count`
 * returns the number that has started.
 */
function holdCreations(expected: number) {
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { create } = EventWriter.prototype;
  let started = 0;
  EventWriter.prototype.create = async function held(this: EventWriter, ...given) {
    started += 1;
    if (started === expected) reached.resolve();
    await gate.promise;
    return create.apply(this, given);
  };
  const release = () => {
    EventWriter.prototype.create = create;
    gate.resolve();
  };
  return { reached: reached.promise, count: () => started, release };
}

it('Concurrent writes with idempotency keys run eight at a time and queue without a connection, so that reads still succeed (12.3, 9.3)', async () => {
  const read = async (size: number) =>
    summarize(await rawRequest(calendar.origin, { method: 'GET', path: `${EVENTS_PATH}?per_page=${size}` }));
  // Warms up: a service that has just started still opens its connections.
  await repeatParallel(20, (index) => read(index + 1));
  const held = holdCreations(8);
  const write = (password: string | null) => ({
    method: 'POST',
    path: EVENTS_PATH,
    json: { title: uniqueName(), ...upcomingDates(), password },
  });
  const sent = repeatParallel(WRITES, async (index) =>
    summarize(await send(newKey(), write(index % 3 ? null : 'Sesam'))),
  );
  await held.reached;
  // Four at a time, so that a busy machine completes them within the wait limit for a pool connection.
  const reads: string[] = [];
  for (let size = 1; size <= 20; size += 4) reads.push(...(await repeatParallel(4, (index) => read(size + index))));
  const started = held.count();
  held.release();
  expect([reads, started]).toEqual([Array<string>(20).fill('200'), 8]);
  expect(await sent).toEqual(Array<string>(WRITES).fill('201'));
});

it('If password checks are overloaded, reads with a password are 429, but writes succeed, with or without a key (8.13, 12.5)', async () => {
  const { id } = await createRecord(calendar, 'events', { ...upcomingDates(), password: 'Sesam' });
  const path = `${EVENTS_PATH}/${id}`;
  const fastParameters = { memory: 8, passes: 1, parallelism: 1, message: '', nonce: Buffer.alloc(16), tagLength: 4 };
  const argon2id = calendar.application.get(Argon2id);
  // One slow check, while 125 others fill the queue.
  const checks = [argon2id.hash('verify', { ...fastParameters, memory: 19_456, passes: PASSES })];
  for (let waiting = 0; waiting < 125; waiting += 1) checks.push(argon2id.hash('verify', fastParameters));
  const read = await rawRequest(calendar.origin, { method: 'GET', path: `/ca${path}?password=Sesam` });
  expect([summarize(read), read.headers['retry-after'], read.body['detail']]).toEqual([
    '429 too_many_requests',
    '3',
    'S’estan comprovant massa contrasenyes alhora. Cal tornar-ho a provar passats els segons que indica la capçalera Retry-After.',
  ]);
  expect((await calendar.request('PATCH', `events/${id}`, { json: { password: 'Another' } })).status).toBe(200);
  expect(summarize(await send(newKey(), { method: 'PATCH', path, json: { password: 'Third' } }))).toBe('200');
  expect(summarize(await send(newKey(), { method: 'DELETE', path: `${path}?password=Third` }))).toBe('200');
  await Promise.all(checks);
});

it('A write with a key is visible to the next read, and its replay does not invalidate the cache (12.3, 12.2)', async () => {
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

/** Delays the result of the next statement on idempotency keys until `release` is called. */
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
  return { reached: reached.promise, release: gate.resolve };
}

/** Returns a function that sends one new write with one key on each call, and returns the summary. */
function sender(): () => Promise<string> {
  const [key, write] = [newKey(), newTag()];
  return async () => summarize(await send(key, write));
}

describe('Retry', () => {
  it('that overlaps the end of the first request replays the response that was stored meanwhile (12.3)', async () => {
    const attempt = sender();
    const { first, second, release } = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table tags in share mode');
      const sent = attempt();
      await waitForBlockedSession(session);
      const held = holdNextClaim();
      const later = attempt();
      await held.reached;
      return { first: sent, second: later, release: held.release };
    });
    expect(await first).toBe('201');
    release();
    expect(await second).toBe('201 again');
    expect(await attempt()).toBe('201 again');
  });

  it('gets a replay while another replay is in progress (12.3)', async () => {
    const attempt = sender();
    expect(await attempt()).toBe('201');
    const held = holdNextClaim();
    const replay = attempt();
    await held.reached;
    expect(await attempt()).toBe('201 again');
    held.release();
    expect(await replay).toBe('201 again');
  });
});
