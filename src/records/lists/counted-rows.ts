import { sql, type RawBuilder } from 'kysely';
import { PREPARED_LIST } from '../../persistence/statements/prepared.js';
import { AT_ONCE, conjunction, inOrder, ownId, sparse, type ListRows } from './list-rows.js';

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
  if (conditions.length === 0) return sql<Counted>`select ${PREPARED_LIST} count(*) as total ${found}`;
  const few = sql`select ${ownId(list)} as id from ${from} where ${ownId(list)} = any (found.ids) ${inOrder(list)}`;
  return sql<Counted>`
    select total, case when total <= ${sql.lit(FEW)} then to_json(array(${few})) end as ids
    from (select count(*) as total, array_agg(${ownId(list)}) as ids ${found}) as found`;
}
