import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/**
 * Waits until `count` other sessions wait for a lock, of any kind or of a given one. PostgreSQL does not notify, so this
 * polls.
 */
export async function waitForBlockedSession(
  session: pg.Client,
  count = 1,
  kind: '%' | 'advisory' | 'relation' = '%',
): Promise<void> {
  for (;;) {
    // Statistics are cached within a transaction.
    await session.query('select pg_stat_clear_snapshot()');
    const { rows } = await session.query<{ waiting: number }>(`
      select count(*)::int as waiting from pg_stat_activity
      where wait_event_type = 'Lock' and wait_event like '${kind}' and datname = current_database()`);
    if ((rows[0]?.waiting ?? 0) >= count) return;
    await setTimeout(5);
  }
}

/** Runs a function with its own session, in a transaction that is rolled back unless the function ends it. */
export async function withRolledBackTransaction<Result>(
  url: string,
  work: (session: pg.Client) => Promise<Result>,
): Promise<Result> {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  try {
    await session.query('begin');
    return await work(session);
  } finally {
    await session.end();
  }
}

/** Changes records in another session, and commits as soon as the request of `send` waits for that session. */
export const commitWhileBlocked = <Response>(
  url: string,
  change: (session: pg.Client) => Promise<unknown>,
  send: () => Promise<Response>,
): Promise<Response> =>
  withRolledBackTransaction(url, async (session) => {
    await change(session);
    const response = send();
    await waitForBlockedSession(session);
    await session.query('commit');
    return response;
  });

/** Runs SQL on its own connection. Returns the rows if it is one statement. */
export async function query<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  // If the server goes away, the query rejects. Without a listener, the process would end too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

export async function countRows(url: string, table: string, condition = 'true'): Promise<number> {
  const [row] = await query<{ count: number }>(url, `select count(*)::int from ${table} where ${condition}`);
  return row?.count ?? 0;
}
