import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { hasPublishing, kindOf, registeredKinds } from '../types/record-kinds.js';

/**
 * Counts what others lose with a record that is being deleted for good as writes of theirs: the link to it, or their parent. The database
 * itself only takes it from them. They are locked in the order of their ids.
 */
export async function touchReferringRecords(em: EntityManager, kind: RecordKind, id: number): Promise<void> {
  if (kind.parentColumn) await incrementVersions(em, kind, sql`${sql.ref(kind.parentColumn)} = ${id}`);
  for (const { from, table } of linkTablesTo(em, kind)) {
    await incrementVersions(
      em,
      from,
      sql`id in (
      select ${sql.ref(from.foreignKey)} from ${sql.table(table)} where ${sql.ref(kind.foreignKey)} = ${id})`,
    );
  }
}

async function incrementVersions(
  em: EntityManager,
  { table }: RecordKind,
  isReferrer: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set version = version + 1
    where id in (select id from ${sql.table(table)} where ${isReferrer} order by id for no key update)`.execute(
    em.getKysely(),
  );
}

/** The tables of links to a kind, and whose links they are. */
function linkTablesTo(em: EntityManager, kind: RecordKind): { from: RecordKind; table: string }[] {
  return [...em.getMetadata().getAll().values()].flatMap(({ primaryKeys, properties, tableName: table }) => {
    const [owner, target] = primaryKeys.map((name) => properties[name]?.targetMeta);
    const from = target?.tableName === kind.table ? kindOf(owner) : undefined;
    return from ? [{ from, table }] : [];
  });
}

/** Leaves the records of a user who is being removed without author, which is a write of each; they are locked in the order of their ids. */
export async function clearAuthor(em: EntityManager, { id }: { readonly id: number }): Promise<void> {
  for (const { table } of registeredKinds(em).filter(hasPublishing)) {
    await sql`
      update ${sql.table(table)} set author_id = null, version = version + 1
      where id in (select id from ${sql.table(table)} where author_id = ${id} order by id for no key update)`.execute(
      em.getKysely(),
    );
  }
}
