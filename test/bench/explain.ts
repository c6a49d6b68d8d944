import type pg from 'pg';
import type { BenchDatabase } from './database.js';
import type { BenchOptions } from './options.js';
import type { SentStatement } from './statement-tap.js';
import { withTappedService } from './statements.js';

/** Prints, as Markdown, how the database carries out the statements of every kind of list. */
export function explainLists(database: BenchDatabase, options: BenchOptions, signal: AbortSignal): Promise<void> {
  return withTappedService(database, options, async (kinds, statementsOf, session) => {
    for (const kind of kinds) {
      signal.throwIfAborted();
      const list = await statementsOf(kind);
      console.log(`\n### ${kind.name}\n`);
      if (typeof list === 'string') {
        console.log(`Refused: ${list}`);
        continue;
      }
      console.log(`\`GET ${list.path}\``);
      for (const page of list.page) await explain('The page', page, session);
      for (const total of list.total) await explain('The total', total, session);
      for (const other of list.others) await explain('Beside them', other, session);
    }
  });
}

async function explain(name: string, { text, values }: SentStatement, session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ 'QUERY PLAN': string }>({
    text: `explain (analyze, costs off, buffers off, timing off) ${text}`,
    values: [...values],
  });
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  console.log(`\n${name}:\n\n\`\`\`text\n${plan}\n\`\`\``);
}
