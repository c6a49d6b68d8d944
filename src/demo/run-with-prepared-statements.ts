import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';

/**
 * Runs work in one transaction on its own connection, without a client-side timeout. Statements with parameters are prepared once; an ORM
 * transaction would parse and plan them at each execution.
 *
 * Concurrent statements use PostgreSQL's pipeline mode: they are sent without waiting for earlier results. After the first failure,
 * statements are rejected without being sent, so that none runs after the rollback.
 * @throws the first failure
 */
export async function runWithPreparedStatements<Result>(
  options: pg.ClientConfig & { readonly onConnect?: (client: pg.Client) => void },
  work: (db: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...options, pipeline: true, query_timeout: 0 });
  // A lost connection rejects the pending statements. An error event without a listener would end the process.
  client.on('error', () => undefined);
  await client.connect();
  options.onConnect?.(client);
  let failure: { readonly error: unknown } | undefined;
  const fail = (error: unknown): never => {
    failure ??= { error };
    throw failure.error;
  };
  const names = new Map<string, string>();
  const query = async (text: string, values: readonly unknown[]) => {
    if (failure && text !== 'rollback') throw failure.error;
    if (!names.has(text)) names.set(text, `demo-${names.size}`);
    const statement = values.length > 0 ? { name: names.get(text), text, values: [...values] } : text;
    return client.query(statement).catch(fail);
  };
  const connection = { query, release: () => undefined } as unknown as PostgresPoolClient;
  const pool = { connect: async () => connection, end: () => client.end(), options };
  try {
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    return await db.transaction().execute(() => work(db).catch(fail));
  } finally {
    await client.end();
  }
}
