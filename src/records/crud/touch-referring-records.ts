import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { hasPublishing, kindOf, registeredKinds } from '../types/record-kinds.js';

/** Records per statement, which then takes less than its timeout. */
const BATCH_SIZE = 20_000;

/**
 * Increments the version of the records that lose a link or their parent when a record is deleted permanently, and sets
 * their modification date, because feeds no longer show the deleted record with them.
 * @param now the current time as an SQL expression, which is evaluated after the records are locked
 */
export async function touchReferringRecords(
  em: EntityManager,
  kind: RecordKind,
  id: number,
  now: RawBuilder<Date>,
): Promise<void> {
  const update = { changes: sql`version = version + 1, ${modifiedAtSql(now)}` };
  if (kind.parentColumn) await updateReferrers(em, kind, sql`${sql.ref(kind.parentColumn)} = ${id}`, update);
  for (const link of referrerTablesOf(em, kind))
    await updateReferrers(em, link.from, isLinkedSql(link, kind, id), update);
}

/**
 * Sets the modification date of the records that link to a record if a write makes it public, or no longer public: it
 * then appears in them or disappears. Versions stay. Records with a password are left out, because the date would
 * reveal their links.
 *
 * A record that is no longer public is locked against new links first, so that no link is missed. A record that becomes
 * public is modified itself, and feeds also use the modification dates of linked records. Records that other
 * transactions are writing can therefore be skipped: those transactions may be waiting for this one.
 * @param record locked, before the write is flushed
 */
export async function touchLinkingRecords(
  em: EntityManager,
  kind: RecordKind,
  { id }: { readonly id: number },
  { isPublic, now }: { readonly isPublic: boolean; readonly now: RawBuilder<Date> },
): Promise<void> {
  const links = referrerTablesOf(em, kind);
  if (links.length === 0) return;
  if (!isPublic) await sql`select from ${sql.table(kind.table)} where id = ${id} for update`.execute(em.getKysely());
  for (const link of links) {
    const { table, hasNoProtection } = link.from;
    const isUnprotected = hasNoProtection ? hasNoProtection(table) : sql`true`;
    const isReferrer = sql`${isLinkedSql(link, kind, id)} and ${isUnprotected}`;
    await updateReferrers(em, link.from, isReferrer, {
      changes: modifiedAtSql(now),
      wait: isPublic ? sql`skip locked` : sql``,
    });
  }
}

/** Of two transactions that wait for a record, the later one may have the earlier time. */
const modifiedAtSql = (now: RawBuilder<Date>) => sql`modified_at = greatest(modified_at, ${now})`;

const isLinkedSql = ({ from, table }: ReferrerTable, { foreignKey }: RecordKind, id: number) =>
  sql`id in (select ${sql.ref(from.foreignKey)} from ${sql.table(table)} where ${sql.ref(foreignKey)} = ${id})`;

/** Locks the records in the order of their ids, to avoid deadlocks. */
async function updateReferrers(
  em: EntityManager,
  kind: RecordKind,
  isReferrer: RawBuilder<unknown>,
  { changes, wait = sql`` }: { readonly changes: RawBuilder<unknown>; readonly wait?: RawBuilder<unknown> },
): Promise<void> {
  const table = sql.table(kind.table);
  for (let lastId: number | null = 0; lastId !== null;) {
    const { rows }: { rows: { id: number | null }[] } = await sql<{ id: number | null }>`
      with locked as (
        select id from ${table} where ${isReferrer} and id > ${lastId} order by id limit ${BATCH_SIZE} for no key update ${wait}
      ), updated as (
        update ${table} set ${changes} where id in (select id from locked)
      )
      select case when count(*) = ${BATCH_SIZE} then max(id) end as id from locked`.execute(em.getKysely());
    lastId = rows[0]?.id ?? null;
  }
}

/** A table of links from records of a kind. */
interface ReferrerTable {
  readonly from: RecordKind;
  readonly table: string;
}

function referrerTablesOf(em: EntityManager, kind: RecordKind): ReferrerTable[] {
  return [...em.getMetadata().getAll().values()].flatMap(({ primaryKeys, properties, tableName: table }) => {
    const [owner, target] = primaryKeys.map((name) => properties[name]?.targetMeta);
    const from = target?.tableName === kind.table ? kindOf(owner) : undefined;
    return from ? [{ from, table }] : [];
  });
}

/** Removes a user as the author of records, and increments the version of each. */
export async function removeUserAsAuthor(em: EntityManager, { id }: { readonly id: number }): Promise<void> {
  for (const kind of registeredKinds(em).filter(hasPublishing))
    await updateReferrers(em, kind, sql`author_id = ${id}`, { changes: sql`version = version + 1, author_id = null` });
}
