import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { SlugKind } from '../slug/take-slug.js';
import { LONG } from '../statements/long.js';
import { TABLES } from './tables.js';

/** Tables of records that have an author. */
const AUTHORED = ['events', 'venues', 'organizers'] as const;

/**
 * Counts what events lose with a record that is being deleted for good as writes of theirs: the link to it, or their parent. The database
 * itself only takes it from them. They are locked in the order of their ids.
 */
export async function countLosses(em: EntityManager, kind: SlugKind, id: number): Promise<void> {
  const losing =
    kind === 'event'
      ? sql`post_parent_id = ${id}`
      : sql`id in (select event_id from ${sql.table(`event_${TABLES[kind]}`)} where ${sql.ref(`${kind}_id`)} = ${id})`;
  await sql`
    update events set version = version + 1
    where id in (select id from events where ${losing} order by id for no key update)`.execute(em.getKysely());
}

/** Leaves the records of a user who is being removed without author, which is a write of each; they are locked in the order of their ids. */
export async function orphanRecords(em: EntityManager, { id }: { readonly id: number }): Promise<void> {
  for (const table of AUTHORED) {
    await sql`
      ${LONG} update ${sql.table(table)} set author_id = null, version = version + 1
      where id in (select id from ${sql.table(table)} where author_id = ${id} order by id for no key update)`.execute(
      em.getKysely(),
    );
  }
}
