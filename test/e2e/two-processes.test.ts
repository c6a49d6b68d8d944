import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { byRunMode } from '../support/run/run-mode.js';
import { startServiceClient, type ServiceClient } from '../support/processes/service-client.js';
import { createRecord, KINDS } from '../support/records/kinds.js';
import { ifMatch, readTag, tagOf, versionOf } from '../support/requests/entity-tags.js';
import { rawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

/** The short form has fewer rounds and failures. */
const UPDATE_ROUNDS = byRunMode(4, 40);
const CACHE_ROUNDS = byRunMode(12, 200);
const DISCONNECTS = byRunMode(1, 5);
/** Maximum staleness of the other process after a commit, in milliseconds. */
const MAX_STALENESS_MS = 1000;

let calendar: TestCalendar;
let writer: ServiceClient;
let otherProcess: ServiceClient;
let session: pg.Client;
beforeAll(async () => {
  calendar = await startTestCalendar();
  const settings = { CACHE_BYTES: '1000000' };
  [writer, otherProcess] = await Promise.all([
    startServiceClient(calendar.databaseUrl, settings),
    startServiceClient(calendar.databaseUrl, settings),
  ]);
  session = new pg.Client({ connectionString: calendar.databaseUrl });
  await session.connect();
});
afterAll(async () => {
  await Promise.all([writer.stop(), otherProcess.stop()]);
  await session.end();
  await calendar.close();
});

describe('Two processes with response caches on one database', () => {
  let path: string;
  beforeAll(async () => {
    path = `/calendar/events/v1/venues/${(await createRecord(calendar, 'venues', { venue: 'Round 0' })).id}`;
  });

  const nameIn = async ({ origin }: ServiceClient) => (await rawRequest(origin, { method: 'GET', path })).body['venue'];
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

  it('the writer never serves a stale response, the other process only within a second of the commit (12.2)', async () => {
    const committed: number[] = [];
    const staleReads: unknown[] = [];
    const controller = new AbortController();
    const watch = async () => {
      while (!controller.signal.aborted) {
        const startedAt = performance.now();
        const round = await roundIn(otherProcess);
        const minimumRound = committed.findLastIndex((committedAt) => committedAt <= startedAt - MAX_STALENESS_MS);
        if (round < minimumRound) staleReads.push([round, minimumRound]);
      }
    };
    const watching = watch();
    for (let round = 0; round < CACHE_ROUNDS; round += 1) {
      await write(`Round ${round}`);
      committed.push(performance.now());
      expect([await roundIn(writer), await roundIn(writer)]).toEqual([round, round]);
    }
    await setTimeout(MAX_STALENESS_MS);
    expect(await roundIn(otherProcess)).toBe(CACHE_ROUNDS - 1);
    controller.abort();
    await watching;
    expect(staleReads).toEqual([]);
  });

  it('a closed notification connection clears the cache, and caching resumes after the reconnect (12.2)', async () => {
    for (let round = 0; round < DISCONNECTS; round += 1) {
      await untilCached(otherProcess);
      await renameSilently(`Broken ${round}`);
      await session.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like '%listener'`);
      while ((await nameIn(otherProcess)) !== `Broken ${round}`) await setTimeout(5);
    }
    await untilCached(otherProcess);
  });
});

describe('Concurrent requests with the same ETag', () => {
  it.each(KINDS)(
    'exactly one of two updates of $path succeeds, in one process or in two (12.1)',
    async ({ path, titleField }) => {
      const address = `/calendar/events/v1/${path}/${(await createRecord(calendar, path)).id}`;
      let tag = await readTag(calendar, address);
      for (let round = 0; round < UPDATE_ROUNDS; round += 1) {
        const processes = [writer, round % 2 === 0 ? writer : otherProcess];
        const names = processes.map((_process, index) => `${path} ${round} by ${index}`);
        const responses = await Promise.all(
          processes.map(({ request }, index) =>
            request('PATCH', address, { [titleField]: names[index] }, { 'If-Match': tag }),
          ),
        );
        const statuses = responses.map(({ status }) => status);
        expect(statuses.toSorted()).toEqual([200, 412]);
        const current = await calendar.request('GET', address);
        expect(current.body[titleField]).toBe(names[statuses.indexOf(200)]);
        expect(versionOf(tagOf(current))).toBe(versionOf(tag) + 1);
        tag = tagOf(current);
      }
    },
  );

  it.each(KINDS)('either an update or the deletion of $path succeeds (12.1)', async ({ path }) => {
    const address = `${path}/${(await createRecord(calendar, path)).id}`;
    const options = ifMatch(await readTag(calendar, address));
    const [updated, deleted] = await Promise.all([
      calendar.request('PATCH', address, { json: { description: 'Changed' }, ...options }),
      calendar.request('DELETE', `${address}?force=true`, options),
    ]);
    expect([updated.status === 200, deleted.status === 200].toSorted()).toEqual([false, true]);
    expect((await calendar.request('GET', address)).status).toBe(deleted.status === 200 ? 404 : 200);
  });
});
