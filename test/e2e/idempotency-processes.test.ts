import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countRows, withRolledBackTransaction, waitForBlockedSession } from '../support/database/database-session.js';
import { summarize, newKey, replayedParts, sendWithKey, type Write } from '../support/requests/idempotent-writes.js';
import { byRunMode, onlyInFullRun } from '../support/jest/run-mode.js';
import { uniqueName } from '../support/records/kinds.js';
import { repeatParallel } from '../support/records/links.js';
import { startServiceClient, type ServiceClient } from '../support/processes/service-client.js';
import { rawRequest, type RawResponse } from '../support/requests/raw-request.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const VENUES = '/calendar/events/v1/venues';
const AT_ONCE = 64;
/** The short form has fewer rounds, and neither stops nor kills a process. */
const ROUNDS = byRunMode(1, 3);
const UPDATES = byRunMode(2, 5);

let database: TestDatabase;
let one: ServiceClient;
let other: ServiceClient;
beforeAll(async () => {
  database = await createTestDatabase();
  [one, other] = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await stopServiceProcesses();
  await database.drop();
});

const start = () => startServiceClient(database.url, { CACHE_BYTES: '1000000' });
const newVenue = (): Write & { json: { venue: string } } => ({
  method: 'POST',
  path: VENUES,
  json: { venue: uniqueName('Sala') },
});
const stored = ({ json }: { json: { venue: string } }) =>
  countRows(database.url, 'venue_translations', `name = '${json.venue}'`);

/** Sends the request until the first one with this key is no longer in progress. */
async function answered({ origin }: ServiceClient, key: string, write: Write): Promise<RawResponse> {
  for (;;) {
    const answer = await sendWithKey(origin, key, write);
    if (answer.body['code'] !== 'request_in_progress') return answer;
    expect(answer.status).toBe(409);
    await setTimeout(20);
  }
}

describe('Idempotency-Key in processes that share a database', () => {
  it('executes 64 concurrent requests with one key once, with the same response for all (12.3)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [key, write] = [newKey(), newVenue()];
      const to = (index: number) => (index % 2 ? one : other);
      const answers = await repeatParallel(AT_ONCE, (index) => sendWithKey(to(index).origin, key, write));
      const outcomes = Map.groupBy(answers, summarize);
      expect(outcomes.get('201')?.length).toBe(1);
      const given = [...(outcomes.get('201') ?? []), ...(outcomes.get('201 again') ?? [])];
      const later = outcomes.get('409 request_in_progress') ?? [];
      expect(given.length + later.length).toBe(AT_ONCE);
      const retried = await repeatParallel(later.length, (index) => answered(to(index), key, write));
      for (const each of retried) expect(summarize(each)).toBe('201 again');
      expect(new Set([...given, ...retried].map((each) => JSON.stringify(replayedParts(each)))).size).toBe(1);
      expect(await stored(write)).toBe(1);
    }
  });

  onlyInFullRun(() => {
    it('replays a response in the other process and after a restart (12.3)', async () => {
      const [key, write] = [newKey(), newVenue()];
      const first = await sendWithKey(one.origin, key, write);
      const elsewhere = await sendWithKey(other.origin, key, write);
      await one.stop();
      one = await start();
      const restarted = await sendWithKey(one.origin, key, write);
      expect([first, elsewhere, restarted].map(summarize)).toEqual(['201', '201 again', '201 again']);
      expect([replayedParts(elsewhere), replayedParts(restarted)]).toEqual([
        replayedParts(first),
        replayedParts(first),
      ]);
      expect(await stored(write)).toBe(1);
    });
  });

  it('invalidates the caches of both processes after a write with a key (12.3, 12.2)', async () => {
    const { body } = await sendWithKey(one.origin, newKey(), newVenue());
    const path = `${VENUES}/${String(body['id'])}`;
    const nameIn = async ({ origin }: ServiceClient) =>
      (await rawRequest(origin, { method: 'GET', path })).body['venue'];
    for (let round = 0; round < UPDATES; round += 1) {
      const venue = `Round ${round}`;
      await nameIn(other);
      expect(summarize(await sendWithKey(one.origin, newKey(), { method: 'PATCH', path, json: { venue } }))).toBe(
        '200',
      );
      expect(await nameIn(one)).toBe(venue);
      while ((await nameIn(other)) !== venue);
    }
  });
});

describe('Process that is killed during a write with a key', () => {
  onlyInFullRun(() => {
    it('writes nothing and releases the key, so that another process executes the write once (12.3)', async () => {
      const doomed = startServiceProcess({ DATABASE_URL: database.url, ADMIN_TOKEN, LOG_LEVEL: 'error' });
      const origin = await doomed.origin;
      const [key, write] = [newKey(), newVenue()];
      await withRolledBackTransaction(database.url, async (session) => {
        await session.query('lock table venue_translations in share mode');
        const lost = sendWithKey(origin, key, write).catch(() => 'lost');
        await waitForBlockedSession(session);
        doomed.child.kill('SIGKILL');
        await doomed.exitCode;
        expect(await lost).toBe('lost');
        expect(summarize(await sendWithKey(other.origin, key, write))).toBe('409 request_in_progress');
        expect(await stored(write)).toBe(0);
      });
      const answer = await answered(other, key, write);
      expect([summarize(answer), await stored(write)]).toEqual(['201', 1]);
      expect(summarize(await sendWithKey(one.origin, key, write))).toBe('201 again');
    });
  });
});
