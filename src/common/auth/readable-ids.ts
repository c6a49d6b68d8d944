import { sql, type Expression, type QueryExecutorProvider, type RawBuilder, type SqlBool } from 'kysely';
import { allowed, canAlways, readable, shownWhole } from './permissions.js';
import type { Principal } from './principal.js';

type Visibility = (principal: Principal, alias: string, now: RawBuilder<Date>) => RawBuilder<SqlBool>;

const toEverybody: Visibility = () => sql<SqlBool>`true`;

/** Tables whose ids parameters may name, and who may read which of their rows. */
const REFERENCE_TABLES = {
  events: readable,
  venues: readable,
  organizers: readable,
  categories: toEverybody,
  tags: toEverybody,
  users: toEverybody,
  images: ofImages,
} as const satisfies Record<string, Visibility>;

export type ReferenceTable = keyof typeof REFERENCE_TABLES;

/** The condition under which rows of a table, by their alias, may be read. */
export function visible(
  principal: Principal,
  table: ReferenceTable,
  alias: string,
  now: RawBuilder<Date>,
): Expression<SqlBool> {
  return REFERENCE_TABLES[table](principal, alias, now);
}

/** An image is read by whoever named it, and by whoever reads a record that shows it. */
function ofImages(principal: Principal, alias: string, now: RawBuilder<Date>): RawBuilder<SqlBool> {
  if (canAlways(principal, 'read')) return sql<SqlBool>`true`;
  const id = sql.ref(`${alias}.id`);
  const shown = (['venues', 'organizers', 'events'] as const).map((table) => {
    // What somebody may edit he reads in the trash too.
    const isRead = sql<SqlBool>`(${readable(principal, 'record', now)} or ${allowed(principal, 'edit', 'record', now)})`;
    const isWhole = table === 'events' ? shownWhole(principal, 'record', now) : sql<SqlBool>`true`;
    return sql<SqlBool>`exists (select from ${sql.table(table)} as record where record.image_id = ${id} and ${isRead} and ${isWhole})`;
  });
  return sql<SqlBool>`(${sql.ref(`${alias}.author_id`)} = ${principal.id}
    or exists (select from image_namings as naming where naming.image_id = ${id} and naming.user_id = ${principal.id})
    or ${sql.join(shown, sql` or `)})`;
}

/** Those of the ids that name records of a table which the principal may read. */
export async function readableIds(
  db: QueryExecutorProvider,
  principal: Principal,
  table: ReferenceTable,
  ids: readonly number[],
  now: RawBuilder<Date>,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const query = sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any (${[...new Set(ids)]}::bigint[])
      and ${visible(principal, table, table, now)}`;
  const { rows } = await query.execute(db);
  return new Set(rows.map(({ id }) => id));
}
