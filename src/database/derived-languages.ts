import { sql, type Kysely } from 'kysely';
import { LANGUAGES, languageOrder, type Language } from '../common/language/languages.js';

/** The tables of texts, by the text that orders them. */
const TEXT_TABLES = [
  { table: 'event_texts', record: 'event_id', heading: 'title' },
  { table: 'venue_texts', record: 'venue_id', heading: 'name' },
  { table: 'organizer_texts', record: 'organizer_id', heading: 'name' },
  { table: 'category_texts', record: 'category_id', heading: 'name' },
  { table: 'tag_texts', record: 'tag_id', heading: 'name' },
] as const;

type TextTable = (typeof TEXT_TABLES)[number];

/**
 * Brings what depends on the languages of the service up to date: an index per language and table, and, where the
 * languages or the default changed, which languages asked for each text serves.
 */
export async function deriveLanguages(db: Kysely<unknown>, defaultLanguage: Language): Promise<void> {
  for (const texts of TEXT_TABLES) {
    for (const language of LANGUAGES) await createIndexes(db, texts, language);
  }
  const state = [defaultLanguage, ...LANGUAGES].join();
  const { rows } = await sql<{ value: string }>`select value from derived_state where key = 'languages'`.execute(db);
  if (rows[0]?.value === state) return;
  for (const texts of TEXT_TABLES) await deriveServes(db, texts, defaultLanguage);
  await sql`insert into derived_state (key, value) values ('languages', ${state})
    on conflict (key) do update set value = excluded.value`.execute(db);
}

async function createIndexes(
  db: Kysely<unknown>,
  { table, record, heading }: TextTable,
  language: Language,
): Promise<void> {
  const served = sql`${sql.lit(language)} = any (serves)`;
  const collation = sql.raw(`"${language}-x-icu"`);
  await sql`create index if not exists ${sql.ref(`${table}_served_${language}_index`)}
    on ${sql.table(table)} (${sql.ref(record)}) where ${served}`.execute(db);
  await sql`create index if not exists ${sql.ref(`${table}_${heading}_${language}_index`)}
    on ${sql.table(table)} ((${sql.ref(heading)} collate ${collation}), ${sql.ref(record)}) where ${served}`.execute(
    db,
  );
}

async function deriveServes(
  db: Kysely<unknown>,
  { table, record }: TextTable,
  defaultLanguage: Language,
): Promise<void> {
  const orders = LANGUAGES.map((asked) => sql`(${asked}::text, ${languageOrder(asked, defaultLanguage)}::text[])`);
  const id = sql.ref(record);
  await sql`
    with orders (asked, languages) as (values ${sql.join(orders)}),
    choices as (
      select distinct on (${id}, asked) ${id} as id, asked, language
      from ${sql.table(table)} cross join orders where language = any (languages)
      order by ${id}, asked, array_position(languages, language)
    ),
    served as (select id, language, array_agg(asked order by asked) as languages from choices group by id, language)
    update ${sql.table(table)} as texts set serves = coalesce(
      (select languages from served where served.id = texts.${id} and served.language = texts.language), '{}')`.execute(
    db,
  );
}
