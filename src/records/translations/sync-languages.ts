import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { LANGUAGES, type Language } from '../../kernel/language/languages.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { registeredKinds } from '../types/record-kinds.js';
import { runInTransaction, NO_DEADLINE } from '../../persistence/transactions/run-in-transaction.js';
import type { LanguageFallbackStrategy } from '../extension-points/strategy-types.js';
import { collatedTextSql } from './served-translation.js';
import { replaceFallbackFunction, rebuildFallbacks, type LanguageFallbackOrder } from './fallback-languages.js';

/** Key of the row of `service_state` that holds the language order of the database. */
const LANGUAGE_STATE_KEY = 'fallback_languages';

/** Begins what is not the usual order. */
const ORDER_FALLBACKS_SEPARATOR = '|';

/** Memory for building an index, of which the default would make that of a large table take several times as long. */
const INDEX_BUILD_MEMORY = sql.lit('512MB');

/** The language order of the database. It is complete once every translation follows it. */
interface LanguageState extends LanguageFallbackOrder {
  readonly isComplete: boolean;
}

/**
 * Brings what depends on the languages of the service up to date: a collation and indexes per language, and, where the
 * languages or the default changed, which languages asked for each text serves.
 *
 * Languages that the database was derived for, and that this process does not know, stay: another process may speak them.
 * @param strategy in which order languages stand in for each other, where that is not the usual one
 * @param existing how the database is to be left where it was derived before: for this default, or as it is
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
  const state = await loadLanguageState(db);
  const target = state && existing === 'keep' ? state : targetLanguageOrder(defaultLanguage, strategy, state);
  if (state?.isComplete && serializeLanguageOrder(state) === serializeLanguageOrder(target)) return;
  // From here on the former order holds no more, however this ends: the next start goes on.
  await runInTransaction(em, NO_DEADLINE, async (transaction) => {
    await replaceFallbackFunction(transaction.getKysely(), target);
    await storeLanguageState(transaction.getKysely(), target, false);
  });
  for (const kind of kinds) await rebuildFallbacks(em, kind);
  await storeLanguageState(db, target, true);
}

async function loadLanguageState(db: Kysely<unknown>): Promise<LanguageState | undefined> {
  const { rows } = await sql<{ value: string; is_complete: boolean }>`
    select value, is_complete from service_state where key = ${LANGUAGE_STATE_KEY}`.execute(db);
  const { value, is_complete: isComplete = false } = rows[0] ?? {};
  const [order = '', serializedFallbacks] = value?.split(ORDER_FALLBACKS_SEPARATOR) ?? [];
  const [defaultLanguage, ...languages] = order.split(',');
  if (value === undefined || defaultLanguage === undefined) return undefined;
  const fallbacks =
    serializedFallbacks === undefined
      ? undefined
      : (JSON.parse(serializedFallbacks) as LanguageFallbackOrder['fallbacks']);
  return { defaultLanguage, languages, fallbacks, isComplete };
}

const serializeLanguageOrder = ({ defaultLanguage, languages, fallbacks }: LanguageFallbackOrder): string =>
  [defaultLanguage, ...languages].join() + (fallbacks ? ORDER_FALLBACKS_SEPARATOR + JSON.stringify(fallbacks) : '');

async function storeLanguageState(
  db: Kysely<unknown>,
  order: LanguageFallbackOrder,
  isComplete: boolean,
): Promise<void> {
  await sql`insert into service_state (key, value, is_complete) values (${LANGUAGE_STATE_KEY}, ${serializeLanguageOrder(order)}, ${isComplete})
    on conflict (key) do update set value = excluded.value, is_complete = excluded.is_complete`.execute(db);
}

/** The languages of this process, in their order; the database may know more, among them and behind them. */
function targetLanguageOrder(
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

/** PostgreSQL brings along the collations of the languages that its ICU knows; for others CLDR's root order stands in. */
async function createCollation(db: Kysely<unknown>, language: Language): Promise<void> {
  const name = `${language}-x-icu`;
  const { rows } = await sql`select from pg_collation where collname = ${name}`.execute(db);
  if (rows.length > 0) return;
  await sql`create collation if not exists ${sql.ref(name)} (provider = icu, locale = ${sql.lit(language)})`.execute(
    db,
  );
}

async function createIndexes(
  db: Kysely<unknown>,
  { translationsTable, foreignKey, titleColumn, isSearchable }: RecordKind,
  language: Language,
): Promise<void> {
  const resolves = sql`${sql.lit(language)} = any (fallback_languages)`;
  const collated = collatedTextSql(sql.ref(titleColumn), language);
  await createIndex(
    db,
    `${translationsTable}_fallback_${language}_index`,
    sql`on ${sql.table(translationsTable)} (${sql.ref(foreignKey)}) where ${resolves}`,
  );
  await createIndex(
    db,
    `${translationsTable}_sort_${language}_index`,
    sql`on ${sql.table(translationsTable)} ((${collated}), ${sql.ref(foreignKey)}) where ${resolves}`,
  );
  if (!isSearchable) return;
  await createIndex(
    db,
    `${translationsTable}_search_${language}_index`,
    sql`on ${sql.table(translationsTable)} using gin (search_text gin_trgm_ops) where ${resolves}`,
  );
}

/** Asks first: even of an index that is there, `create … if not exists` waits for the writes of the table that are under way. */
async function createIndex(db: Kysely<unknown>, name: string, definition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ missing: boolean }>`select to_regclass(${name}) is null as missing`.execute(db);
  if (!rows[0]?.missing) return;
  await db.transaction().execute(async (transaction) => {
    await sql`set local maintenance_work_mem = ${INDEX_BUILD_MEMORY}`.execute(transaction);
    await sql`create index ${sql.ref(name)} ${definition}`.execute(transaction);
  });
}
