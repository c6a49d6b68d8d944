import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Kysely } from 'kysely';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { runInTransaction, NO_DEADLINE } from '../../persistence/transactions/run-in-transaction.js';

/** Number of records that are locked and updated at once. */
const BATCH_SIZE = 2000;

/** The fallback order: the requested language, its fallbacks, the default language, all others. */
export interface LanguageFallbackOrder {
  readonly defaultLanguage: string;
  readonly languages: readonly string[];
  /** By requested language, best first, if a strategy changes the order. */
  readonly fallbacks?: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * Replaces the SQL function `fallback_languages(language, available)`. It returns the requested languages that resolve
 * to the translation in `language` of a record with translations in `available`. Languages that the service no longer
 * has come last, so that every record can be read. The function is in PL/pgSQL, which plans its query once per session.
 * Before PostgreSQL 18, SQL functions are planned at every call.
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

/** Recomputes `fallback_languages` of all translations of a kind. Locks records in batches, so that writes continue. */
export async function rebuildFallbacks(em: EntityManager, kind: RecordKind): Promise<void> {
  await waitForWriters(em, kind);
  for (let lastId: number | undefined = 0; lastId !== undefined;) lastId = await rebuildNextBatch(em, kind, lastId);
}

/** Waits until all transactions have ended that may have used the previous function. */
async function waitForWriters(em: EntityManager, { translationsTable }: RecordKind): Promise<void> {
  await runInTransaction(em, NO_DEADLINE, (transaction) =>
    sql`lock table ${sql.table(translationsTable)} in share row exclusive mode`.execute(transaction.getKysely()),
  );
}

/** @returns the last id of the batch. `undefined` if no records are left. */
function rebuildNextBatch(em: EntityManager, kind: RecordKind, afterId: number): Promise<number | undefined> {
  return runInTransaction(em, NO_DEADLINE, async (transaction) => {
    const db = transaction.getKysely<unknown>();
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(kind.table)} where id > ${afterId} order by id limit ${BATCH_SIZE}
      for no key update`.execute(db);
    const lastId = rows.at(-1)?.id;
    // A separate statement, because it must see the writes that the locks waited for.
    if (lastId !== undefined) await rebuildBatch(db, kind, afterId, lastId);
    return lastId;
  });
}

/** Calls the function per distinct set of available languages, not per record: there are few sets and many records. */
async function rebuildBatch(
  db: Kysely<unknown>,
  { translationsTable, foreignKey }: RecordKind,
  afterId: number,
  lastId: number,
): Promise<void> {
  const id = sql.ref(foreignKey);
  await sql`
    with records as materialized (
      select ${id} as id, array_agg(language order by language) as available from ${sql.table(translationsTable)}
      where ${id} > ${afterId} and ${id} <= ${lastId} group by ${id}
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
