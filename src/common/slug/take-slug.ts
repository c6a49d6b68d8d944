import { sql, type Expression, type QueryExecutorProvider, type RawBuilder, type SqlBool } from 'kysely';
import type { RecordKey } from '../http/address-parameters.decorator.js';
import { PREPARED } from '../statements/prepared.js';
import { withSuffix } from './slugify.js';

/** Kinds of records that have slugs, each a namespace of its own. */
export type SlugKind = 'event' | 'venue' | 'organizer' | 'category' | 'tag';

/** Suffixes looked at in one go. */
const SUFFIXES_AT_ONCE = 50;

/**
 * Takes a slug for a record: the one wanted, else with the first free of `-2`, `-3`, …, also when others want the same
 * at the same moment. A slug that the record has already, or that nobody uses any more, is free.
 * @returns the slug taken.
 */
export async function takeSlug(
  db: QueryExecutorProvider,
  kind: SlugKind,
  recordId: number,
  wanted: string,
): Promise<string> {
  if (await tryToTake(db, kind, recordId, wanted)) return wanted;
  for (let first = 2; ; first += SUFFIXES_AT_ONCE) {
    const candidates = Array.from({ length: SUFFIXES_AT_ONCE }, (_each, index) => withSuffix(wanted, first + index));
    const used = await usedSlugs(db, kind, recordId, candidates);
    for (const candidate of candidates) {
      if (!used.has(candidate) && (await tryToTake(db, kind, recordId, candidate))) return candidate;
    }
  }
}

/**
 * The statement that takes slugs that nobody has or had, and tells which, and whose they are now.
 * @param rows slugs, the ids of their records, `true`
 */
export function insertSlugs(kind: SlugKind, rows: RawBuilder<unknown>): RawBuilder<{ slug: string; id: number }> {
  const { slugs, record } = names(kind);
  return sql`
    insert into ${slugs} (slug, ${record}, current) ${rows} on conflict (slug) do nothing returning slug, ${record} as id`;
}

/** Marks the slugs that no text of a record uses any more as former ones. */
export async function releaseSlugs(db: QueryExecutorProvider, kind: SlugKind, recordId: number): Promise<void> {
  const { slugs, texts, record } = names(kind);
  await sql`
    update ${slugs} set current = false
    where ${record} = ${recordId} and current and slug not in (select slug from ${texts} where ${record} = ${recordId})`.execute(
    db,
  );
}

/** The condition that a row, by its id, is the one an address names. */
export function isNamedBy(kind: SlugKind, id: Expression<number>, key: RecordKey): RawBuilder<SqlBool> {
  const { slugs, record } = names(kind);
  if ('id' in key) return sql<SqlBool>`${PREPARED} ${id} = ${key.id}`;
  return sql<SqlBool>`${PREPARED} ${id} = (select ${record} from ${slugs} where slug = ${key.slug})`;
}

/** The id of the record that has or had a slug. */
export async function recordBySlug(
  db: QueryExecutorProvider,
  kind: SlugKind,
  slug: string,
): Promise<number | undefined> {
  const { slugs, record } = names(kind);
  const { rows } = await sql<{ id: number }>`select ${record} as id from ${slugs} where slug = ${slug}`.execute(db);
  return rows[0]?.id;
}

/** The ids of the records that have or had these slugs, by slug. */
export async function recordsBySlug(
  db: QueryExecutorProvider,
  kind: SlugKind,
  wanted: readonly string[],
): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map();
  const { slugs, record } = names(kind);
  const { rows } = await sql<{ slug: string; id: number }>`
    select slug, ${record} as id from ${slugs} where slug = any (${wanted}::text[])`.execute(db);
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

/**
 * An insert that fails would end the transaction, so conflicts are resolved in the statement: it waits for another
 * transaction that is taking the slug. One in use is not even locked: records that want each other's slugs would wait
 * for each other.
 */
async function tryToTake(db: QueryExecutorProvider, kind: SlugKind, recordId: number, slug: string): Promise<boolean> {
  const { slugs, record } = names(kind);
  const fresh = await insertSlugs(kind, sql`${PREPARED} values (${slug}, ${recordId}::bigint, true)`).execute(db);
  if (fresh.rows.length === 1) return true;
  const former = await sql`
    update ${slugs} set ${record} = ${recordId}, current = true
    where slug = ${slug} and (${record} = ${recordId} or not current) returning slug`.execute(db);
  return former.rows.length === 1;
}

async function usedSlugs(
  db: QueryExecutorProvider,
  kind: SlugKind,
  recordId: number,
  candidates: readonly string[],
): Promise<Set<string>> {
  const { slugs, record } = names(kind);
  const { rows } = await sql<{ slug: string }>`
    select slug from ${slugs} where slug = any (${candidates}::text[]) and current and ${record} <> ${recordId}`.execute(
    db,
  );
  return new Set(rows.map(({ slug }) => slug));
}

function names(kind: SlugKind) {
  return { slugs: sql.table(`${kind}_slugs`), texts: sql.table(`${kind}_texts`), record: sql.ref(`${kind}_id`) };
}
