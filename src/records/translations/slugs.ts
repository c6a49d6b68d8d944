import { sql, type Expression, type QueryExecutorProvider, type RawBuilder, type SqlBool } from 'kysely';
import type { RecordKey, RecordKind } from '../../kernel/context/record-kind.js';
import { withLanguage } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import { slugify, slugWithSuffix } from '../../kernel/text/slugify.js';
import type { WriteScope } from '../../persistence/transactions/run-in-transaction.js';

/**
 * Number of suffixes that the first statement under the lock tries. Later ones try more, to hold the lock for a shorter
 * time.
 */
const FIRST_BATCH_SIZE = 100;
const MAX_BATCH_SIZE = 10_000;

/** Hash seed for the keys of slug locks, so that they differ from those of names, which have the seed 0. */
const SLUG_LOCK_SEED = 1;

/** Derives the slug of a text. In links to terms, digits are an id, so the slug of a term never consists of digits: `tag-2027`. */
export function deriveSlug({ name, family }: RecordKind, text: string): string {
  const slug = slugify(text);
  return family === 'term' && /^\p{Nd}+$/u.test(slug) ? slugify(`${name} ${slug}`) : slug;
}

/**
 * Claims a slug for a record: the preferred one, or else the first free one with the suffix `-2`, `-3` and so on. Slugs of the record
 * itself and former slugs of others are free. Concurrent transactions that search for the same slug run one after another.
 */
export async function claimSlug(
  db: QueryExecutorProvider,
  kind: RecordKind,
  recordId: number,
  preferred: string,
): Promise<string> {
  if ((await claimFirstFree(db, kind, recordId, [preferred]))?.isClaimed) return preferred;
  await lockSlugSearch(db, kind, preferred);
  let candidates = [preferred, ...numberedSlugs(preferred, 2, FIRST_BATCH_SIZE)];
  let next = 2 + FIRST_BATCH_SIZE;
  for (;;) {
    const found = await claimFirstFree(db, kind, recordId, candidates);
    if (found?.isClaimed) return found.slug;
    // A free slug that could not be claimed was taken by a transaction that searches for another slug. The next try
    // skips it.
    if (found) continue;
    const length = Math.min(next * 10, MAX_BATCH_SIZE);
    candidates = numberedSlugs(preferred, next, length);
    next += length;
  }
}

const numberedSlugs = (slug: string, first: number, length: number): string[] =>
  Array.from({ length }, (_each, index) => slugWithSuffix(slug, first + index));

/**
 * A statement that inserts slugs that are not in the table, and returns them with the ids of their records.
 * @param rows selects slug, id and `true`
 */
export function insertSlugsSql(kind: RecordKind, rows: RawBuilder<unknown>): RawBuilder<{ slug: string; id: number }> {
  const { slugs, record } = slugTableIdentifiers(kind);
  return sql`
    insert into ${slugs} (slug, ${record}, current) ${rows} on conflict (slug) do nothing returning slug, ${record} as id`;
}

/** Marks as former the slugs of a record that none of its translations uses. */
export async function markFormerSlugs(db: QueryExecutorProvider, kind: RecordKind, recordId: number): Promise<void> {
  const { slugs, translations, record } = slugTableIdentifiers(kind);
  const used = sql`select slug from ${translations} where ${record} = ${recordId}`;
  await sql`
    update ${slugs} set current = false where ${record} = ${recordId} and current and slug not in (${used})`.execute(
    db,
  );
}

/** The condition that a record is one of those that a key selects. */
export function recordKeyCondition(
  kind: RecordKind,
  id: Expression<number>,
  key: RecordKey | { ids: readonly number[] },
): RawBuilder<SqlBool> {
  const { slugs, record } = slugTableIdentifiers(kind);
  if ('ids' in key) return sql<SqlBool>`${id} = any (${key.ids}::bigint[])`;
  if ('id' in key) return sql<SqlBool>`${id} = ${key.id}`;
  return sql<SqlBool>`${id} = (select ${record} from ${slugs} where slug = ${key.slug})`;
}

/** The id of the record that has or had a slug. `undefined` if there is none. */
export async function findIdBySlug(
  db: QueryExecutorProvider,
  kind: RecordKind,
  slug: string,
): Promise<number | undefined> {
  const { slugs, record } = slugTableIdentifiers(kind);
  const { rows } = await sql<{ id: number }>`select ${record} as id from ${slugs} where slug = ${slug}`.execute(db);
  return rows[0]?.id;
}

/**
 * The scope of an update. If the request names no language and its slug belongs to exactly one translation, the slug names that language.
 */
export async function scopeOfUpdate(
  { em, context }: WriteScope,
  kind: RecordKind,
  { id }: { readonly id: number },
  key: RecordKey,
): Promise<WriteScope> {
  if ('id' in key || context.language.isExplicit) return { em, context };
  const { translations, record } = slugTableIdentifiers(kind);
  const { rows } = await sql<{ language: Language }>`
    select language from ${translations} where ${record} = ${id} and slug = ${key.slug}`.execute(em.getKysely());
  return { em, context: withLanguage(context, rows.length === 1 ? rows[0]?.language : undefined) };
}

/**
 * Waits for other transactions that search for the same slug. Without the lock, all of them would try the same candidate and only one would
 * succeed. A separate statement, because the next one must see what those transactions have committed.
 */
async function lockSlugSearch(db: QueryExecutorProvider, kind: RecordKind, preferred: string): Promise<void> {
  const key = `${kind.name} ${preferred}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${sql.lit(SLUG_LOCK_SEED)}))`.execute(db);
}

/**
 * Claims the first candidate that is free. Conflicts are resolved in the statement, because a failed insert would abort the transaction.
 * Slugs in use are not locked, so that records that claim each other's slugs do not deadlock.
 * @returns the first free candidate. `isClaimed` is false if another transaction has claimed it at the same time.
 */
async function claimFirstFree(
  db: QueryExecutorProvider,
  kind: RecordKind,
  recordId: number,
  candidates: readonly string[],
): Promise<{ slug: string; isClaimed: boolean } | undefined> {
  const { slugs, record } = slugTableIdentifiers(kind);
  const statement = sql<{ slug: string; isClaimed: boolean }>`
    with available as materialized (
      select requested.slug from unnest(${candidates}::text[]) with ordinality as requested (slug, position)
      where not exists (
        select from ${slugs} as existing where existing.slug = requested.slug and existing.current and existing.${record} <> ${recordId}
      )
      order by position limit 1
    ),
    inserted as (${insertSlugsSql(kind, sql`select slug, ${recordId}::bigint, true from available`)}),
    reclaimed as (
      update ${slugs} as existing set ${record} = ${recordId}, current = true from available
      where existing.slug = available.slug and (existing.${record} = ${recordId} or not existing.current)
      returning existing.slug
    )
    select available.slug, exists (select from inserted) or exists (select from reclaimed) as "isClaimed" from available`;
  return (await statement.execute(db)).rows[0];
}

function slugTableIdentifiers({ slugsTable, translationsTable, foreignKey }: RecordKind) {
  return { slugs: sql.table(slugsTable), translations: sql.table(translationsTable), record: sql.ref(foreignKey) };
}
