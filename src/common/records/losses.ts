import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { LONG } from '../statements/long.js';
import { EVENT, isPublished, kindsIn, type RecordKind } from './kinds.js';

/**
 * Counts what events lose with a record that is being deleted for good as writes of theirs: the link to it, or their parent. The database
 * itself only takes it from them. They are locked in the order of their ids.
 */
export async function countLosses(em: EntityManager, kind: RecordKind, id: number): Promise<void> {
  const losing = kind === EVENT ? sql`post_parent_id = ${id}` : linkedTo(em, kind, id);
  if (!losing) return;
  await sql`
    update events set version = version + 1
    where id in (select id from events where ${losing} order by id for no key update)`.execute(em.getKysely());
}

/** The condition that an event is linked to a record; undefined where events are not linked to that kind. */
function linkedTo(em: EntityManager, kind: RecordKind, id: number): RawBuilder<unknown> | undefined {
  const links = [...em.getMetadata().getAll().values()].find(({ primaryKeys, properties }) => {
    const tables = primaryKeys.map((name) => properties[name]?.targetMeta?.tableName);
    return tables[0] === EVENT.table && tables[1] === kind.table;
  });
  return links && sql`id in (select event_id from ${sql.table(links.tableName)} where ${sql.ref(kind.column)} = ${id})`;
}

/** Leaves the records of a user who is being removed without author, which is a write of each; they are locked in the order of their ids. */
export async function orphanRecords(em: EntityManager, { id }: { readonly id: number }): Promise<void> {
  for (const { table } of kindsIn(em).filter(isPublished)) {
    await sql`
      ${LONG} update ${sql.table(table)} set author_id = null, version = version + 1
      where id in (select id from ${sql.table(table)} where author_id = ${id} order by id for no key update)`.execute(
      em.getKysely(),
    );
  }
}
