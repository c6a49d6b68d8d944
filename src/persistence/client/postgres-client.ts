import { createHash } from 'node:crypto';
import { CompiledQuery, type QueryExecutorProvider, type QueryResult, type RawBuilder } from 'kysely';
import pg from 'pg';
import { asConnectionError } from './database-errors.js';

/** Suffix of a statement to prepare. As part of the text, it passes through Kysely and MikroORM to the connection, which removes it. */
const PREPARE_HINT = ' /* prepared */';

/** Marks a statement to be prepared. It takes memory on every connection: only for the few texts that many requests send. */
export const withPrepareHint = <Row>({ sql, parameters }: CompiledQuery<Row>): CompiledQuery<Row> =>
  CompiledQuery.raw(`${sql}${PREPARE_HINT}`, [...parameters]);

/** Executes a statement as a prepared one. */
export const executePrepared = <Row>(
  statement: RawBuilder<Row>,
  db: QueryExecutorProvider,
): Promise<QueryResult<Row>> => db.getExecutor().executeQuery(withPrepareHint(statement.compile(db)));

/** Message of pg's error if `query_timeout` expires. */
const QUERY_TIMEOUT_MESSAGE = 'Query read timeout';

interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

type ConnectCallback = (error: Error | null) => void;

/**
 * A connection that prepares marked statements, and sends `begin` together with the first statement of the transaction. It uses pg's
 * pipeline mode, in which a statement does not wait for the results of earlier ones.
 */
export class PostgresClient extends pg.Client {
  /** Statements that the connection has prepared, by marked text. */
  private readonly preparedStatements = new Map<string, PreparedStatement>();

  constructor(options?: string | pg.ClientConfig) {
    super({ ...(typeof options === 'string' ? { connectionString: options } : options), pipeline: true });
  }

  override query = ((text: unknown, values?: unknown, ...more: unknown[]): unknown => {
    if (text === 'begin') return this.sendWithNext(text);
    const prepared =
      typeof text === 'string' && text.endsWith(PREPARE_HINT) ? this.preparedStatementOf(text) : undefined;
    const result: unknown = Reflect.apply(
      super.query.bind(this),
      this,
      prepared ? [{ ...prepared, values }] : [text, values, ...more],
    );
    this.connection.stream.uncork();
    if (result instanceof Promise) result.catch((error: unknown) => this.discardAfterTimeout(error));
    return result;
  }) as pg.Client['query'];

  /** Wraps errors of the system and of TLS as connection errors: a code such as EMFILE alone would not identify one. */
  override connect = ((callback?: ConnectCallback): unknown => {
    if (callback) return super.connect((error: Error | null) => callback(error && asConnectionError(error)));
    return super.connect().catch((error: unknown) => {
      throw asConnectionError(error);
    });
  }) as pg.Client['connect'];

  /**
   * Buffers a statement until the next one is sent, and resolves at once. If it fails, the connection is closed, so that only the statement
   * that was sent with it may have run outside of a transaction.
   */
  private async sendWithNext(text: string): Promise<{ rows: [] }> {
    const { stream } = this.connection;
    stream.cork();
    super.query(text).catch(() => stream.destroy());
    return { rows: [] };
  }

  /** pg closes the connection, but only later: until then, the pool would hand it out again. */
  private discardAfterTimeout(error: unknown): void {
    if (error instanceof Error && error.message === QUERY_TIMEOUT_MESSAGE) this.connection.emit('error', error);
  }

  private preparedStatementOf(marked: string): PreparedStatement {
    const known = this.preparedStatements.get(marked);
    if (known) return known;
    const text = marked.slice(0, -PREPARE_HINT.length);
    const name = `calendar_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    const statement = { name, text };
    this.preparedStatements.set(marked, statement);
    return statement;
  }
}
