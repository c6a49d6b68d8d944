import pg from 'pg';
import type { BenchDatabase } from './database.js';
import type { BenchOptions } from './options.js';
import { withTappedService, type SentStatement } from './statements.js';

/** Prints the query plans of every kind of list as Markdown. */
export function explainLists(database: BenchDatabase, options: BenchOptions): Promise<void> {
  return withTappedService(database, options, async (kinds, statementsOf, session) => {
    for (const kind of kinds) {
      const { path, rejected, total = [], page = [], others = [] } = await statementsOf(kind);
      if (rejected) throw new Error(`The list "${kind.name}" was rejected: ${rejected}`);
      console.log(`\n<details>\n<summary>${kind.name}</summary>\n\n\`GET ${path}\``);
      const parts = Object.entries({ 'Total query': total, 'Page query': page, 'Other statement': others });
      for (const [part, statements] of parts) {
        for (const statement of statements) {
          console.log(`\n${part}:\n\n\`\`\`text\n${(await planOf(statement, session)).join('\n')}\n\`\`\``);
        }
      }
      console.log('\n</details>');
    }
  });
}

/** Uses a generic plan for a named statement, as PostgreSQL may do after five executions, and otherwise a plan for the values. */
async function planOf({ text, values, name }: SentStatement, session: pg.Client): Promise<string[]> {
  const cacheMode = name === undefined ? 'auto' : 'force_generic_plan';
  await session.query(`set plan_cache_mode = ${cacheMode}; prepare explained as ${text}`);
  const parameters = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(value.toString()))).join(', ');
  const { rows } = await session.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, buffers off, timing off) execute explained ${parameters && `(${parameters})`}`,
  );
  await session.query('deallocate explained');
  return rows.map((row) => row['QUERY PLAN']).filter((line) => !DETAIL_LINE.test(line));
}

/** Plan lines that say nothing about the access path. */
const DETAIL_LINE =
  /^\s*(Storage|Index Searches|Buckets|Heap Blocks|Heap Fetches|Sort Method|Batches|Window|Workers \w+):/;
