import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { RequestTimeouts } from '../../src/http/limits/request-deadline.js';
import { DatabaseErrorCounts } from '../../src/persistence/client/database-error-counts.js';
import { withRolledBackTransaction, query, waitForBlockedSession } from '../support/database/database-session.js';
import { createRecord } from '../support/records/kinds.js';
import { onlyInFullRun } from '../support/run/run-mode.js';
import { startTestCalendar, type TestCalendar, type TestResponse } from '../support/calendar/test-calendar.js';

/** Maximum pool size of one process. */
const CONNECTIONS = 20;
/** Maximum number of lists that query the database at the same time. Lists known to be slow run one at a time. */
const CONCURRENT_LISTS = 6;

let calendar: TestCalendar;
let venue: number;
beforeAll(async () => {
  calendar = await startTestCalendar();
  venue = (await createRecord(calendar, 'venues', { venue: 'As it was' })).id;
});
afterAll(() => calendar.close());

const runSql = <Row extends object>(statement: string) => query<Row>(calendar.databaseUrl, statement);
/** A request that needs a single statement. */
const readVenue = () => calendar.request('GET', `venues/${venue}`);
const rename = (name: string) => calendar.request('PATCH', `venues/${venue}`, { json: { venue: name } });

const expectUnavailable = ({ status, body, headers }: TestResponse) =>
  expect([status, body['code'], headers.get('Retry-After'), headers.get('Cache-Control')]).toEqual([
    503,
    'unavailable',
    '1',
    'no-store',
  ]);

/** Runs `work`. Returns the number of database errors of failed requests meanwhile, by SQLSTATE class, or `pool`. */
async function countErrorsDuring(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const { bySqlStateClass: byClass } = calendar.application.get(DatabaseErrorCounts);
  const before = new Map(byClass);
  await work();
  const grown = [...byClass].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, count]) => count !== 0));
}

/** Number of statements that the service is running. */
async function countRunningStatements(): Promise<number> {
  const [row] = await runSql<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database()
       and application_name = 'calendar-events-service' and state <> 'idle'`,
  );
  return row?.count ?? 0;
}

async function waitForRunningStatements(count: number): Promise<void> {
  while ((await countRunningStatements()) !== count) await setTimeout(5);
}

/** Sends one concurrent read per connection. All succeed if no connection was lost. */
async function expectWholePool(): Promise<void> {
  await waitForRunningStatements(0);
  const reads = Array.from({ length: CONNECTIONS }, readVenue);
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200));
}

it('Time limits are 15 s per request, 3 s per statement, 2 s per lock and 1 s per connection (12.4)', async () => {
  expect(calendar.application.get(RequestTimeouts).requestMs).toBe(15_000);
  const em = calendar.application.get(EntityManager);
  const { rows } = await sql`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(em.getKysely());
  expect(rows).toEqual([{ statement: '3s', lock: '2s', idle: '10s' }]);
  const { options } = await em.getConnection().getNativeClient();
  expect(options).toMatchObject({ max: CONNECTIONS, connectionTimeoutMillis: 1_000, query_timeout: 15_500 });
});

/** The short form waits for the pool, not for a record, a statement or the removal of a user. */
onlyInFullRun(() => {
  describe('Wait for a lock', () => {
    it('of a record ends after 2 s: its updates are 503, while the update of another record succeeds (12.4)', async () => {
      const { id: unlocked } = await createRecord(calendar, 'venues');
      const errors = await countErrorsDuring(() =>
        withRolledBackTransaction(calendar.databaseUrl, async (session) => {
          await session.query('select from venues where id = $1 for update', [venue]);
          const locked = Array.from({ length: 8 }, () => rename('Never'));
          await waitForBlockedSession(session);
          expect((await calendar.request('PATCH', `venues/${unlocked}`, { json: { zip: '43001' } })).status).toBe(200);
          for (const response of await Promise.all(locked)) expectUnavailable(response);
          expect((await readVenue()).body['venue']).toBe('As it was');
        }),
      );
      // The second in the queue waits for two locks in turn, and may reach the statement timeout instead (class 57).
      expect(errors['55']).toBeGreaterThan(0);
      expect((await readVenue()).body['venue']).toBe('As it was');
      expect((await rename('As it is')).status).toBe(200);
      await expectWholePool();
    });
  });
});

describe('Statement', () => {
  /** While the table `gate` has a row, every read of venues waits, but not for a lock. */
  beforeAll(() =>
    runSql(`
      create table gate ();
      create function pass() returns boolean language plpgsql as $$
        begin
          while exists (select from gate) loop perform pg_sleep(0.01); end loop;
          return true;
        end $$;
      alter table venues rename to venues_behind;
      create view venues as select * from venues_behind where pass()`),
  );
  afterAll(() => runSql('drop view venues; alter table venues_behind rename to venues'));

  onlyInFullRun(() => {
    it('is cancelled after 3 s, and the request is 503 (12.4)', async () => {
      await runSql('insert into gate default values');
      const errors = await countErrorsDuring(async () => expectUnavailable(await readVenue()));
      expect(errors).toEqual({ '57': 1 });
      expect(await countRunningStatements()).toBe(0);
      await runSql('delete from gate');
      await expectWholePool();
    });
  });

  it('of a list waits without a connection while six other lists run; a read of one record does not wait (9.3)', async () => {
    await runSql('insert into gate default values');
    const lists = Array.from({ length: 2 * CONNECTIONS }, () => calendar.request('GET', 'venues'));
    // Longer than the wait for a connection.
    await setTimeout(1_200);
    expect(await countRunningStatements()).toBe(CONCURRENT_LISTS);
    expect((await calendar.request('GET', 'tags/1')).status).toBe(404);
    await runSql('delete from gate');
    expect((await Promise.all(lists)).map(({ status }) => status)).toEqual(lists.map(() => 200));
  });

  it('waits at most 1 s for a connection of an exhausted pool, then the request is 503 (12.4)', async () => {
    await runSql('insert into gate default values');
    let waiting: Promise<TestResponse>[] = [];
    const errors = await countErrorsDuring(async () => {
      waiting = Array.from({ length: CONNECTIONS }, readVenue);
      await waitForRunningStatements(CONNECTIONS);
      const ready = calendar.request('GET', '/health/ready');
      const others = [calendar.request('GET', 'tags/1'), calendar.request('POST', 'tags', { json: { name: 'Never' } })];
      expect(await Promise.race([ready, ...others])).toBe(await ready);
      expect((await ready).status).toBe(200);
      expect((await calendar.request('GET', '/health/live')).status).toBe(200);
      for (const response of await Promise.all(others)) expectUnavailable(response);
      expect(await countRunningStatements()).toBe(CONNECTIONS);
      await runSql('delete from gate');
    });
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
    expect(errors).toEqual({ pool: 2 });
    expect((await calendar.request('GET', 'tags?hide_empty=false')).body['total']).toBe(0);
    await expectWholePool();
    expect((await calendar.request('GET', '/health/ready')).status).toBe(200);
  });
});

onlyInFullRun(() => {
  describe('Removal of a user', () => {
    it('may exceed the statement timeout, because it updates every record of the user (12.4)', async () => {
      const { body: user } = await calendar.request('POST', '/calendar/admin/v1/users', {
        json: { username: 'Prolific', role: 'editor' },
      });
      const { body } = await calendar.request('POST', 'venues', {
        token: String(user['token']),
        json: { venue: 'Orphaned' },
      });
      await runSql(`
        create function take_long() returns trigger language plpgsql as 'begin perform pg_sleep(3.8); return null; end';
        create trigger take_long after update on venues for each statement execute function take_long()`);
      expect((await calendar.request('DELETE', `/calendar/admin/v1/users/${String(user['id'])}`)).status).toBe(200);
      await runSql('drop trigger take_long on venues');
      expect((await calendar.request('GET', `venues/${String(body['id'])}`)).body['author']).toBe(null);
    });
  });
});
