import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql, type RawBuilder } from 'kysely';
import {
  can,
  canForAllRecords,
  publicBeforeTrashCondition,
  type AccessAttributes,
} from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { RecordKey, RecordKind } from '../../kernel/context/record-kind.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { Clock } from '../../kernel/time/clock.js';
import { executePrepared } from '../../persistence/client/postgres-client.js';
import { evaluateTimeSql, sqlClockTimestamp, sqlNow } from '../../persistence/client/sql-now.js';
import { bulkInsertAndClear } from '../../persistence/transactions/bulk-insert.js';
import type { WriteScope } from '../../persistence/transactions/run-in-transaction.js';
import type { AuditEntry } from '../audit/audit-entry.entity.js';
import { auditWrites } from '../audit/add-audit-entry.js';
import { pendingInserts, pendingWrites, type RecordToWrite } from '../audit/pending-writes.js';
import { ChangeFeed } from '../hooks/change-feed.js';
import { WriteHooks } from '../hooks/write-hooks.js';
import { isPublicAt, type PublicationColumns } from '../publishing/publication.js';
import type { DeletionMode } from '../publishing/remove-record.query.js';
import { hasPublishing } from '../types/record-kinds.js';
import { findIdBySlug, markFormerSlugs } from '../translations/slugs.js';
import { readableIdsLookup, type ReadableIdsLookup } from './find-readable-ids.js';
import { touchLinkingRecords, touchReferringRecords } from './touch-referring-records.js';

/** An entity with a version, which every write increments. */
export interface VersionedEntity {
  id: number;
  version: number;
  modifiedAt: Date;
  trashedAt?: Date | null | undefined;
}

interface RecordRef {
  readonly kind: RecordKind;
  readonly id: number;
}

/** A kind of records and its entity. A `ResourceType` is one. */
interface StoredRecordType<Entity> {
  readonly kind: RecordKind;
  readonly entity: new () => Entity;
}

/** Writes that follow from a deletion, such as moving children up. Returns their audit entries. */
type UpdateDependents = (at: RawBuilder<Date>) => Promise<readonly AuditEntry[]>;

/**
 * Locks, stores and deletes records of any kind. Every write runs the hooks of extensions, is audited, and is queued
 * for change handlers.
 */
@Injectable()
export class RecordStore {
  constructor(
    private readonly clock: Clock,
    private readonly hooks: WriteHooks,
    private readonly feed: ChangeFeed,
  ) {}

  /** The current time as an SQL expression: the start of the transaction. */
  get nowSql(): RawBuilder<Date> {
    return sqlNow(this.clock);
  }

  /** A lookup that filters ids to those of records that the caller may read. */
  readableIdsLookupFor({ em, context }: WriteScope): ReadableIdsLookup {
    return readableIdsLookup(em, context.principal, this.nowSql);
  }

  /**
   * Loads the record of a key and locks it until the end of the transaction.
   * @param mode the deletion mode, if the record will be deleted
   * @throws {ApiError} `<kind>_not_found`, `forbidden`, `<kind>_in_trash`, `precondition_failed`,
   *   `precondition_required`
   */
  async lock<Entity extends VersionedEntity>(
    { em, context: { principal, precondition } }: WriteScope,
    { kind, entity }: StoredRecordType<Entity>,
    key: RecordKey,
    mode?: DeletionMode,
  ): Promise<Entity> {
    // No record has the id 0. A missing record takes the same statements as a hidden one.
    const id = 'id' in key ? key.id : ((await findIdBySlug(em.getKysely(), kind, key.slug)) ?? 0);
    // Checked before the lock, so that nobody waits for a record they may not know of, and again, as it may have changed meanwhile.
    await this.assertEditable(em, principal, { kind, id });
    await lockRow(em, { kind, id }, mode === 'permanent');
    await this.assertEditable(em, principal, { kind, id });
    const record = await em.findOne(entity as new () => VersionedEntity, { id });
    if (!record) throw new ApiError(`${kind.name}_not_found`);
    if (mode === 'trash' && record.trashedAt) throw new ApiError(`${kind.name}_in_trash`);
    precondition.assertHolds(record.version);
    return record as Entity;
  }

  /** Loads and locks a record without checking the caller's rights. Returns null if it does not exist. */
  async lockUnchecked<Entity extends VersionedEntity>(
    em: EntityManager,
    { kind, entity }: StoredRecordType<Entity>,
    id: number,
  ): Promise<Entity | null> {
    await lockRow(em, { kind, id });
    return (await em.findOne(entity as new () => VersionedEntity, { id })) as Entity | null;
  }

  /** @throws {ApiError} `<kind>_not_found`, `forbidden` */
  async assertEditable(em: EntityManager, principal: Principal, { kind, id }: RecordRef): Promise<void> {
    if (canForAllRecords(principal, 'edit')) return;
    // Not `now()`: a row that is read after waiting for a lock may have been published after the start of this
    // transaction.
    const now = sqlClockTimestamp(this.clock);
    const statement = sql<AccessAttributes>`
      select author_id as "authorId", ${publicBeforeTrashCondition('record', now)} is true as "isPublic"
      from ${sql.table(kind.table)} as record where id = ${id}`;
    const [record] = (await executePrepared(statement, em.getKysely())).rows;
    if (!record || !can(principal, 'read', record)) throw new ApiError(`${kind.name}_not_found`);
    if (!can(principal, 'edit', record)) throw new ApiError('forbidden');
  }

  /** Stores the new entities of the unit of work with one statement. */
  async insert({ em, context }: WriteScope): Promise<void> {
    await this.hooks.run(em, context, () => pendingInserts(em));
    await this.feed.enqueue(em, await auditWrites(em, context, pendingInserts(em)));
    await bulkInsertAndClear(em);
  }

  /** Stores a changed record. If anything of it changed, its version and modification date change too. */
  async save({ em, context }: WriteScope, kind: RecordKind, record: VersionedEntity): Promise<void> {
    const work = em.getUnitOfWork();
    work.computeChangeSets();
    if (work.getChangeSets().length === 0 && work.getRemoveStack().size === 0) return;
    await this.runHooks({ em, context });
    record.version += 1;
    record.modifiedAt = await evaluateTimeSql(em.getKysely(), sqlClockTimestamp(this.clock));
    const writes = pendingWrites(em);
    for (const write of writes) await this.touchIfPublicStateChanges(em, write, record.modifiedAt);
    await this.feed.enqueue(em, await auditWrites(em, context, writes, record.modifiedAt));
    await em.flush();
    await markFormerSlugs(em.getKysely(), kind, record.id);
  }

  /** Touches the records that link to a record, if a write makes it public, or no longer public. */
  private async touchIfPublicStateChanges(em: EntityManager, { kind, ownRow }: RecordToWrite, at: Date): Promise<void> {
    if (!ownRow || !hasPublishing(kind)) return;
    const after = ownRow.entity as PublicationColumns & { readonly id: number };
    const { status, trashedAt, publishedAt } = after;
    const before = { status, trashedAt, publishedAt, ...ownRow.before };
    const isPublic = isPublicAt(after, at);
    if (isPublicAt(before, at) === isPublic) return;
    await touchLinkingRecords(em, kind, after, { isPublic, now: sqlClockTimestamp(this.clock) });
  }

  /** Moves a locked record to the trash. {@link RecordStore.save} stores it. */
  async trash(em: EntityManager, record: VersionedEntity): Promise<void> {
    record.trashedAt = await evaluateTimeSql(em.getKysely(), this.nowSql);
  }

  /** Deletes a locked record permanently. Records that refer to it get a new version and modification date. */
  async deletePermanently(
    { em, context }: WriteScope,
    kind: RecordKind,
    record: VersionedEntity,
    cascade?: UpdateDependents,
  ): Promise<void> {
    await touchReferringRecords(em, kind, record.id, sqlClockTimestamp(this.clock));
    em.remove(record);
    await this.runHooks({ em, context });
    const at = await evaluateTimeSql(em.getKysely(), sqlClockTimestamp(this.clock));
    await this.feed.enqueue(em, await auditWrites(em, context, pendingWrites(em), at));
    if (cascade) await this.feed.enqueue(em, await cascade(sql<Date>`${at.toISOString()}::timestamptz`));
    await em.flush();
  }

  /** Runs the hooks of extensions. They may change the record, so its changes are computed again. */
  private async runHooks({ em, context }: WriteScope): Promise<void> {
    if (await this.hooks.run(em, context, () => pendingWrites(em))) em.getUnitOfWork().computeChangeSets();
  }
}

/**
 * Locks a row against other writes. `for no key update` lets concurrent transactions link to the row, and does not
 * deadlock with those that link to it and then write it. Only a permanent deletion excludes links.
 */
async function lockRow(em: EntityManager, { kind, id }: RecordRef, isPermanentDeletion = false): Promise<void> {
  const strength = isPermanentDeletion ? sql`for update` : sql`for no key update`;
  await executePrepared(sql`select from ${sql.table(kind.table)} where id = ${id} ${strength}`, em.getKysely());
}
