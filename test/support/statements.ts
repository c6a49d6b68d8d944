import pg from 'pg';

/** A statement as it reaches the database. */
export interface Statement {
  readonly text: string;
  /** Of one that PostgreSQL keeps the plan of. */
  readonly name?: string;
}

/** The statements of this process that reach the database while something is done. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype as unknown as Record<'query', (...given: unknown[]) => unknown>;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      const [statement] = given as [string | Statement];
      statements.push(typeof statement === 'string' ? { text: statement } : statement);
      return query.apply(this, given);
    },
  });
  await work().finally(() => Object.assign(pg.Client.prototype, { query }));
  return statements;
}
