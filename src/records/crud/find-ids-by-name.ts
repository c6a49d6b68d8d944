import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { slugify } from '../../kernel/text/slugify.js';
import { foldedNameKey } from '../../kernel/text/fold.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';

/**
 * The ids of the records that have these names, in whatever language, by name; of several the one that has it in the
 * language asked for, then the lowest id. What the requester may not read has no name for him.
 */
export async function findIdsByName(
  db: QueryExecutorProvider,
  { principal, language }: RequestContext,
  { kind, now }: { readonly kind: RecordKind; readonly now: RawBuilder<Date> },
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const keys = [...new Set(names.map(foldedNameKey))];
  const { rows } = await sql<{ key: string; id: number }>`
    select distinct on (text.name_key) text.name_key as key, record.id
    from ${sql.table(kind.translationsTable)} as text
    join ${sql.table(kind.table)} as record on record.id = ${sql.ref(`text.${kind.foreignKey}`)}
    where md5(text.name_key) = any (array(select md5(each) from unnest(${keys}::text[]) as each))
      and text.name_key = any (${keys}::text[]) and ${kind.isVisible(principal, 'record', now, [])}
    order by text.name_key, text.language = ${language.requested} desc, record.id`.execute(db);
  const ids = new Map(rows.map(({ key, id }) => [key, id]));
  return new Map(names.flatMap((name) => idEntry(name, ids.get(foldedNameKey(name)))));
}

const idEntry = (name: string, id: number | undefined): [string, number][] => (id === undefined ? [] : [[name, id]]);

/**
 * Waits for other transactions that are about to create a record of one of these names, or of the slug of one; until
 * the end of the transaction others wait for this one. In a fixed order, so that none waits in a circle.
 */
export async function lockNames(db: QueryExecutorProvider, kind: RecordKind, names: readonly string[]): Promise<void> {
  const keys = new Set(
    names.flatMap((name) => [`${kind.name} ${foldedNameKey(name)}`, `${kind.name}/${slugify(name)}`]),
  );
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${[...keys].toSorted()}::text[]) as key
  `.execute(db);
}
