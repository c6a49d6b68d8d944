import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { LANGUAGES, type Language } from '../../kernel/language/languages.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { registeredKinds } from '../types/record-kinds.js';
import { runInTransaction, NO_DEADLINE } from '../../persistence/transactions/run-in-transaction.js';
import type { LanguageFallbackStrategy } from '../extension-points/strategy-types.js';
import { collatedPrefixSql, collationName } from './served-translation.js';
import { replaceFallbackFunction, rebuildFallbacks, type LanguageFallbackOrder } from './fallback-languages.js';

const FALLBACK_ORDER_KEY = 'fallback_languages';

const ORDER_FALLBACKS_SEPARATOR = '|';

/** Memory for building an index. With PostgreSQL's default, an index of a large table takes several times as long. */
const INDEX_BUILD_MEMORY = sql.lit('512MB');

/** The fallback order of the database. It is complete once all translations follow it. */
interface StoredFallbackOrder extends LanguageFallbackOrder {
  readonly isComplete: boolean;
}

/**
 * Creates the collation and the indexes of each language. If the languages or the fallback order changed, recomputes the fallbacks of all
 * translations. Languages of the database that this process does not have are kept, because another process may use them.
 * @param existing `keep` leaves the fallback order of an existing database unchanged
 * @param strategy changes the fallback order
 */
export async function syncLanguages(
  em: EntityManager,
  defaultLanguage: Language,
  existing: 'rebuild' | 'keep' = 'rebuild',
  strategy?: LanguageFallbackStrategy,
): Promise<void> {
  const db = em.getKysely<unknown>();
  const kinds = registeredKinds(em);
  for (const language of LANGUAGES) {
    await createCollation(db, language);
    for (const kind of kinds) await createIndexes(db, kind, language);
  }
  const state = await loadFallbackOrder(db);
  const target = state && existing === 'keep' ? state : targetFallbackOrder(defaultLanguage, strategy, state);
  if (state?.isComplete && serializeFallbackOrder(state) === serializeFallbackOrder(target)) return;
  // If this is interrupted, the next start continues, because the order is incomplete.
  await runInTransaction(em, NO_DEADLINE, async (transaction) => {
    await replaceFallbackFunction(transaction.getKysely(), target);
    await storeFallbackOrder(transaction.getKysely(), target, false);
  });
  for (const kind of kinds) await rebuildFallbacks(em, kind);
  await storeFallbackOrder(db, target, true);
}

async function loadFallbackOrder(db: Kysely<unknown>): Promise<StoredFallbackOrder | undefined> {
  const { rows } = await sql<{ value: string; is_complete: boolean }>`
    select value, is_complete from service_state where key = ${FALLBACK_ORDER_KEY}`.execute(db);
  if (!rows[0]) return undefined;
  const [order = '', serialized] = rows[0].value.split(ORDER_FALLBACKS_SEPARATOR);
  const [defaultLanguage = '', ...languages] = order.split(',');
  const fallbacks = serialized === undefined ? undefined : (JSON.parse(serialized) as StoredFallbackOrder['fallbacks']);
  return { defaultLanguage, languages, fallbacks, isComplete: rows[0].is_complete };
}

const serializeFallbackOrder = ({ defaultLanguage, languages, fallbacks }: LanguageFallbackOrder): string =>
  [defaultLanguage, ...languages].join() + (fallbacks ? ORDER_FALLBACKS_SEPARATOR + JSON.stringify(fallbacks) : '');

async function storeFallbackOrder(
  db: Kysely<unknown>,
  order: LanguageFallbackOrder,
  isComplete: boolean,
): Promise<void> {
  await sql`insert into service_state (key, value, is_complete) values (${FALLBACK_ORDER_KEY}, ${serializeFallbackOrder(order)}, ${isComplete})
    on conflict (key) do update set value = excluded.value, is_complete = excluded.is_complete`.execute(db);
}

/** The fallback order for the languages of this process. Further languages of the database keep their position if possible. */
function targetFallbackOrder(
  defaultLanguage: Language,
  strategy: LanguageFallbackStrategy | undefined,
  state?: LanguageFallbackOrder,
): LanguageFallbackOrder {
  const known = state?.languages ?? [];
  const ownLanguages = known.filter((each) => LANGUAGES.some((language) => language === each));
  const languages = ownLanguages.join() === LANGUAGES.join() ? known : [...new Set([...LANGUAGES, ...known])];
  const fallbacks =
    strategy && LANGUAGES.map((requested) => [requested, strategy.orderFallbacks(requested, defaultLanguage)] as const);
  return { defaultLanguage, languages, fallbacks: fallbacks && Object.fromEntries(fallbacks) };
}

/** Creates the collation of a language. A language that the ICU library does not have is sorted by the root order of CLDR. */
async function createCollation(db: Kysely<unknown>, language: Language): Promise<void> {
  const name = collationName(language);
  const { rows } = await sql<{ missing: boolean }>`select to_regcollation(${name}) is null as missing`.execute(db);
  if (!rows[0]?.missing) return;
  const locale = sql.lit(`${language}-u-kn-true`);
  await sql`create collation if not exists ${sql.ref(name)} (provider = icu, locale = ${locale})`.execute(db);
}

async function createIndexes(
  db: Kysely<unknown>,
  { translationsTable, foreignKey, titleColumn, isSearchable }: RecordKind,
  language: Language,
): Promise<void> {
  const resolves = sql`${sql.lit(language)} = any (fallback_languages)`;
  const collated = collatedPrefixSql(sql.ref(titleColumn), language);
  const indexes = {
    fallback: sql`(${sql.ref(foreignKey)})`,
    sort: sql`((${collated}), ${sql.ref(foreignKey)})`,
    ...(isSearchable ? { search: sql`using gin (search_text gin_trgm_ops)` } : {}),
  };
  for (const [purpose, columns] of Object.entries(indexes)) {
    const name = `${translationsTable}_${purpose}_${language}_index`;
    await createIndex(db, name, sql`on ${sql.table(translationsTable)} ${columns} where ${resolves}`);
  }
}

/** Checks first, because `create index if not exists` waits for running writes of the table even if the index exists. */
async function createIndex(db: Kysely<unknown>, name: string, definition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ missing: boolean }>`select to_regclass(${name}) is null as missing`.execute(db);
  if (!rows[0]?.missing) return;
  await db.transaction().execute(async (transaction) => {
    await sql`set local maintenance_work_mem = ${INDEX_BUILD_MEMORY}`.execute(transaction);
    await sql`create index ${sql.ref(name)} ${definition}`.execute(transaction);
  });
}
