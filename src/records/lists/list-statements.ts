import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { isAfterCursor, sortValue, type Cursor, type SortKey } from './sort-key.js';

/** The rows of a list, and their order. */
export interface ListPlan {
  readonly sort: SortKey;
  /** The rows' table or alias, whose `id` closes the order. */
  readonly alias: string;
  /** `from` and `join` of the statement that finds the rows. */
  readonly from: RawBuilder<unknown>;
  /** The same for the statement that counts the rows, where it can do with less. */
  readonly countFrom?: RawBuilder<unknown>;
  /** What the rows must fulfil, and many do. */
  readonly where: readonly RawBuilder<SqlBool>[];
  /** What they must fulfil beside that, and perhaps few do: counting them finds them. */
  readonly selective?: readonly RawBuilder<SqlBool>[];
  /**
   * Whether connections keep the plan of the statement that finds the rows, if there are no selective conditions. Each different statement
   * takes memory on every connection, so only for lists that many clients request in the same few forms.
   */
  readonly isPrepared?: boolean;
  /** What was computed to find the rows and is served with them, so that it need not be once more. */
  readonly extra?: RawBuilder<unknown>;
}

/** A row that was found for a page: its id and its position in the order. The record is read by the id. */
export interface PageRow {
  readonly id: number;
  readonly sort_value: string;
  /** Value of `ListPlan.extra`. */
  readonly extra: unknown;
}

/** Which rows of a list: those after a position, or those behind the first ones. */
export interface PageWindow {
  readonly cursor: Cursor | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Selects the rows of a page window, in order. */
export function selectPage(plan: ListPlan, window: PageWindow): RawBuilder<PageRow> {
  return selectRows(plan, window, [...plan.where, ...(plan.selective ?? [])]);
}

function selectRows(
  plan: ListPlan,
  { cursor, offset, limit }: PageWindow,
  where: readonly RawBuilder<SqlBool>[],
): RawBuilder<PageRow> {
  const { sort, from, extra = sql`null` } = plan;
  const [id, direction] = [sort.id ?? rowId(plan), sql.raw(sort.direction)];
  const conditions = [...where, ...(cursor ? [isAfterCursor(sort, id, cursor)] : [])];
  return sql<PageRow>`
    select ${id} as id, ${sortValue(sort)} as sort_value, ${extra} as extra from ${from} where ${conjunction(conditions)}
    order by ${sort.expression} ${direction}, ${id} ${direction} limit ${limit} offset ${offset}`;
}

/** Join and order clause that restrict a statement to the rows of a page, in its order. */
export function joinPage(page: readonly PageRow[], alias: string): RawBuilder<unknown> {
  const ids = page.map(({ id }) => id);
  return sql`join unnest(${ids}::bigint[]) with ordinality as page (id, rank) on page.id = ${sql.ref(`${alias}.id`)} order by page.rank`;
}

/** The number of rows of a list. */
export interface ListCount {
  readonly total: number;
  /** Whether another request started the count. A record may have become public since. */
  readonly isShared?: boolean;
  /** The rows of the page window, if the list has selective conditions and few rows meet them. */
  readonly rows?: readonly PageRow[] | null;
}

/** Maximum number of rows that are sorted after counting. More are searched again, in the order of an index. */
const MAX_COUNTED_ROWS = 1000;

/** Counts the rows of a list. If selective conditions leave few, the statement also selects those of the page window. */
export function countRows(plan: ListPlan, window: PageWindow): RawBuilder<ListCount> {
  const { from, countFrom = from, where, selective = [] } = plan;
  if (selective.length === 0)
    return sql<ListCount>`select count(*) as total from ${countFrom} where ${conjunction(where)}`;
  const isFound = sql<SqlBool>`${rowId(plan)} = any (found.ids)`;
  return sql<ListCount>`
    select total, case when total <= ${sql.lit(MAX_COUNTED_ROWS)} then (
      select coalesce(json_agg(page), '[]') from (${selectRows(plan, window, [isFound])}) as page) end as rows
    from (select count(*) as total, array_agg(${rowId(plan)}) as ids from ${countFrom}
      where ${conjunction([...where, ...selective])}) as found`;
}

/** The id of a row, wherever it is looked for. */
const rowId = ({ alias }: ListPlan): Expression<number> => sql.ref<number>(`${alias}.id`);

const conjunction = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`;
