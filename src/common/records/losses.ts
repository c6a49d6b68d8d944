import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { LONG } from '../statements/long.js';
import { EVENT, isPublished, kindsIn, type RecordKind } from './kinds.js';

/**
 * Counts what events lose with a record that is being deleted for good as writes of theirs: the link to it, or their parent. The database
 * itself only takes it from them. They are locked in the order of their ids.
 */
export async function countLosses(em: EntityManager, kind: RecordKind, id: number): Promise<void> {
  const losing =
    kind === EVENT
      ? sql`post_parent_id = ${id}`
      : sql`id in (select event_id from ${sql.table(`event_${kind.plural}`)} where ${sql.ref(kind.column)} = ${id})`;
  await sql`
    update events set version = version + 1
    where id in (select id from events where ${losing} order by id for no key update)`.execute(em.getKysely());
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
