import { sql, type Kysely, type RawBuilder } from 'kysely';
import { LANGUAGES, type Language } from '../common/language/languages.js';

/** The tables of texts, by the text that orders them. */
const TEXT_TABLES = [
  { table: 'event_texts', record: 'event_id', heading: 'title' },
  { table: 'venue_texts', record: 'venue_id', heading: 'name' },
  { table: 'organizer_texts', record: 'organizer_id', heading: 'name' },
  { table: 'category_texts', record: 'category_id', heading: 'name' },
  { table: 'tag_texts', record: 'tag_id', heading: 'name' },
] as const;

type TextTable = (typeof TEXT_TABLES)[number];

/** For which languages, in which order, and for which default the database was derived. */
interface DerivedState {
  readonly defaultLanguage: string;
  readonly languages: readonly string[];
}

/**
 * Brings what depends on the languages of the service up to date: a collation and indexes per language, and, where the
 * languages or the default changed, which languages asked for each text serves.
 *
 * Languages that the database was derived for, and that this process does not know, stay: another process may speak them.
 * @param derivedBefore how the database is to be left where it was derived before: for this default, or as it is
 */
export async function deriveLanguages(
  db: Kysely<unknown>,
  defaultLanguage: Language,
  derivedBefore: 'derive' | 'keep' = 'derive',
): Promise<void> {
  for (const language of LANGUAGES) {
    await createCollation(db, language);
    for (const texts of TEXT_TABLES) await createIndexes(db, texts, language);
  }
  const { state, complete } = await derivedState(db);
  const wanted = state && derivedBefore === 'keep' ? state : wantedState(defaultLanguage, state);
  if (complete && state && written(state) === written(wanted)) return;
  await orderLanguages(db, wanted);
  for (const texts of TEXT_TABLES) await serveAnew(db, texts);
  await sql`insert into derived_state (key, value) values ('languages', ${written(wanted)})
    on conflict (key) do update set value = excluded.value`.execute(db);
}

async function derivedState(db: Kysely<unknown>): Promise<{ state?: DerivedState; complete: boolean }> {
  const { rows } = await sql<{ value: string | null; complete: boolean }>`
    select (select value from derived_state where key = 'languages') as value,
      to_regproc('served_languages') is not null as complete`.execute(db);
  const { value = null, complete = false } = rows[0] ?? {};
  const [defaultLanguage, ...languages] = value?.split(',') ?? [];
  return defaultLanguage === undefined ? { complete } : { state: { defaultLanguage, languages }, complete };
}

const written = ({ defaultLanguage, languages }: DerivedState): string => [defaultLanguage, ...languages].join();

/** The languages of this process, in their order; the database may know more, among them and behind them. */
function wantedState(defaultLanguage: Language, state?: DerivedState): DerivedState {
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

/**
 * Tells the database in which order languages stand in for each other: `served_languages(language, present)` are the
 * languages asked for that a text serves, of a record that has texts in those present. Texts in a language that the
 * service does not speak any more come last, so that no record is lost.
 */
async function orderLanguages(db: Kysely<unknown>, { defaultLanguage, languages }: DerivedState): Promise<void> {
  const orders = languages.map((asked, place) => {
    const order = [...new Set([asked, defaultLanguage, ...languages])].map((each) => sql.lit(each));
    return sql`(${sql.lit(place)}, ${sql.lit(asked)}, array[${sql.join(order)}])`;
  });
  await sql`
    create or replace function served_languages(served text, present text[]) returns text[]
    language sql immutable parallel safe as $$
      select coalesce(array_agg(orders.asked order by orders.place), '{}')
      from (values ${sql.join(orders)}) as orders (place, asked, languages)
      where served = (
        select each from unnest(present) as each order by array_position(orders.languages, each), each limit 1)
    $$`.execute(db);
}

/** Texts of one kind cannot be written meanwhile, so that each is served by the new order, whoever wrote it. */
async function serveAnew(db: Kysely<unknown>, { table, record }: TextTable): Promise<void> {
  const id = sql.ref(record);
  await db.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(transaction);
    await sql`
      with present as materialized (
        select ${id} as id, language, array_agg(language) over (partition by ${id}) as languages from ${sql.table(table)}
      ),
      fresh as materialized (select id, language, served_languages(language, languages) as serves from present)
      update ${sql.table(table)} as texts set serves = fresh.serves from fresh
      where fresh.id = texts.${id} and fresh.language = texts.language and fresh.serves <> texts.serves`.execute(
      transaction,
    );
  });
}
