import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';

/**
 * Runs work in one transaction on a connection of its own: all that is asked of the database that `work` is given is
 * kept, or nothing. Several may ask at the same time. What they ask is sent at once and done in that order, and a
 * statement with parameters is planned only a few times, however often it is run. (An ORM's transaction waits for each
 * answer, and has each statement planned anew.) What `work` asks it must await, also where it fails: what came after the
 * end of the transaction would be kept.
 * @throws what the first statement that failed threw: it ended the transaction, and with it what came after
 * @example await inPipelinedTransaction({ connectionString: url }, (db) => Promise.all([first(db), second(db)]));
 */
export async function inPipelinedTransaction<Result>(
  options: pg.ClientConfig,
  work: (db: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...options, pipeline: true });
  // Who waits for an answer is told that the connection is lost; an error that nobody listens to would end the process.
  client.on('error', () => undefined);
  await client.connect();
  const failures: unknown[] = [];
  const connection = pipelinedConnection(client, failures);
  const pool = { connect: async () => connection, end: () => client.end(), options };
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await db.transaction().execute(() => work(db));
  } catch (error) {
    throw failures[0] ?? error;
  } finally {
    await client.end();
  }
}

/** A connection for whoever asks for one, whether or not others have it. */
function pipelinedConnection(client: pg.Client, failures: unknown[]): PostgresPoolClient {
  const names = new Map<string, string>();
  const asNamedStatement = (text: string, values: unknown[]) => {
    const name = names.get(text) ?? `demo-${names.size}`;
    names.set(text, name);
    return { name, text, values };
  };
  const query = async (text: string, values: unknown[]) => {
    try {
      return await client.query(values.length > 0 ? asNamedStatement(text, values) : text);
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  return { query, release: () => undefined } as unknown as PostgresPoolClient;
}
