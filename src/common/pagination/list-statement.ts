import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { isAfter, sortValue, type Position, type SortKey } from './sort-key.js';

/** The rows of one page, as a relation to join: which they are, in which order, and where each stands. */
export interface PageRow {
  readonly id: number;
  readonly rank: number;
  readonly sort_value: string;
}

/** The rows of a list, and their order. */
export interface ListRows {
  readonly sort: SortKey;
  /** The rows' table or alias, whose `id` closes the order. */
  readonly alias: string;
  /** `from` and `join` of the statement that finds the rows. */
  readonly from: RawBuilder<unknown>;
  /** What the rows must fulfil, and many do. */
  readonly where: readonly RawBuilder<SqlBool>[];
  /** What they must fulfil beside that, and perhaps few do, or none that stands at the beginning. */
  readonly sparse?: readonly RawBuilder<SqlBool>[];
}

/** Which rows of a list: those after a position, or those behind the first ones. */
interface Section {
  readonly position: Position | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Rows that are looked through in their order before all that fit are looked for. */
const NEAR = 3000;

const conjunction = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`;

/** The rows of one section of a list. */
export function pageRows(list: ListRows, section: Section): RawBuilder<PageRow> {
  const found = list.sparse?.length ? nearOrAnywhere(list, list.sparse, section) : inOrder(list, list.where, section);
  return sql<PageRow>`(select id, sort_value, row_number() over () as rank from (${found}) as found)`;
}

/** How many rows a list has. */
export function countRows({ from, where, sparse = [] }: ListRows): RawBuilder<{ total: number }> {
  return sql<{ total: number }>`select count(*) as total from ${from} where ${conjunction([...where, ...sparse])}`;
}

/** Read along the index of the order, up to the last row wanted. */
function inOrder(list: ListRows, where: readonly RawBuilder<SqlBool>[], section: Section): RawBuilder<unknown> {
  const { sort, from } = list;
  const id = idOf(list);
  return sql`
    select ${id} as id, ${sortValue(sort)} as sort_value from ${from}
    where ${conjunction([...where, ...behind(list, section)])}
    ${ordered(sort.direction, sort.expression, id)} limit ${section.limit} offset ${section.offset}`;
}

/**
 * Rows that fit are mostly many, and near; or they are few, and found by what they must fulfil. As nobody knows before,
 * the first rows of the order are looked through; where too few of them fit, all that fit are found and put in order.
 * Without that, a list of few rows would be read along the index of the order from end to end.
 */
function nearOrAnywhere(list: ListRows, sparse: readonly RawBuilder<SqlBool>[], section: Section): RawBuilder<unknown> {
  const { sort, from, where } = list;
  const id = idOf(list);
  const reach = NEAR + 2 * section.offset;
  const inReach = conjunction([...where, ...behind(list, section)]);
  const range = sql`limit ${section.limit} offset ${section.offset}`;
  return sql`
    with near as materialized (
      select id, sort_value from (
        select ${id} as id, ${sortValue(sort)} as sort_value, ${conjunction(sparse)} as fits from ${from}
        where ${inReach} ${ordered(sort.direction, sort.expression, id)} limit ${reach}) as walked
      where fits ${range}
    ),
    is_enough as materialized (
      select (select count(*) from near) = ${section.limit}::int or not exists (
        select from ${from} where ${inReach} ${ordered(sort.direction, sort.expression, id)} limit 1 offset ${reach}
      ) as yes
    ),
    anywhere as materialized (
      select ${id} as id, ${sortValue(sort)} as sort_value from ${from}
      where ${conjunction([...where, ...behind(list, section), ...sparse])} and not (select yes from is_enough)
      ${ordered(sort.direction, withoutIndex(sort), id)} ${range}
    )
    select id, sort_value from near where (select yes from is_enough)
    union all select id, sort_value from anywhere`;
}

const idOf = ({ sort, alias }: ListRows): Expression<number> => sort.id ?? sql.ref<number>(`${alias}.id`);

function behind(list: ListRows, { position }: Section): RawBuilder<SqlBool>[] {
  return position ? [isAfter(list.sort, idOf(list), position)] : [];
}

function ordered(direction: SortKey['direction'], key: Expression<unknown>, id: Expression<number>) {
  return sql`order by ${key} ${sql.raw(direction)}, ${id} ${sql.raw(direction)}`;
}

/** The same order, which no index is known to have. */
function withoutIndex({ expression, type }: SortKey): RawBuilder<unknown> {
  const nothing = { timestamptz: sql`+ interval '0'`, bigint: sql`+ 0`, text: sql`|| ''` }[type];
  return sql`(${expression}) ${nothing}`;
}
