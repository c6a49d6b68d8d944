import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Kysely } from 'kysely';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { runInTransaction, NO_DEADLINE } from '../../persistence/transactions/run-in-transaction.js';

/** Records that are locked, and told anew, at once. */
const BATCH_SIZE = 2000;

/** Which languages there are, and in which order they stand in for each other, after the default. */
export interface LanguageFallbackOrder {
  readonly defaultLanguage: string;
  readonly languages: readonly string[];
  /** The languages that stand in for one, where that is not the usual order. */
  readonly fallbacks?: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * Replaces the SQL function that decides about fallback: `fallback_languages(language, available)` returns the requested languages that
 * resolve to the translation in `language` of a record with translations in `available`. Languages that the service no longer has come
 * last, so that every record can be read. PL/pgSQL keeps the plan of a query per session; a function in SQL plans it at every call.
 */
export async function replaceFallbackFunction(
  db: Kysely<unknown>,
  { defaultLanguage, languages, fallbacks }: LanguageFallbackOrder,
): Promise<void> {
  const orders = languages.map((requested, index) => {
    const order = [...new Set([requested, ...(fallbacks?.[requested] ?? []), defaultLanguage, ...languages])].map(
      (each) => sql.lit(each),
    );
    return sql`(${sql.lit(index)}, ${sql.lit(requested)}, array[${sql.join(order)}])`;
  });
  await sql`
    create or replace function fallback_languages(language text, available text[]) returns text[]
    language plpgsql immutable parallel safe as $$ begin return (
      select coalesce(array_agg(orders.requested order by orders.position), '{}')
      from (values ${sql.join(orders)}) as orders (position, requested, languages)
      where language = (
        select candidate from unnest(available) as candidate
        order by array_position(orders.languages, candidate), candidate limit 1)
    ); end $$`.execute(db);
}

/**
 * Tells the texts of a kind by the present order which languages they serve. Some records at a time are locked, so that
 * others are read and written meanwhile.
 */
export async function rebuildFallbacks(em: EntityManager, kind: RecordKind): Promise<void> {
  await waitForWriters(em, kind);
  for (let last: number | undefined = 0; last !== undefined;) last = await rebuildNextBatch(em, kind, last);
}

/** Until all who began to write by a former order have ended. */
function waitForWriters(em: EntityManager, { translationsTable }: RecordKind): Promise<unknown> {
  return runInTransaction(em, NO_DEADLINE, (transaction) =>
    sql`lock table ${sql.table(translationsTable)} in share row exclusive mode`.execute(transaction.getKysely()),
  );
}

/** @returns the last of the ids that were dealt with, `undefined` where there are no more */
function rebuildNextBatch(em: EntityManager, kind: RecordKind, after: number): Promise<number | undefined> {
  return runInTransaction(em, NO_DEADLINE, async (transaction) => {
    const db = transaction.getKysely<unknown>();
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(kind.table)} where id > ${after} order by id limit ${BATCH_SIZE}
      for no key update`.execute(db);
    const last = rows.at(-1)?.id;
    // A statement of its own, which sees what those have written that the locks waited for.
    if (last !== undefined) await rebuildBatch(db, kind, after, last);
    return last;
  });
}

/** There are few sets of languages, and many records. */
async function rebuildBatch(
  db: Kysely<unknown>,
  { translationsTable, foreignKey }: RecordKind,
  after: number,
  last: number,
): Promise<void> {
  const id = sql.ref(foreignKey);
  await sql`
    with records as materialized (
      select ${id} as id, array_agg(language order by language) as available from ${sql.table(translationsTable)}
      where ${id} > ${after} and ${id} <= ${last} group by ${id}
    ),
    rules as materialized (
      select available, language, fallback_languages(language, available) as fallback_languages
      from (select distinct available from records) as sets cross join unnest(available) as language
    )
    update ${sql.table(translationsTable)} as translation set fallback_languages = rules.fallback_languages
    from records join rules using (available)
    where translation.${id} = records.id and translation.language = rules.language
      and translation.fallback_languages <> rules.fallback_languages`.execute(db);
}
