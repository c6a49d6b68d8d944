import { expect } from 'vitest';
import { withRolledBackTransaction } from '../database/database-session.js';
import { eventually } from '../processes/log-lines.js';
import { ADMIN_HEADERS, rawRequest } from '../requests/raw-request.js';

/** Maximum connections of one process. */
const POOL_SIZE = 20;

/** Expects that a service can use all its database connections at once, so that no fault has leaked one. */
export async function expectFullPool(origin: string, databaseUrl: string): Promise<void> {
  // Lists use few connections.
  const request = { method: 'GET', path: '/calendar/events/v1/tags/999999', headers: ADMIN_HEADERS };
  const send = () => rawRequest(origin, request);
  const pending = await withRolledBackTransaction(databaseUrl, async (session) => {
    await session.query('lock table tags in access exclusive mode');
    const responses = Promise.all(Array.from({ length: POOL_SIZE }, send));
    await eventually(async () => {
      await session.query('select pg_stat_clear_snapshot()');
      const { rows } = await session.query<{ waiting: number }>(`
        select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
      return rows[0]?.waiting === POOL_SIZE ? true : undefined;
    });
    return { responses };
  });
  expect((await pending.responses).map(({ status }) => status)).toEqual(Array.from({ length: POOL_SIZE }, () => 404));
}
