import pg from 'pg';

export interface Statement {
  readonly text: string;
  /** Name of a prepared statement. */
  readonly name?: string;
  /** Number of rows that it returned or changed. */
  rowCount?: number | null;
}

/** Records the statements that this process sends to the database during `work`. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype as unknown as Record<'query', (...args: unknown[]) => unknown>;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      const [statement] = args as [string | Statement];
      const sent: Statement = typeof statement === 'string' ? { text: statement } : { ...statement };
      statements.push(sent);
      const result = query.apply(this, args);
      if (result instanceof Promise)
        result.then(({ rowCount }: pg.QueryResult) => (sent.rowCount = rowCount)).catch(() => undefined);
      return result;
    },
  });
  await work().finally(() => Object.assign(pg.Client.prototype, { query }));
  return statements;
}
