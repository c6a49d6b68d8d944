import pg from 'pg';
import type { BenchDatabase } from './database.js';
import type { BenchOptions } from './options.js';
import type { SentStatement } from './statement-tap.js';
import { withTappedService } from './statements.js';

/**
 * Prints the query plans of every kind of list as Markdown. The part that reads the records of a page by id is the same
 * for all lists of a resource, so it is printed once per resource.
 */
export function explainLists(database: BenchDatabase, options: BenchOptions, signal: AbortSignal): Promise<void> {
  return withTappedService(database, options, async (kinds, statementsOf, session) => {
    const known = new Set<string>();
    for (const kind of kinds) {
      signal.throwIfAborted();
      const list = await statementsOf(kind);
      console.log(`\n<details>\n<summary>${kind.name}</summary>\n`);
      if (typeof list === 'string') throw new Error(`The list "${kind.name}" was rejected: ${list}`);
      console.log(`\`GET ${list.path}\``);
      for (const total of list.total) print('Total query', await planOf(total, session));
      for (const page of list.page) {
        const plan = await planOf(page, session);
        const [records = ''] = kind.name.split(',');
        print('Page query', known.has(records) ? findingOf(plan) : plan);
        known.add(records);
      }
      for (const other of list.others) print('Other statement', await planOf(other, session));
      console.log('\n</details>');
    }
  });
}

function print(name: string, plan: readonly string[]): void {
  console.log(`\n${name}:\n\n\`\`\`text\n${plan.join('\n')}\n\`\`\``);
}

/** Named statements get a generic plan in the service, unnamed ones a plan for their values. This does the same. */
async function planOf({ text, values, name }: SentStatement, session: pg.Client): Promise<string[]> {
  const planning = name === undefined ? 'auto' : 'force_generic_plan';
  await session.query(`set plan_cache_mode = ${planning}; prepare explained as ${text}`);
  const given = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(value.toString()))).join(', ');
  const { rows } = await session.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, buffers off, timing off) execute explained ${given && `(${given})`}`,
  );
  await session.query('deallocate explained');
  return rows.map((row) => row['QUERY PLAN']).filter((line) => !DETAIL.test(line));
}

/** Plan lines that say nothing about the access path. */
const DETAIL = /^\s*(Storage|Index Searches|Buckets|Heap Blocks|Heap Fetches|Sort Method|Batches|Window|Workers \w+):/;

const indentOf = (line: string): number => line.search(/\S/);

/** The part of a page plan that finds and numbers the rows, and the total times. */
function findingOf(plan: readonly string[]): string[] {
  const first = plan.findIndex((line) => line.includes('WindowAgg'));
  if (first === -1) return [...plan];
  const indent = indentOf(plan[first] ?? '');
  const length = plan.slice(first + 1).findIndex((line) => indentOf(line) <= indent);
  const part = plan.slice(first, length === -1 ? undefined : first + 1 + length);
  return [...part.map((line) => line.slice(indent)), ...plan.filter((line) => /^(Planning|Execution) Time/.test(line))];
}
