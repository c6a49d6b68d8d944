import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql, type RawBuilder } from 'kysely';
import type { Principal } from '../../kernel/context/principal.js';
import type { RecordKey } from '../../kernel/context/record-key.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { Clock } from '../../kernel/time/clock.js';
import { evaluateTimeSql, sqlClockTimestamp, sqlNow } from '../../persistence/client/sql-now.js';
import type { AuditEntry } from '../audit/audit-entry.entity.js';
import { WriteSideEffects } from '../hooks/write-side-effects.js';
import type { DeletionMode } from '../publishing/remove-record.query.js';
import { findIdBySlug, releaseUnusedSlugs } from '../translations/slugs.js';
import { readableIdsLookup, type ReadableIdsLookup } from './find-readable-ids.js';
import { bulkInsert } from '../../persistence/transactions/bulk-insert.js';
import type { WriteScope } from '../../persistence/transactions/write-scope.js';
import { assertEditable, assertNotInTrash, lockRecordRow, type RecordRef } from './record-access.js';
import { touchReferringRecords } from './touch-referring-records.js';

/** An entity with a version, which every write increments. */
export interface VersionedEntity {
  id: number;
  version: number;
  modifiedAt: Date;
  trashedAt?: Date | null | undefined;
}

/** A draft and its author. */
export interface DraftKey {
  readonly id: number;
  readonly authorId: number;
}

/** A kind of records and its entity. A `ResourceType` is one. */
interface StoredRecordType<Entity> {
  readonly kind: RecordKind;
  readonly entity: new () => Entity;
}

/** Writes that follow from a deletion, such as moving children up. Returns their audit entries. */
type CascadeDelete = (at: RawBuilder<Date>) => Promise<readonly AuditEntry[]>;

/** Locks, stores and deletes records of any kind. */
@Injectable()
export class RecordStore {
  constructor(
    private readonly clock: Clock,
    private readonly sideEffects: WriteSideEffects,
  ) {}

  /** The current time as an SQL expression: the start of the transaction. */
  get nowSql(): RawBuilder<Date> {
    return sqlNow(this.clock);
  }

  /** Finds out which ids refer to records that the caller may read. */
  readableIdsFor({ em, context }: WriteScope): ReadableIdsLookup {
    return readableIdsLookup(em, context.principal, this.nowSql);
  }

  /**
   * Loads the record of a key and locks it until the end of the transaction.
   * @param mode how the record will be deleted, if it will
   * @throws {ApiError} `<kind>_not_found`, `forbidden`, `<kind>_in_trash`, `precondition_failed`, `precondition_required`
   */
  async lock<Entity extends VersionedEntity>(
    { em, context: { principal, precondition } }: WriteScope,
    { kind, entity }: StoredRecordType<Entity>,
    key: RecordKey,
    mode?: DeletionMode,
  ): Promise<Entity> {
    const id = 'id' in key ? key.id : await findIdBySlug(em.getKysely(), kind, key.slug);
    if (!id) throw new ApiError(`${kind.name}_not_found`);
    // Checked before the lock, so that nobody waits for a record they may not know of, and again, as it may have changed meanwhile.
    await this.assertEditable(em, principal, { kind, id });
    await lockRecordRow(em.getKysely(), { kind, id }, mode === 'permanent');
    await this.assertEditable(em, principal, { kind, id });
    const record = await em.findOne(entity as new () => VersionedEntity, { id });
    if (!record) throw new ApiError(`${kind.name}_not_found`);
    if (mode === 'trash') assertNotInTrash(kind, record);
    precondition.assertHolds(record.version);
    return record as Entity;
  }

  /** Loads and locks a draft. Returns null if it is no draft of this author any more. */
  async lockDraft<Entity extends VersionedEntity>(
    em: EntityManager,
    { kind, entity }: StoredRecordType<Entity>,
    draft: DraftKey,
  ): Promise<Entity | null> {
    await lockRecordRow(em.getKysely(), { kind, id: draft.id });
    const condition: object = { ...draft, status: 'draft', trashedAt: null };
    return (await em.findOne(entity as new () => VersionedEntity, condition)) as Entity | null;
  }

  /** @throws {ApiError} `<kind>_not_found`, `forbidden` */
  assertEditable(em: EntityManager, principal: Principal, record: RecordRef): Promise<void> {
    return assertEditable(em.getKysely(), principal, record, sqlClockTimestamp(this.clock));
  }

  /** Stores new entities of the unit of work with one statement, after the hooks of extensions. */
  async insert({ em, context }: WriteScope): Promise<void> {
    await this.sideEffects.beforeInsert(em, context);
    await bulkInsert(em);
  }

  /** Stores a changed record. If anything of it changed, its version and modification date change too. */
  async save({ em, context }: WriteScope, kind: RecordKind, record: VersionedEntity): Promise<void> {
    const work = em.getUnitOfWork();
    work.computeChangeSets();
    const changes = work.getChangeSets();
    if (changes.length === 0 && work.getRemoveStack().size === 0) return;
    await this.sideEffects.runHooks(em, context);
    record.version += 1;
    record.modifiedAt = await evaluateTimeSql(em.getKysely(), sqlClockTimestamp(this.clock));
    await this.sideEffects.auditAndPublish(em, context, record.modifiedAt);
    await em.flush();
    await releaseUnusedSlugs(em.getKysely(), kind, record.id);
  }

  /** Moves a locked record to the trash. {@link RecordStore.save} stores it. */
  async trash(em: EntityManager, record: VersionedEntity): Promise<void> {
    record.trashedAt = await evaluateTimeSql(em.getKysely(), this.nowSql);
  }

  /** Deletes a locked record permanently. Records that link to it get a new version. */
  async deletePermanently(
    { em, context }: WriteScope,
    kind: RecordKind,
    record: VersionedEntity,
    cascade?: CascadeDelete,
  ): Promise<void> {
    await touchReferringRecords(em, kind, record.id);
    em.remove(record);
    await this.sideEffects.runHooks(em, context);
    const at = await evaluateTimeSql(em.getKysely(), sqlClockTimestamp(this.clock));
    await this.sideEffects.auditAndPublish(em, context, at);
    if (cascade) await this.sideEffects.publish(em, await cascade(sql<Date>`${at.toISOString()}::timestamptz`));
    await em.flush();
  }
}
