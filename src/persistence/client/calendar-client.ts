import type { QueryExecutorProvider, QueryResult, RawBuilder } from 'kysely';
import pg from 'pg';
import { asConnectionError } from './database-errors.js';

/** Names of the statements whose plans a connection keeps, by their texts. */
const statementNames = new Map<string, string>();

/** Has connections keep the plan of a statement. Each name takes memory on every connection: only for the few texts that many requests send. */
export function prepareStatement(text: string): void {
  if (!statementNames.has(text)) statementNames.set(text, `calendar_${statementNames.size + 1}`);
}

/** Carries out a statement whose plan connections keep. */
export function executePrepared<Row>(statement: RawBuilder<Row>, db: QueryExecutorProvider): Promise<QueryResult<Row>> {
  const query = statement.compile(db);
  prepareStatement(query.sql);
  return db.getExecutor().executeQuery(query);
}

/** Message of pg's error if `query_timeout` expires. */
const QUERY_TIMEOUT_MESSAGE = 'Query read timeout';

type ConnectCallback = (error: Error | null) => void;

/** A connection that sends some statements by name, and is given up where no answer comes: pg would go on using it. */
export class CalendarClient extends pg.Client {
  override query = ((text: unknown, values?: unknown, ...more: unknown[]): unknown => {
    const name = typeof text === 'string' ? statementNames.get(text) : undefined;
    const result: unknown = Reflect.apply(
      super.query.bind(this),
      this,
      name ? [{ name, text, values }] : [text, values, ...more],
    );
    if (result instanceof Promise) result.catch((error: unknown) => this.discardAfterTimeout(error));
    return result;
  }) as pg.Client['query'];

  /** Marks an error of the system or of TLS as one of the connection: its code alone, such as EMFILE, would not tell. */
  override connect = ((callback?: ConnectCallback): unknown => {
    if (callback) return super.connect((error: Error | null) => callback(error && asConnectionError(error)));
    return super.connect().catch((error: unknown) => {
      throw asConnectionError(error);
    });
  }) as pg.Client['connect'];

  private discardAfterTimeout(error: unknown): void {
    if (error instanceof Error && error.message === QUERY_TIMEOUT_MESSAGE) this.connection.emit('error', error);
  }
}
