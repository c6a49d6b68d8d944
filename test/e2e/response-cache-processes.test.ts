import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startDatabaseProxy, type DatabaseProxy } from '../support/database/database-proxy.js';
import { KINDS } from '../support/records/kinds.js';
import { byRunMode, onlyInFullRun } from '../support/jest/run-mode.js';
import { createTranslated, startServiceClient, type ServiceClient } from '../support/processes/service-client.js';
import { ADMIN_HEADERS, rawRequest, type RawResponse } from '../support/requests/raw-request.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

/** The short form has fewer rounds, no scheduled record, and one failure of the notification connection. */
const ROUNDS = byRunMode(30, 200);
const KILLS = byRunMode(1, 5);
/** Maximum staleness of the other process after a commit, in milliseconds. */
const MOST = 1000;
const VENUES = KINDS.filter(({ path }) => path === 'venues');

let database: TestDatabase;
let proxy: DatabaseProxy;
let writer: ServiceClient;
let other: ServiceClient;
let behindTheirBacks: pg.Client;
let path: string;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
  writer = await startServiceClient(database.url, { CACHE_BYTES: '1000000' });
  other = await startServiceClient(proxy.url, { CACHE_BYTES: '1000000' });
  behindTheirBacks = new pg.Client({ connectionString: database.url });
  await behindTheirBacks.connect();
  for (const venue of VENUES)
    path = `/calendar/events/v1/venues/${await createTranslated(writer.request, venue, { en: 'Round 0' })}`;
});
afterAll(async () => {
  await Promise.all([writer.stop(), other.stop()]);
  proxy.close();
  await behindTheirBacks.end();
  await stopServiceProcesses();
  await database.drop();
});

const read = ({ origin }: ServiceClient, headers = {}): Promise<RawResponse> =>
  rawRequest(origin, { method: 'GET', path, headers });
const nameIn = async (service: ServiceClient, headers = {}) => (await read(service, headers)).body['venue'];
const roundIn = async (service: ServiceClient) => Number(/\d+$/.exec(String(await nameIn(service)))?.[0]);
const write = async (name: string) => expect((await writer.request('PATCH', path, { venue: name })).status).toBe(200);

/** Changes the name without a notification. A cached response can then be recognized by the former name. */
async function change(name: string): Promise<void> {
  await behindTheirBacks.query('set session_replication_role = replica');
  await behindTheirBacks.query('update venue_translations set name = $1', [name]);
  await behindTheirBacks.query('reset session_replication_role');
}

/** Reads until a response comes from the cache. */
async function untilKept(service: ServiceClient): Promise<void> {
  for (let each = 0; ; each += 1) {
    const shown = await nameIn(service);
    await change(`Unseen ${each}`);
    if (shown === (await nameIn(service))) return;
  }
}

/** Reads until the response has the given name. */
async function untilShown(service: ServiceClient, name: string): Promise<void> {
  while ((await nameIn(service)) !== name) await setTimeout(5);
}

describe('Two processes with response caches on one database', () => {
  it('the writer never serves a stale response, the other process none a second after the commit (12.2)', async () => {
    const committed: number[] = [];
    const late: unknown[] = [];
    const watched = new AbortController();
    const watch = async () => {
      while (!watched.signal.aborted) {
        const asked = performance.now();
        const round = await roundIn(other);
        const least = committed.findLastIndex((moment) => moment <= asked - MOST);
        if (round < least) late.push([round, least]);
      }
    };
    const watching = watch();
    for (let round = 0; round < ROUNDS; round += 1) {
      await write(`Round ${round}`);
      committed.push(performance.now());
      expect([await roundIn(writer), await roundIn(writer)]).toEqual([round, round]);
    }
    await setTimeout(MOST);
    expect(await roundIn(other)).toBe(ROUNDS - 1);
    watched.abort();
    await watching;
    expect(late).toEqual([]);
  });

  it('both serve cached responses, but never to requests with credentials or a password (8.1)', async () => {
    for (const service of [writer, other]) {
      await untilKept(service);
      await change('New');
      expect(await nameIn(service, ADMIN_HEADERS)).toBe('New');
      expect(await nameIn(service, { 'X-Event-Password': 'none' })).toBe('New');
    }
  });

  onlyInFullRun(() => {
    it('both show a scheduled record from its date on (8.7)', async () => {
      const due = Math.ceil(Date.now() / 1000) + 2;
      const { body } = await writer.request('POST', '/calendar/events/v1/organizers', {
        organizer: 'Due',
        date_utc: due,
      });
      const list = { method: 'GET', path: '/calendar/events/v1/organizers' };
      const total = async ({ origin }: ServiceClient) => (await rawRequest(origin, list)).body['total'];
      expect(body['status']).toBe('future');
      for (let round = 0; round < 20; round += 1) await Promise.all([total(writer), total(other)]);
      await setTimeout(due * 1000 - Date.now() + 20);
      expect([await total(writer), await total(other)]).toEqual([1, 1]);
    });
  });
});

describe('Failure of the notification connection', () => {
  it('a closed connection clears the cache, and caching resumes after the reconnect (12.2)', async () => {
    for (let round = 0; round < KILLS; round += 1) {
      await untilKept(other);
      await change(`Broken ${round}`);
      await behindTheirBacks.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like '%listener'`);
      await untilShown(other, `Broken ${round}`);
    }
  });

  onlyInFullRun(() => {
    it('nothing is cached while the connection cannot be opened (12.2)', async () => {
      await untilKept(other);
      await change('Cut');
      proxy.cut();
      await untilShown(other, 'Cut');
      for (let round = 0; round < 100; round += 1) {
        await change(`Cut ${round}`);
        expect(await nameIn(other)).toBe(`Cut ${round}`);
      }
      proxy.restore();
      await untilKept(other);
      await write('Back');
      await untilShown(other, 'Back');
    });

    it('a frozen connection causes no stale response a second after the commit (12.2)', async () => {
      await untilKept(other);
      proxy.freeze();
      await write('Frozen');
      await setTimeout(MOST);
      expect(await nameIn(other)).toBe('Frozen');
      for (let round = 0; round < 20; round += 1) {
        await change(`Frozen ${round}`);
        expect(await nameIn(other)).toBe(`Frozen ${round}`);
      }
      proxy.restore();
      await untilKept(other);
      await write('Back again');
      await untilShown(other, 'Back again');
    });
  });
});
