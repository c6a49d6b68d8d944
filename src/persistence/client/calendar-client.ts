import type { Kysely, QueryResult, RawBuilder } from 'kysely';
import pg from 'pg';
import { asConnectionError } from './database-errors.js';

/** Names of the statements whose plans a connection keeps, by their texts. */
const names = new Map<string, string>();

/** Has connections keep the plan of a statement. Each name takes memory on every connection: only for the few texts that many requests send. */
export function keepPlan(text: string): void {
  if (!names.has(text)) names.set(text, `calendar_${names.size + 1}`);
}

/** Carries out a statement whose plan connections keep. */
export function executeKept<Row>(statement: RawBuilder<Row>, db: Kysely<unknown>): Promise<QueryResult<Row>> {
  const query = statement.compile(db);
  keepPlan(query.sql);
  return db.executeQuery(query);
}

/** What pg rejects a statement with whose answer has not come within `query_timeout`. */
const SILENCE = 'Query read timeout';

type ConnectCallback = (error: Error | null) => void;

/** A connection that sends some statements by name, and is given up where no answer comes: pg would go on using it. */
export class CalendarClient extends pg.Client {
  override query = ((text: unknown, values?: unknown, ...more: unknown[]): unknown => {
    const name = typeof text === 'string' ? names.get(text) : undefined;
    const asked: unknown = Reflect.apply(
      super.query.bind(this),
      this,
      name ? [{ name, text, values }] : [text, values, ...more],
    );
    if (asked instanceof Promise) asked.catch((error: unknown) => this.giveUpAfter(error));
    return asked;
  }) as pg.Client['query'];

  /** Marks an error of the system or of TLS as one of the connection: its code alone, such as EMFILE, would not tell. */
  override connect = ((callback?: ConnectCallback): unknown => {
    if (callback) return super.connect((error: Error | null) => callback(error && asConnectionError(error)));
    return super.connect().catch((error: unknown) => {
      throw asConnectionError(error);
    });
  }) as pg.Client['connect'];

  private giveUpAfter(error: unknown): void {
    if (error instanceof Error && error.message === SILENCE) this.connection.emit('error', error);
  }
}
