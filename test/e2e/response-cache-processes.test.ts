import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { byRunMode } from '../support/run/run-mode.js';
import { startServiceClient, type ServiceClient } from '../support/processes/service-client.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

/** The short form has fewer rounds and failures. */
const ROUNDS = byRunMode(30, 200);
const DISCONNECTS = byRunMode(1, 5);
/** Maximum staleness of the other process after a commit, in milliseconds. */
const MAX_STALENESS_MS = 1000;

let database: TestDatabase;
let writer: ServiceClient;
let other: ServiceClient;
let session: pg.Client;
let path: string;
beforeAll(async () => {
  database = await createTestDatabase();
  writer = await startServiceClient(database.url, { CACHE_BYTES: '1000000' });
  other = await startServiceClient(database.url, { CACHE_BYTES: '1000000' });
  session = new pg.Client({ connectionString: database.url });
  await session.connect();
  const { body } = await writer.request('POST', '/calendar/events/v1/venues', { venue: 'Round 0' });
  path = `/calendar/events/v1/venues/${String(body['id'])}`;
});
afterAll(async () => {
  await Promise.all([writer.stop(), other.stop()]);
  await session.end();
  await stopServiceProcesses();
  await database.drop();
});

const nameIn = async ({ origin }: ServiceClient, headers = {}) =>
  (await rawRequest(origin, { method: 'GET', path, headers })).body['venue'];
const roundIn = async (service: ServiceClient) => Number(/\d+$/.exec(String(await nameIn(service)))?.[0]);
const write = async (name: string) => expect((await writer.request('PATCH', path, { venue: name })).status).toBe(200);

/** Changes the name without a notification. A cached response can then be recognized by the former name. */
async function renameSilently(name: string): Promise<void> {
  await session.query('set session_replication_role = replica');
  await session.query('update venue_translations set name = $1', [name]);
  await session.query('reset session_replication_role');
}

/** Reads until a response comes from the cache. */
async function untilCached(service: ServiceClient): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const name = await nameIn(service);
    await renameSilently(`Unseen ${attempt}`);
    if (name === (await nameIn(service))) return;
  }
}

describe('Two processes with response caches on one database', () => {
  it('the writer never serves a stale response, the other process none a second after the commit (12.2)', async () => {
    const committed: number[] = [];
    const staleReads: unknown[] = [];
    const controller = new AbortController();
    const watch = async () => {
      while (!controller.signal.aborted) {
        const startedAt = performance.now();
        const round = await roundIn(other);
        const minimumRound = committed.findLastIndex((committedAt) => committedAt <= startedAt - MAX_STALENESS_MS);
        if (round < minimumRound) staleReads.push([round, minimumRound]);
      }
    };
    const watching = watch();
    for (let round = 0; round < ROUNDS; round += 1) {
      await write(`Round ${round}`);
      committed.push(performance.now());
      expect([await roundIn(writer), await roundIn(writer)]).toEqual([round, round]);
    }
    await setTimeout(MAX_STALENESS_MS);
    expect(await roundIn(other)).toBe(ROUNDS - 1);
    controller.abort();
    await watching;
    expect(staleReads).toEqual([]);
  });

  it('both serve cached responses, but never to requests with credentials or a password (8.1)', async () => {
    for (const service of [writer, other]) {
      await untilCached(service);
      await renameSilently('New');
      expect(await nameIn(service, ADMIN_HEADERS)).toBe('New');
      expect(await nameIn(service, { 'X-Event-Password': 'none' })).toBe('New');
    }
  });

  it('a closed notification connection clears the cache, and caching resumes after the reconnect (12.2)', async () => {
    for (let round = 0; round < DISCONNECTS; round += 1) {
      await untilCached(other);
      await renameSilently(`Broken ${round}`);
      await session.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like '%listener'`);
      while ((await nameIn(other)) !== `Broken ${round}`) await setTimeout(5);
    }
  });
});
