import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { hasPublishing, kindOf, registeredKinds } from '../types/record-kinds.js';

/** Increments the version of the records that lose a link or their parent when a record is deleted permanently. */
export async function touchReferringRecords(em: EntityManager, kind: RecordKind, id: number): Promise<void> {
  if (kind.parentColumn) await incrementVersions(em, kind, sql`${sql.ref(kind.parentColumn)} = ${id}`);
  for (const { from, table } of linkTablesTo(em, kind)) {
    const referrers = sql`select ${sql.ref(from.foreignKey)} from ${sql.table(table)} where ${sql.ref(kind.foreignKey)} = ${id}`;
    await incrementVersions(em, from, sql`id in (${referrers})`);
  }
}

/** Locks the records in the order of their ids, to avoid deadlocks. */
async function incrementVersions(
  em: EntityManager,
  kind: RecordKind,
  isReferrer: RawBuilder<unknown>,
  otherChanges = sql``,
): Promise<void> {
  const table = sql.table(kind.table);
  const locked = sql`select id from ${table} where ${isReferrer} order by id for no key update`;
  await sql`update ${table} set version = version + 1 ${otherChanges} where id in (${locked})`.execute(em.getKysely());
}

function linkTablesTo(em: EntityManager, kind: RecordKind): { from: RecordKind; table: string }[] {
  return [...em.getMetadata().getAll().values()].flatMap(({ primaryKeys, properties, tableName: table }) => {
    const [owner, target] = primaryKeys.map((name) => properties[name]?.targetMeta);
    const from = target?.tableName === kind.table ? kindOf(owner) : undefined;
    return from ? [{ from, table }] : [];
  });
}

/** Removes a user as the author of records, and increments the version of each. */
export async function removeUserAsAuthor(em: EntityManager, { id }: { readonly id: number }): Promise<void> {
  for (const kind of registeredKinds(em).filter(hasPublishing))
    await incrementVersions(em, kind, sql`author_id = ${id}`, sql`, author_id = null`);
}
