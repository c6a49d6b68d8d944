import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { isAfter, type Position, type SortKey } from './sort-key.js';

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
