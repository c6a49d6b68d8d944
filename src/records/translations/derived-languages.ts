import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { LANGUAGES, type Language } from '../../kernel/language/languages.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { kindsIn } from '../types/kinds.js';
import { inTransaction, UNHURRIED } from '../../persistence/transactions/in-transaction.js';
import type { FallbackStrategy } from '../extension-points/strategy-types.js';
import { inOrder } from './served-text.js';
import { orderLanguages, serveAnew, type LanguageOrder } from './served-languages.js';

/** Ends the note of what the database is being derived for. */
const UNFINISHED = ';unfinished';

/** Begins what is not the usual order. */
const STAND_INS = '|';

/** Memory for building an index, of which the default would make that of a large table take several times as long. */
const BUILD_MEMORY = sql.lit('512MB');

/** What the database was derived for; `unfinished` until all texts have been told. */
interface DerivedState extends LanguageOrder {
  readonly unfinished: boolean;
}

/**
 * Brings what depends on the languages of the service up to date: a collation and indexes per language, and, where the
 * languages or the default changed, which languages asked for each text serves.
 *
 * Languages that the database was derived for, and that this process does not know, stay: another process may speak them.
 * @param strategy in which order languages stand in for each other, where that is not the usual one
 * @param derivedBefore how the database is to be left where it was derived before: for this default, or as it is
 */
export async function deriveLanguages(
  em: EntityManager,
  defaultLanguage: Language,
  derivedBefore: 'derive' | 'keep' = 'derive',
  strategy?: FallbackStrategy,
): Promise<void> {
  const db = em.getKysely<unknown>();
  const kinds = kindsIn(em);
  for (const language of LANGUAGES) {
    await createCollation(db, language);
    for (const kind of kinds) await createIndexes(db, kind, language);
  }
  const state = await derivedState(db);
  const wanted = state && derivedBefore === 'keep' ? state : wantedOrder(defaultLanguage, strategy, state);
  if (state && !state.unfinished && written(state) === written(wanted)) return;
  // From here on the former order holds no more, however this ends: the next start goes on.
  await inTransaction(em, UNHURRIED, async (transaction) => {
    await orderLanguages(transaction.getKysely(), wanted);
    await note(transaction.getKysely(), `${written(wanted)}${UNFINISHED}`);
  });
  for (const kind of kinds) await serveAnew(em, kind);
  await note(db, written(wanted));
}

async function derivedState(db: Kysely<unknown>): Promise<DerivedState | undefined> {
  const { rows } = await sql<{ value: string }>`select value from derived_state where key = 'languages'`.execute(db);
  const value = rows[0]?.value;
  const [order = '', standIns] = value?.replace(UNFINISHED, '').split(STAND_INS) ?? [];
  const [defaultLanguage, ...languages] = order.split(',');
  if (value === undefined || defaultLanguage === undefined) return undefined;
  const read = standIns === undefined ? undefined : (JSON.parse(standIns) as LanguageOrder['standIns']);
  return { defaultLanguage, languages, standIns: read, unfinished: value.endsWith(UNFINISHED) };
}

const written = ({ defaultLanguage, languages, standIns }: LanguageOrder): string =>
  [defaultLanguage, ...languages].join() + (standIns ? STAND_INS + JSON.stringify(standIns) : '');

async function note(db: Kysely<unknown>, value: string): Promise<void> {
  await sql`insert into derived_state (key, value) values ('languages', ${value})
    on conflict (key) do update set value = excluded.value`.execute(db);
}

/** The languages of this process, in their order; the database may know more, among them and behind them. */
function wantedOrder(
  defaultLanguage: Language,
  strategy: FallbackStrategy | undefined,
  state?: LanguageOrder,
): LanguageOrder {
  const known = state?.languages ?? [];
  const ours = known.filter((each) => LANGUAGES.some((language) => language === each));
  const languages = ours.join() === LANGUAGES.join() ? known : [...new Set([...LANGUAGES, ...known])];
  const standIns = strategy && LANGUAGES.map((asked) => [asked, strategy.order(asked, defaultLanguage)] as const);
  return { defaultLanguage, languages, standIns: standIns && Object.fromEntries(standIns) };
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
  { texts, column, heading, searched }: RecordKind,
  language: Language,
): Promise<void> {
  const served = sql`${sql.lit(language)} = any (serves)`;
  const ordered = inOrder(sql.ref(heading), language);
  await createIndex(
    db,
    `${texts}_served_${language}_index`,
    sql`on ${sql.table(texts)} (${sql.ref(column)}) where ${served}`,
  );
  await createIndex(
    db,
    `${texts}_ordered_${language}_index`,
    sql`on ${sql.table(texts)} ((${ordered}), ${sql.ref(column)}) where ${served}`,
  );
  if (!searched) return;
  await createIndex(
    db,
    `${texts}_folded_${language}_index`,
    sql`on ${sql.table(texts)} using gin (folded gin_trgm_ops) where ${served}`,
  );
}

/** Asks first: even of an index that is there, `create … if not exists` waits for the writes of the table that are under way. */
async function createIndex(db: Kysely<unknown>, name: string, definition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ missing: boolean }>`select to_regclass(${name}) is null as missing`.execute(db);
  if (!rows[0]?.missing) return;
  await db.transaction().execute(async (transaction) => {
    await sql`set local maintenance_work_mem = ${BUILD_MEMORY}`.execute(transaction);
    await sql`create index ${sql.ref(name)} ${definition}`.execute(transaction);
  });
}
