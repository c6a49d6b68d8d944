import { describe, expect, it } from 'vitest';
import { withRolledBackTransaction, query } from '../support/database/database-session.js';
import { expectAtMostInFullRun, byRunMode, printFigures } from '../support/run/run-mode.js';
import { linkedIdsOf, createDraftEvent, createDraftVenues, LOCK_ORDER_CASES } from './lock-order-cases.js';
import { mapConcurrently } from '../support/map-concurrently.js';
import { eventually } from '../support/processes/log-lines.js';
import type { TestResponse } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

/** Number of request pairs per case. */
const PAIR_COUNT = byRunMode(12, 200);
const DEADLOCK_COUNT = byRunMode(4, 40);
const BATCH_COUNT = byRunMode(3, 50);

const calendar = useTestCalendar();

const statusOf = ({ status, body }: TestResponse): string =>
  status < 300 ? String(status) : `${status} ${String(body['code'])}`;

const outcomesOf = (pair: readonly TestResponse[]) => pair.map(statusOf).toSorted().join(', ');

const repeatConcurrently = <Result>(count: number, run: () => Promise<Result>) =>
  mapConcurrently(Array(count).fill(undefined), run);

describe('Two requests that lock the same records in opposite order', () => {
  it.each(LOCK_ORDER_CASES)(
    'both get the response of a sequential execution: $name (9.3)',
    async ({ name, run, expected, member }) => {
      const pairs = await repeatConcurrently(PAIR_COUNT, () => run(calendar));
      const completePairs = pairs.filter((pair) => pair.every(({ status }) => status !== 503));
      const unavailable = pairs.length - completePairs.length;
      printFigures(`opposite order, ${name}`, { pairs: pairs.length, unavailable });
      expectAtMostInFullRun(0, { 'pairs with 503': unavailable });
      expect([...new Set(completePairs.map(outcomesOf))]).toEqual([expected]);
      for (const [leftIds, rightIds] of member ? completePairs.map((pair) => linkedIdsOf(pair, member)) : [])
        expect(leftIds).toEqual(rightIds);
    },
  );
});

describe('Deadlock with a session outside the service', () => {
  /**
   * Publishes an event while a session holds one of its venues and then requests the other. If the service holds the other venue by then,
   * this is a deadlock.
   */
  const provokeDeadlock = async (firstIndex: number): Promise<string> => {
    const venues = await createDraftVenues(calendar);
    const event = await createDraftEvent(calendar, venues);
    const [firstId, secondId] = firstIndex ? venues : venues.toReversed();
    const lock = (id = 0) => `select from venues where id = ${id} for update`;
    const { response } = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      // PostgreSQL ends the session that detects the deadlock first. The long timeout makes that the session of the
      // service.
      await session.query(`set local deadlock_timeout = '1min'`);
      await session.query(lock(firstId));
      const response = calendar.request('POST', `events/${event}`, { json: { status: 'publish' } });
      await eventually(async () => {
        await session.query('select pg_stat_clear_snapshot()');
        const { rows } = await session.query(
          'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
        );
        return rows.length > 0 ? true : undefined;
      });
      await session.query(lock(secondId));
      await session.query('commit');
      return { response };
    });
    return statusOf(await response);
  };
  const countDeadlocks = async () => {
    const statement = 'select deadlocks::int from pg_stat_database where datname = current_database()';
    return (await query<{ deadlocks: number }>(calendar.databaseUrl, statement))[0]?.deadlocks ?? 0;
  };

  it('is retried by the service, and the request succeeds (9.3)', async () => {
    const before = await countDeadlocks();
    let index = 0;
    const outcomes = await repeatConcurrently(DEADLOCK_COUNT, () => provokeDeadlock((index += 1) % 2));
    const deadlockCount = await eventually(async () => (await countDeadlocks()) - before || undefined);
    printFigures('deadlocks', { requests: outcomes.length, deadlocks_before: before, deadlocks: deadlockCount });
    expect([...new Set(outcomes)]).toEqual(['200']);
  });
});

describe('Serialization failures', () => {
  /** Makes the next attempts to store an event fail with a serialization failure. */
  const failNextInserts = (attempts: number) =>
    query(
      calendar.databaseUrl,
      `create sequence if not exists attempts;
       alter sequence attempts restart;
       create or replace function refuse() returns trigger language plpgsql as $$
         begin
           if nextval('attempts') <= ${attempts} then raise exception 'for a test' using errcode = '40001'; end if;
           return new;
         end $$;
       create or replace trigger refuse before insert on events for each row execute function refuse()`,
    );
  const create = () => {
    const json = { title: 'Again', start_date: '2030-05-01', end_date: '2030-05-01', tags: ['Again'] };
    return calendar.request('POST', 'events', { json });
  };

  it('are retried and become 503 only if they persist (9.3, 12.4)', async () => {
    const responses: TestResponse[] = [];
    for (let batch = 1; batch <= BATCH_COUNT; batch += 1) {
      await failNextInserts(3);
      responses.push(...(await Promise.all(Array.from({ length: 6 }, create))));
    }
    await failNextInserts(1_000_000);
    const rejected = await Promise.all(Array.from({ length: 6 }, create));
    await failNextInserts(0);
    responses.push(await create());
    printFigures('serialization failures', { responses: responses.length, rejected: rejected.length });
    expect([...new Set(responses.map(statusOf))]).toEqual(['201']);
    const rejections = rejected.map((response) => `${statusOf(response)} ${response.headers.get('Retry-After')}`);
    expect([...new Set(rejections)]).toEqual(['503 unavailable 1']);
  });
});
