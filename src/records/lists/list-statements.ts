import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { SortKey } from './sort-key.js';

/** The parts of a list statement. */
export interface ListPlan {
  readonly sort: SortKey;
  /** Alias of the root table. Its `id` is the last sort column, so that the order is total. */
  readonly alias: string;
  /** FROM and JOIN clauses of the statement that finds the rows. */
  readonly from: RawBuilder<unknown>;
  /** The same for the count, if it needs fewer tables. */
  readonly countFrom?: RawBuilder<unknown>;
  /** Conditions that most rows meet, such as status and time window. */
  readonly where: readonly RawBuilder<SqlBool>[];
  /** Conditions that usually few rows meet, such as filters and search. The count collects these rows and sorts up to 1000 for the page. */
  readonly selective?: readonly RawBuilder<SqlBool>[];
  /** A value that the response shows with each record, such as the number of events of a tag. */
  readonly extra?: RawBuilder<unknown>;
}

/** A row found for a page. The record is read by the id. */
export interface PageRow {
  readonly id: number;
  readonly sort_value: string;
  /** Value of `ListPlan.extra`. */
  readonly extra: unknown;
}

/** A position in a list: after the row with this sort value and id. */
export interface Position {
  readonly value: string;
  readonly id: number;
}

/** A position that clients receive. */
export interface Cursor extends Position {
  /** Identifies the list and its order. */
  readonly listKey: string;
}

/**
 * The rows to find: after a cursor, or after an offset. For a page, `limit` is its size plus one, which shows whether a
 * next page exists.
 */
export interface PageWindow {
  readonly cursor: Position | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface FoundPage {
  readonly total: number;
  /** `null` if more than 1000 rows meet the selective conditions. {@link selectPage} then selects the page. */
  readonly rows: readonly PageRow[] | null;
}

/** Up to this number of rows, the counting statement sorts them. Above it, a second statement reads the index of the list's order. */
const MAX_SORTED_ROWS = 1000;

/** Counts the rows of a list and selects those of a page window, in one statement. */
export function countAndSelectPage(plan: ListPlan, window: PageWindow): RawBuilder<FoundPage> {
  const { from, countFrom = from, where, selective = [] } = plan;
  if (selective.length === 0)
    return sql<FoundPage>`
      select (select count(*) from ${countFrom} where ${andConditions(where)}) as total,
        ${pageAsJson(plan, window, where)} as rows`;
  const isFound = sql<SqlBool>`${rowIdSql(plan)} = any (found.ids)`;
  return sql<FoundPage>`
    select total, case when total <= ${sql.lit(MAX_SORTED_ROWS)} then ${pageAsJson(plan, window, [isFound])} end as rows
    from (select count(*) as total, array_agg(${rowIdSql(plan)}) as ids from ${countFrom}
      where ${andConditions([...where, ...selective])}) as found`;
}

/** Selects the rows of a page window that meet `where`, by default all conditions of the plan, in the order of the list. */
export function selectPage(
  plan: ListPlan,
  { cursor, offset, limit }: PageWindow,
  where: ListPlan['where'] = [...plan.where, ...(plan.selective ?? [])],
): RawBuilder<PageRow> {
  const { sort, from, extra = sql`null` } = plan;
  const [id, direction] = [sort.id ?? rowIdSql(plan), sql.raw(sort.direction)];
  // PostgreSQL starts an index scan at the first condition on the column, even if a later one excludes more.
  const conditions = cursor ? [afterCursorCondition(sort, id, cursor), ...where] : where;
  return sql<PageRow>`
    select ${id} as id, ${sortValueSql(sort)} as sort_value, ${extra} as extra from ${from} where ${andConditions(conditions)}
    order by ${sort.expression} ${direction}, ${id} ${direction} limit ${limit} offset ${offset}`;
}

/** Number of rows that are checked for filters before a list is counted. */
const PROBED_ROWS = 1000;

/** Whether one of the first rows in the order of the list meets the selective conditions. */
export function existsAmongFirst(plan: ListPlan): RawBuilder<{ readonly exists: boolean }> {
  const { from, where, selective = [], sort, alias } = plan;
  const [id, direction] = [sort.id ?? rowIdSql(plan), sql.raw(sort.direction)];
  return sql`
    select exists (select from (
      select ${sql.ref(alias)}.* from ${from} where ${andConditions(where)}
      order by ${sort.expression} ${direction}, ${id} ${direction} limit ${selective.length > 0 ? PROBED_ROWS : 1}
    ) as ${sql.ref(alias)} where ${andConditions(selective)}) as exists`;
}

const pageAsJson = (plan: ListPlan, window: PageWindow, where: ListPlan['where']) =>
  sql`(select coalesce(json_agg(page), '[]') from (${selectPage(plan, window, where)}) as page)`;

/** The sort value of a row as text, for a cursor. Timestamps are microseconds since 1970, or `infinity`. */
export function sortValueSql({ expression, type }: SortKey): RawBuilder<string> {
  if (type !== 'timestamptz') return sql<string>`cast(${expression} as text)`;
  return sql<string>`case when isfinite(${expression})
    then cast(cast(extract(epoch from ${expression}) * 1000000 as bigint) as text) else cast(${expression} as text) end`;
}

function afterCursorCondition(
  sort: SortKey,
  id: Expression<number>,
  { value, id: lastId }: Position,
): RawBuilder<SqlBool> {
  const operator = sql.raw(sort.direction === 'asc' ? '>' : '<');
  const cursorValue =
    sort.type === 'timestamptz' && !value.endsWith('infinity')
      ? sql`timestamptz 'epoch' + cast(${value} as bigint) * interval '1 microsecond'`
      : sql`cast(${value} as ${sql.raw(sort.type)})`;
  return sql<SqlBool>`(${sort.expression}, ${id}) ${operator} (${cursorValue}, ${lastId})`;
}

/** Join and order clause that restrict a statement to the rows of a page, in its order. */
export function joinPageSql(page: readonly PageRow[], alias: string): RawBuilder<unknown> {
  const ids = page.map(({ id }) => id);
  return sql`join unnest(${ids}::bigint[]) with ordinality as page (id, rank) on page.id = ${sql.ref(`${alias}.id`)} order by page.rank`;
}

const rowIdSql = ({ alias }: ListPlan): Expression<number> => sql.ref<number>(`${alias}.id`);

export const andConditions = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`;
