import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

interface ChangedCollation {
  /** Quoted for SQL. */
  readonly name: string;
  readonly database: string;
  /** Indexes that sort by it, quoted for SQL. */
  readonly indexes: readonly string[];
  /** Whether the role may record the new version. */
  readonly isOwner: boolean;
}

/**
 * Rebuilds the indexes of collations that an update of ICU has changed: their order is wrong, so lists would miss or repeat records. For a
 * collation that the role does not own, such as PostgreSQL's in an index of the operator, it logs the statements to run.
 */
export async function refreshCollations(em: EntityManager, log?: (line: string) => void): Promise<void> {
  const db = em.getKysely<unknown>();
  const { rows } = await sql<ChangedCollation>`
    select refobjid::regcollation::text as name, quote_ident(current_database()) as database,
      array_agg(distinct objid::regclass::text) as indexes, pg_has_role(collowner, 'usage') as "isOwner"
    from pg_collation join pg_depend on refclassid = 'pg_collation'::regclass and refobjid = pg_collation.oid
      join pg_class on classid = 'pg_class'::regclass and objid = pg_class.oid and relkind = 'i'
    where collversion <> pg_collation_actual_version(pg_collation.oid)
    group by refobjid, collowner order by 1`.execute(db);
  for (const { name, database, indexes, isOwner } of rows) {
    const refresh = `ALTER COLLATION ${name} REFRESH VERSION`;
    if (!isOwner) {
      log?.(
        `The version of the collation ${name} has changed, so lists may be in a wrong order. Run as a superuser: REINDEX DATABASE ${database}; ${refresh};`,
      );
      continue;
    }
    log?.(`The version of the collation ${name} has changed. Rebuilding its indexes.`);
    await db.transaction().execute(async (transaction) => {
      for (const index of indexes) await sql`reindex index ${sql.raw(index)}`.execute(transaction);
      await sql.raw(refresh).execute(transaction);
    });
  }
}
