import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';

/**
 * Runs work in one transaction on a connection of its own, in PostgreSQL's pipeline mode: concurrent statements are sent
 * without waiting for each other's results. Statements with parameters are prepared once. An ORM transaction would wait
 * for each result and plan each statement again. After the first failure, statements are rejected without being sent,
 * so that nothing can be written behind the end of the transaction.
 * @throws the first failure
 * @example await pipelinedTransaction({ connectionString: url }, (db) => Promise.all([first(db), second(db)]));
 */
export async function pipelinedTransaction<Result>(
  options: pg.ClientConfig,
  work: (db: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...options, pipeline: true });
  // A lost connection rejects the pending statements. An error event without a listener would end the process.
  client.on('error', () => undefined);
  await client.connect();
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
  // Every statement gets the one connection at once, whether or not others are using it.
  const connection = { query, release: () => undefined } as unknown as PostgresPoolClient;
  const pool = { connect: async () => connection, end: () => client.end(), options };
  try {
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    return await db.transaction().execute(() => work(db).catch(fail));
  } finally {
    await client.end();
  }
}
