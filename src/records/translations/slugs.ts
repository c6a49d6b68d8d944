import { sql, type Expression, type QueryExecutorProvider, type RawBuilder, type SqlBool } from 'kysely';
import type { RecordKey } from '../../kernel/context/record-key.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { slugWithSuffix } from '../../kernel/text/slugify.js';

/** Slugs looked at in one go: at first, and then more and more, as others wait meanwhile. */
const FIRST_CANDIDATE_BATCH_SIZE = 100;
const MAX_CANDIDATE_BATCH_SIZE = 10_000;

/** Tells the locks of slugs from others by the same text. */
const SLUG_LOCK_CLASS = 1;

/**
 * Takes a slug for a record: the one wanted, else with the first free of `-2`, `-3`, …, also when others want the same
 * at the same moment: those take turns until the end of their transactions. A slug that the record has already, or that nobody uses any
 * more, is free.
 * @returns the slug taken.
 */
export async function claimSlug(
  db: QueryExecutorProvider,
  kind: RecordKind,
  recordId: number,
  preferred: string,
): Promise<string> {
  const claim = { db, kind, recordId };
  if ((await claimFirstFree(claim, [preferred]))?.isClaimed) return preferred;
  await lockSlugSearch(claim, preferred);
  for (
    let first = 1, length = FIRST_CANDIDATE_BATCH_SIZE;
    ;
    first += length, length = Math.min(length * 10, MAX_CANDIDATE_BATCH_SIZE)
  ) {
    const candidates = Array.from({ length }, (_each, index) => numberedSlug(preferred, first + index));
    for (;;) {
      const found = await claimFirstFree(claim, candidates);
      if (found?.isClaimed) return found.slug;
      // None of these is free; else somebody who wants it for another reason was faster, and the next is looked for.
      if (!found) break;
    }
  }
}

const numberedSlug = (slug: string, number: number): string => (number === 1 ? slug : slugWithSuffix(slug, number));

/**
 * The statement that takes slugs that nobody has or had, and tells which, and whose they are now.
 * @param rows slugs, the ids of their records, `true`
 */
export function insertSlugsSql(kind: RecordKind, rows: RawBuilder<unknown>): RawBuilder<{ slug: string; id: number }> {
  const { slugs, record } = slugTableIdentifiers(kind);
  return sql`
    insert into ${slugs} (slug, ${record}, current) ${rows} on conflict (slug) do nothing returning slug, ${record} as id`;
}

/** Marks the slugs that no text of a record uses any more as former ones. */
export async function releaseUnusedSlugs(db: QueryExecutorProvider, kind: RecordKind, recordId: number): Promise<void> {
  const { slugs, translations, record } = slugTableIdentifiers(kind);
  await sql`
    update ${slugs} set current = false
    where ${record} = ${recordId} and current and slug not in (select slug from ${translations} where ${record} = ${recordId})`.execute(
    db,
  );
}

/** The condition that a row, by its id, is the one an address names. */
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

/** The id of the record that has or had a slug. */
export async function findIdBySlug(
  db: QueryExecutorProvider,
  kind: RecordKind,
  slug: string,
): Promise<number | undefined> {
  const { slugs, record } = slugTableIdentifiers(kind);
  const { rows } = await sql<{ id: number }>`select ${record} as id from ${slugs} where slug = ${slug}`.execute(db);
  return rows[0]?.id;
}

/** The ids of the records that have or had these slugs, by slug. */
export async function findIdsBySlug(
  db: QueryExecutorProvider,
  kind: RecordKind,
  requestedSlugs: readonly string[],
): Promise<Map<string, number>> {
  if (requestedSlugs.length === 0) return new Map();
  const { slugs, record } = slugTableIdentifiers(kind);
  const { rows } = await sql<{ slug: string; id: number }>`
    select slug, ${record} as id from ${slugs} where slug = any (${requestedSlugs}::text[])`.execute(db);
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

/** Who takes slugs. */
interface SlugClaim {
  readonly db: QueryExecutorProvider;
  readonly kind: RecordKind;
  readonly recordId: number;
}

/**
 * Waits for other transactions that look for a slug like this one. Without that all would wait for the first that takes one, all but one of
 * them in vain, and then for the next. A statement of its own, as what comes after it has to see what those have committed.
 */
async function lockSlugSearch({ db, kind }: SlugClaim, preferred: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind.name} ${preferred}`}, ${sql.lit(SLUG_LOCK_CLASS)}))`.execute(
    db,
  );
}

/**
 * An insert that fails would end the transaction, so conflicts are resolved in the statement: it waits for another
 * transaction that is taking the slug. One in use is not even locked: records that want each other's slugs would wait
 * for each other.
 */
async function claimFirstFree(
  { db, kind, recordId }: SlugClaim,
  candidates: readonly string[],
): Promise<{ slug: string; isClaimed: boolean } | undefined> {
  const { slugs, record } = slugTableIdentifiers(kind);
  const { rows } = await sql<{ slug: string; isClaimed: boolean }>`
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
    select available.slug, exists (select from inserted) or exists (select from reclaimed) as "isClaimed" from available`.execute(
    db,
  );
  return rows[0];
}

function slugTableIdentifiers({ slugsTable, translationsTable, foreignKey }: RecordKind) {
  return { slugs: sql.table(slugsTable), translations: sql.table(translationsTable), record: sql.ref(foreignKey) };
}
