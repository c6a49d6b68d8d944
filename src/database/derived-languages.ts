import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { LANGUAGES, type Language } from '../common/language/languages.js';
import { orderLanguages, serveAnew, type LanguageOrder } from './served-languages.js';
import { TEXT_TABLES, type TextTable } from './text-tables.js';

/**
 * Brings what depends on the languages of the service up to date: a collation and indexes per language, and, where the
 * languages or the default changed, which languages asked for each text serves.
 *
 * Languages that the database was derived for, and that this process does not know, stay: another process may speak them.
 * @param derivedBefore how the database is to be left where it was derived before: for this default, or as it is
 */
export async function deriveLanguages(
  em: EntityManager,
  defaultLanguage: Language,
  derivedBefore: 'derive' | 'keep' = 'derive',
): Promise<void> {
  const db = em.getKysely<unknown>();
  for (const language of LANGUAGES) {
    await createCollation(db, language);
    for (const texts of TEXT_TABLES) await createIndexes(db, texts, language);
  }
  const { state, complete } = await derivedState(db);
  const wanted = state && derivedBefore === 'keep' ? state : wantedState(defaultLanguage, state);
  if (complete && state && written(state) === written(wanted)) return;
  await orderLanguages(db, wanted);
  for (const texts of TEXT_TABLES) await serveAnew(em, texts);
  await sql`insert into derived_state (key, value) values ('languages', ${written(wanted)})
    on conflict (key) do update set value = excluded.value`.execute(db);
}

async function derivedState(db: Kysely<unknown>): Promise<{ state?: LanguageOrder; complete: boolean }> {
  const { rows } = await sql<{ value: string | null; complete: boolean }>`
    select (select value from derived_state where key = 'languages') as value,
      to_regproc('served_languages') is not null as complete`.execute(db);
  const { value = null, complete = false } = rows[0] ?? {};
  const [defaultLanguage, ...languages] = value?.split(',') ?? [];
  return defaultLanguage === undefined ? { complete } : { state: { defaultLanguage, languages }, complete };
}

const written = ({ defaultLanguage, languages }: LanguageOrder): string => [defaultLanguage, ...languages].join();

/** The languages of this process, in their order; the database may know more, among them and behind them. */
function wantedState(defaultLanguage: Language, state?: LanguageOrder): LanguageOrder {
  const known = state?.languages ?? [];
  const ours = known.filter((each) => LANGUAGES.some((language) => language === each));
  const languages = ours.join() === LANGUAGES.join() ? known : [...new Set([...LANGUAGES, ...known])];
  return { defaultLanguage, languages };
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
  { table, record, heading }: TextTable,
  language: Language,
): Promise<void> {
  const served = sql`${sql.lit(language)} = any (serves)`;
  const ordered = sql`${sql.ref(heading)} collate ${sql.raw(`"${language}-x-icu"`)}`;
  await createIndex(
    db,
    `${table}_served_${language}_index`,
    sql`on ${sql.table(table)} (${sql.ref(record)}) where ${served}`,
  );
  await createIndex(
    db,
    `${table}_${heading}_${language}_index`,
    sql`on ${sql.table(table)} ((${ordered}), ${sql.ref(record)}) where ${served}`,
  );
}

/** Asks first: even of an index that is there, `create … if not exists` waits for the writes of the table that are under way. */
async function createIndex(db: Kysely<unknown>, name: string, definition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ missing: boolean }>`select to_regclass(${name}) is null as missing`.execute(db);
  if (rows[0]?.missing) await sql`create index ${sql.ref(name)} ${definition}`.execute(db);
}
