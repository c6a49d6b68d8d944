import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { PREPARED } from '../statements/prepared.js';
import { isAfter, sortValue, type Position, type SortKey } from './sort-key.js';

/** The rows of one page, as a relation to join: which they are, in which order, and where each stands. */
export interface PageRow {
  readonly id: number;
  readonly rank: number;
  readonly sort_value: string;
  /** What the list tells of its rows beside that. */
  readonly told: unknown;
}

/** The rows of a list, and their order. */
export interface ListRows {
  readonly sort: SortKey;
  /** The rows' table or alias, whose `id` closes the order. */
  readonly alias: string;
  /** `from` and `join` of the statement that finds the rows. */
  readonly from: RawBuilder<unknown>;
  /** The same in disjoint parts, where only each of these can be read along an index of the order. */
  readonly parts?: readonly RawBuilder<unknown>[];
  /** `from` and `join` of the statement that counts the rows, where it can do with less. */
  readonly counted?: RawBuilder<unknown>;
  /** What the rows must fulfil, and many do. */
  readonly where: readonly RawBuilder<SqlBool>[];
  /** What they must fulfil beside that, and perhaps few do, or none that stands at the beginning. */
  readonly sparse?: SparseConditions;
  /** How many rows of the order to look through before all that fit are looked for, where the usual number is too high. */
  readonly reach?: number;
  /** What was computed to find the rows and is served with them, so that it need not be once more. */
  readonly told?: RawBuilder<unknown>;
}

/**
 * Conditions of which each may look something up, in an `exists` that ends with what it is given. It decides whether
 * PostgreSQL may look up for all rows at once.
 */
export type SparseConditions = (lookup: RawBuilder<unknown>) => readonly RawBuilder<SqlBool>[];

/** Looked up row by row: a subselect with an offset is neither made a join of nor hashed. */
const ROW_BY_ROW = sql`offset 0`;

/** Looked up in whatever way PostgreSQL thinks best. */
const AT_ONCE = sql``;

/** Which rows of a list: those after a position, or those behind the first ones. */
interface Section {
  readonly position: Position | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Rows that are looked through in their order before all that fit are looked for; of texts, fewer. */
const NEAR = 10_000;
const NEAR_IN_TEXTS = 2000;

const NOTHING = sql`null`;

const conjunction = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`;

/** The rows of one section of a list. */
export function pageRows(list: ListRows, section: Section): RawBuilder<PageRow> {
  const found = sparse(list, AT_ONCE).length > 0 ? nearOrAnywhere(list, section) : alongIndex(list, section);
  return sql<PageRow>`(select id, sort_value, told, row_number() over () as rank from (${found}) as found)`;
}

/** How many rows a list has. */
export function countRows(list: ListRows): RawBuilder<{ total: number }> {
  const { from, counted = from, where } = list;
  const few = sparse(list, AT_ONCE);
  const conditions = conjunction([...where, ...few]);
  return sql<{
    total: number;
  }>`select ${few.length > 0 ? sql`` : PREPARED} count(*) as total from ${counted} where ${conditions}`;
}

const sparse = (list: ListRows, lookup: RawBuilder<unknown>) => list.sparse?.(lookup) ?? [];

/** Read along the index of the order, up to the last row wanted. */
function alongIndex(list: ListRows, { position, offset, limit }: Section): RawBuilder<unknown> {
  return sql`select ${PREPARED} id, sort_value, told from (${walk(list, position, offset + limit)}) as walked limit ${limit} offset ${offset}`;
}

/**
 * Rows that fit are mostly many, and near; or they are few, and found by what they must fulfil. As nobody knows before,
 * the first rows of the order are looked through; where too few of them fit, all that fit are found and put in order.
 * Without that, a list of few rows would be read along the index of the order from end to end.
 */
function nearOrAnywhere(list: ListRows, section: Section): RawBuilder<unknown> {
  const { sort, from, where, told = NOTHING } = list;
  const { position, offset, limit } = section;
  const usual = sort.type === 'text' ? NEAR_IN_TEXTS : NEAR;
  const reach = Math.min(usual, list.reach ?? usual) + 2 * offset;
  const fits = conjunction(sparse(list, ROW_BY_ROW));
  const fitting = conjunction([...where, ...behind(list, position), ...sparse(list, AT_ONCE)]);
  const range = sql`limit ${limit} offset ${offset}`;
  return sql`
    with near as materialized (
      select id, sort_value, told from (${walk(list, position, reach, fits)}) as walked where fits ${range}
    ),
    is_enough as materialized (
      select (select count(*) from near) = ${limit}::int or not exists (
        select from (${walk(list, position, reach + 1)}) as walked offset ${reach}
      ) as yes
    ),
    anywhere as materialized (
      select ${idOf(list)} as id, ${sortValue(sort)} as sort_value, ${told} as told from ${from}
      where ${fitting} and not (select yes from is_enough) ${ordered(list, withoutIndex(sort))} ${range}
    )
    select id, sort_value, told from near where (select yes from is_enough)
    union all select id, sort_value, told from anywhere`;
}

/** The first rows of the order behind a position, and whether they fulfil more than that. */
function walk(list: ListRows, position: Position | undefined, length: number, fits = sql<SqlBool>`true`) {
  const { sort, from, parts = [from], where, told = NOTHING } = list;
  const id = idOf(list);
  const steps = parts.map(
    (part) => sql`(
      select ${id} as id, ${sort.expression} as key, ${sortValue(sort)} as sort_value, ${fits} as fits, ${told} as told
      from ${part}
      where ${conjunction([...where, ...behind(list, position)])} ${ordered(list, sort.expression)} limit ${length})`,
  );
  if (steps.length === 1) return sql`${steps[0]}`;
  const direction = sql.raw(sort.direction);
  return sql`
    select * from (${sql.join(steps, sql` union all `)}) as steps
    order by key ${direction}, id ${direction} limit ${length}`;
}

const idOf = ({ sort, alias }: ListRows): Expression<number> => sort.id ?? sql.ref<number>(`${alias}.id`);

function behind(list: ListRows, position: Position | undefined): RawBuilder<SqlBool>[] {
  return position ? [isAfter(list.sort, idOf(list), position)] : [];
}

function ordered(list: ListRows, key: Expression<unknown>): RawBuilder<unknown> {
  const direction = sql.raw(list.sort.direction);
  return sql`order by ${key} ${direction}, ${idOf(list)} ${direction}`;
}

/** The same order, which no index is known to have. */
function withoutIndex({ expression, type }: SortKey): RawBuilder<unknown> {
  const nothing = { timestamptz: sql`+ interval '0'`, bigint: sql`+ 0`, text: sql`|| ''` }[type];
  return sql`(${expression}) ${nothing}`;
}
