import { expect } from '@jest/globals';
import { withRolledBackTransaction } from '../database-session.js';
import { eventually } from '../log-lines.js';
import { ADMIN_HEADERS } from '../raw-request.js';
import { read } from './read-loop.js';

/** Connections of one process, at most. */
const CONNECTIONS = 20;

/** Expects that a service can use all its connections at once: none was lost to a fault. */
export async function expectFullPool(origin: string, databaseUrl: string): Promise<void> {
  const ask = () => read(origin, '/calendar/events/v1/tags?per_page=1', ADMIN_HEADERS);
  const asked = await withRolledBackTransaction(databaseUrl, async (session) => {
    await session.query('lock table tags in access exclusive mode');
    const answers = Promise.all(Array.from({ length: CONNECTIONS }, ask));
    await eventually(async () => {
      await session.query('select pg_stat_clear_snapshot()');
      const { rows } = await session.query<{ waiting: number }>(`
        select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
      return rows[0]?.waiting === CONNECTIONS ? true : undefined;
    });
    return { answers };
  });
  expect((await asked.answers).map(({ status }) => status)).toEqual(Array.from({ length: CONNECTIONS }, () => 200));
}
