import { createHash } from 'node:crypto';
import { CompiledQuery, type QueryExecutorProvider, type QueryResult, type RawBuilder } from 'kysely';
import pg from 'pg';
import { asConnectionError } from './database-errors.js';

/** Ends the text of a statement to prepare. Unlike a flag, it passes through all layers between a query builder and the connection, which removes it. */
const PREPARED_MARK = ' /* prepared */';

/**
 * Has connections prepare a statement and keep its plan. Each takes memory on every connection: only for the few texts that many requests
 * send.
 */
export const asPrepared = <Row>({ sql, parameters }: CompiledQuery<Row>): CompiledQuery<Row> =>
  CompiledQuery.raw(`${sql}${PREPARED_MARK}`, [...parameters]);

/** Executes a statement that connections prepare. */
export const executePrepared = <Row>(
  statement: RawBuilder<Row>,
  db: QueryExecutorProvider,
): Promise<QueryResult<Row>> => db.getExecutor().executeQuery(asPrepared(statement.compile(db)));

/** Message of pg's error if `query_timeout` expires. */
const QUERY_TIMEOUT_MESSAGE = 'Query read timeout';

/** A statement whose plan a connection keeps under a name. */
interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

type ConnectCallback = (error: Error | null) => void;

/** A connection that sends some statements by name, and is given up where no answer comes: pg would go on using it. */
export class CalendarClient extends pg.Client {
  /** Statements that the connection has prepared, by marked text. */
  private readonly preparedStatements = new Map<string, PreparedStatement>();

  override query = ((text: unknown, values?: unknown, ...more: unknown[]): unknown => {
    const prepared = typeof text === 'string' && text.endsWith(PREPARED_MARK) ? this.prepared(text) : undefined;
    const result: unknown = Reflect.apply(
      super.query.bind(this),
      this,
      prepared ? [{ ...prepared, values }] : [text, values, ...more],
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

  private prepared(marked: string): PreparedStatement {
    const text = marked.slice(0, -PREPARED_MARK.length);
    const hash = () => createHash('sha256').update(text).digest('hex').slice(0, 32);
    const statement = this.preparedStatements.get(marked) ?? { name: `calendar_${hash()}`, text };
    this.preparedStatements.set(marked, statement);
    return statement;
  }

  private discardAfterTimeout(error: unknown): void {
    if (error instanceof Error && error.message === QUERY_TIMEOUT_MESSAGE) this.connection.emit('error', error);
  }
}
