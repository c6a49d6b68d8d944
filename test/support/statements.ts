import pg from 'pg';

/** A statement as it reaches the database. */
export interface Statement {
  readonly text: string;
  /** Of one that PostgreSQL keeps the plan of. */
  readonly name?: string;
}

/** How the next one is to be planned: that depends on the one before. */
const PLAN_MODE_STATEMENT = /^set plan_cache_mode = /;

/** The statements of this process that reach the database while something is done, save settings of how they are planned. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype as unknown as Record<'query', (...given: unknown[]) => unknown>;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      const [statement] = given as [string | Statement];
      const sent = typeof statement === 'string' ? { text: statement } : statement;
      if (!PLAN_MODE_STATEMENT.test(sent.text)) statements.push(sent);
      return query.apply(this, given);
    },
  });
  await work().finally(() => Object.assign(pg.Client.prototype, { query }));
  return statements;
}
