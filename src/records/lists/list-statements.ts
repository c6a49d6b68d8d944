import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { isAfter, sortValue, type Position, type SortKey } from './sort-key.js';

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
  /** Of the sparse conditions, those that say who may read a row, and in which language: they are asked again when it is read. */
  readonly rights?: readonly RawBuilder<SqlBool>[];
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
export const ROW_BY_ROW = sql`offset 0`;

/** Found before anything else is asked of what is found: a subselect with an offset is planned by itself. */
export const AS_A_WHOLE = ROW_BY_ROW;

/** Looked up in whatever way PostgreSQL thinks best. */
export const AT_ONCE = sql``;

/** Whether few rows of a list may fit, so that to count them is to find them. */
export const isSparse = (list: ListRows): boolean => sparse(list, AT_ONCE).length > 0;

export const sparse = (list: ListRows, lookup: RawBuilder<unknown>): readonly RawBuilder<SqlBool>[] =>
  list.sparse?.(lookup) ?? [];

export const conjunction = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`;

/** The id of a row, where the index of the order has it. */
export const idInOrder = ({ sort, alias }: ListRows): Expression<number> => sort.id ?? ownId({ alias });

/** The id of a row, wherever it is looked for. */
export const ownId = ({ alias }: Pick<ListRows, 'alias'>): Expression<number> => sql.ref<number>(`${alias}.id`);

/** The condition that a row stands behind a position, if one is given. */
export function behind(list: ListRows, position: Position | undefined): RawBuilder<SqlBool>[] {
  return position ? [isAfter(list.sort, idInOrder(list), position)] : [];
}

/** The order, along its index. */
export const inIndexOrder = (list: ListRows): RawBuilder<unknown> => ordered(list, list.sort.expression);

/** The same order, which no index is known to have: for rows that are found in another way. */
export function inOrder(list: ListRows): RawBuilder<unknown> {
  const nothing = { timestamptz: sql`+ interval '0'`, bigint: sql`+ 0`, text: sql`|| ''` }[list.sort.type];
  return ordered(list, sql`(${list.sort.expression}) ${nothing}`);
}

function ordered(list: ListRows, key: Expression<unknown>): RawBuilder<unknown> {
  const direction = sql.raw(list.sort.direction);
  return sql`order by ${key} ${direction}, ${idInOrder(list)} ${direction}`;
}

/** The rows of one page, as a relation to join: which they are, in which order, and where each stands. */
export interface PageRow {
  readonly id: number;
  readonly rank: number;
  readonly sort_value: string;
  /** What the list tells of its rows beside that. */
  readonly told: unknown;
}

/** Which rows of a list: those after a position, or those behind the first ones. */
export interface Section {
  readonly position: Position | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Rows that are looked through in their order before all that fit are looked for; of texts, fewer. */
const NEAR = 10_000;
const NEAR_IN_TEXTS = 2000;

const NOTHING = sql`null`;

const page = (found: RawBuilder<unknown>) =>
  sql<PageRow>`(select id, sort_value, told, row_number() over () as rank from (${found}) as found)`;

/** A section of a list without sparse conditions: read along the index of the order, up to the last row wanted. */
export function rowsAlong(list: ListRows, { position, offset, limit }: Section): RawBuilder<PageRow> {
  return page(sql`
    select id, sort_value, told from (${walk(list, position, offset + limit)}) as walked
    limit ${limit} offset ${offset}`);
}

/**
 * Of the first rows of the order those that fit, each judged by itself: mostly they are many, and the section is full.
 * Where it is not, {@link rowsAnywhere} finds them.
 */
export function rowsNear(list: ListRows, { position, offset, limit }: Section): RawBuilder<PageRow> {
  const usual = list.sort.type === 'text' ? NEAR_IN_TEXTS : NEAR;
  const reach = Math.min(usual, list.reach ?? usual) + 2 * offset;
  const fits = conjunction(sparse(list, ROW_BY_ROW));
  return page(sql`
    select id, sort_value, told from (${walk(list, position, reach, fits)}) as walked
    where fits limit ${limit} offset ${offset}`);
}

/** All that fit are found by whatever index the conditions offer, and put in order. */
export function rowsAnywhere(list: ListRows, { position, offset, limit }: Section): RawBuilder<PageRow> {
  const fitting = conjunction([...list.where, ...behind(list, position), ...sparse(list, AT_ONCE)]);
  return page(sql`
    select ${columns(list)} from ${list.from} where ${fitting} ${inOrder(list)} limit ${limit} offset ${offset}`);
}

/** Rows that were found to fit, as far as they still may be read, and stand behind the position. */
export function rowsOf(list: ListRows, ids: readonly number[], { position, limit }: Section): RawBuilder<PageRow> {
  const { where, rights = [] } = list;
  const isOne = sql<SqlBool>`${ownId(list)} = any (${ids}::bigint[])`;
  return page(sql`
    select ${columns(list)} from ${list.from}
    where ${conjunction([isOne, ...where, ...rights, ...behind(list, position)])} ${inOrder(list)} limit ${limit}`);
}

const columns = (list: ListRows) =>
  sql`${idInOrder(list)} as id, ${sortValue(list.sort)} as sort_value, ${list.told ?? NOTHING} as told`;

/** The first rows of the order behind a position, and whether they fulfil more than that. */
function walk(list: ListRows, position: Position | undefined, length: number, fits = sql<SqlBool>`true`) {
  const { sort, from, parts = [from], where } = list;
  const steps = parts.map(
    (part) => sql`(
      select ${columns(list)}, ${sort.expression} as key, ${fits} as fits from ${part}
      where ${conjunction([...where, ...behind(list, position)])} ${inIndexOrder(list)} limit ${length})`,
  );
  if (steps.length === 1) return sql`${steps[0]}`;
  const direction = sql.raw(sort.direction);
  return sql`
    select * from (${sql.join(steps, sql` union all `)}) as steps
    order by key ${direction}, id ${direction} limit ${length}`;
}

/** What counting a list tells. */
export interface Counted {
  readonly total: number;
  /** Which rows they are, in the order of the list, where they had to be found one by one and are few. */
  readonly ids?: readonly number[] | null;
}

/** Most rows that are told one by one. */
const FEW = 1000;

/**
 * How many rows a list has. Where conditions are sparse, counting is finding: the ids are kept, and where they are few, the
 * page is read by them instead of being looked for again.
 */
export function countRows(list: ListRows): RawBuilder<Counted> {
  const { from, counted = from, where } = list;
  const conditions = sparse(list, AT_ONCE);
  const found = sql`from ${counted} where ${conjunction([...where, ...conditions])}`;
  if (conditions.length === 0) return sql<Counted>`select count(*) as total ${found}`;
  const few = sql`select ${ownId(list)} as id from ${from} where ${ownId(list)} = any (found.ids) ${inOrder(list)}`;
  return sql<Counted>`
    select total, case when total <= ${sql.lit(FEW)} then to_json(array(${few})) end as ids
    from (select count(*) as total, array_agg(${ownId(list)}) as ids ${found}) as found`;
}
