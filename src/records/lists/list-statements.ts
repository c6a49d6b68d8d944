import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { isAfter, sortValue, type Position, type SortKey } from './sort-key.js';

/** The rows of a list, and their order. */
export interface ListRows {
  readonly sort: SortKey;
  /** The rows' table or alias, whose `id` closes the order. */
  readonly alias: string;
  /** `from` and `join` of the statement that finds the rows. */
  readonly from: RawBuilder<unknown>;
  /** The same for the statement that counts the rows, where it can do with less. */
  readonly counted?: RawBuilder<unknown>;
  /** What the rows must fulfil, and many do. */
  readonly where: readonly RawBuilder<SqlBool>[];
  /** What they must fulfil beside that, and perhaps few do: counting them finds them. */
  readonly sparse?: readonly RawBuilder<SqlBool>[];
  /** What was computed to find the rows and is served with them, so that it need not be once more. */
  readonly told?: RawBuilder<unknown>;
}

/** A row of a page. */
export interface PageRow {
  readonly id: number;
  readonly sort_value: string;
  /** What the list tells of it beside that. */
  readonly told: unknown;
}

/** Which rows of a list: those after a position, or those behind the first ones. */
export interface Section {
  readonly position: Position | undefined;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Finds the rows of a section, in order.
 * @param among the ids that they are among, where those are known
 */
export function sectionOf(
  list: ListRows,
  { position, offset, limit }: Section,
  among?: readonly number[],
): RawBuilder<PageRow> {
  const { sort, from, where, sparse = [], told = sql`null` } = list;
  const [id, direction] = [sort.id ?? ownId(list), sql.raw(sort.direction)];
  const conditions = [
    ...(among ? [sql<SqlBool>`${ownId(list)} = any (${among}::bigint[])`] : []),
    ...where,
    ...sparse,
    ...(position ? [isAfter(sort, id, position)] : []),
  ];
  return sql<PageRow>`
    select ${id} as id, ${sortValue(sort)} as sort_value, ${told} as told from ${from} where ${conjunction(conditions)}
    order by ${sort.expression} ${direction}, ${id} ${direction} limit ${limit} offset ${offset}`;
}

/** What makes a statement read the rows of a page, in its order. */
export function inOrderOf(page: readonly PageRow[], alias: string): RawBuilder<unknown> {
  const ids = page.map(({ id }) => id);
  return sql`join unnest(${ids}::bigint[]) with ordinality as page (id, rank) on page.id = ${sql.ref(`${alias}.id`)} order by page.rank`;
}

/** What counting a list tells. */
export interface Counted {
  readonly total: number;
  /** The ids of all rows, in order, where their conditions are sparse and they are few. */
  readonly ids?: readonly number[] | null;
}

/** Most rows that are told one by one. */
const FEW = 1000;

/** How many rows a list has, and where few may fit, which. */
export function countRows(list: ListRows): RawBuilder<Counted> {
  const { sort, from, counted = from, where, sparse = [] } = list;
  if (sparse.length === 0) return sql<Counted>`select count(*) as total from ${counted} where ${conjunction(where)}`;
  const [id, direction] = [ownId(list), sql.raw(sort.direction)];
  return sql<Counted>`
    select total, case when total <= ${sql.lit(FEW)} then to_json(array(
      select ${id} as id from ${from} where ${id} = any (found.ids) order by ${sort.expression} ${direction}, ${id} ${direction})) end as ids
    from (select count(*) as total, array_agg(${id}) as ids from ${counted} where ${conjunction([...where, ...sparse])}) as found`;
}

/** The id of a row, wherever it is looked for. */
const ownId = ({ alias }: ListRows): Expression<number> => sql.ref<number>(`${alias}.id`);

const conjunction = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`;
