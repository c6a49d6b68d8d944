import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { PREPARED_LIST } from '../../persistence/statements/prepared.js';
import {
  AT_ONCE,
  behind,
  conjunction,
  idInOrder,
  inIndexOrder,
  inOrder,
  ownId,
  ROW_BY_ROW,
  sparse,
  type ListRows,
} from './list-rows.js';
import { sortValue, type Position } from './sort-key.js';

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
    select ${PREPARED_LIST} id, sort_value, told from (${walk(list, position, offset + limit)}) as walked
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
    select ${PREPARED_LIST} id, sort_value, told from (${walk(list, position, reach, fits)}) as walked
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
    select ${PREPARED_LIST} ${columns(list)} from ${list.from}
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
