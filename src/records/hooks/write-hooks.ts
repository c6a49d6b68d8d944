import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { AuditAction, FieldChanges } from '../audit/audit-entry.entity.js';
import { changesOfRecord } from '../audit/record-changes.js';
import { auditActionOf, type RecordToWrite } from '../audit/pending-writes.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { assertKindsDefined } from '../types/record-kinds.js';
import { findDecoratedMethods } from '../extension-points/discover-instances.js';

/** A write before it is stored. */
export interface PendingWrite<Entity extends object = object> {
  readonly kind: RecordKind;
  readonly action: AuditAction;
  /**
   * The record as it will be stored. Changes by the hook are stored, audited and sent to change handlers too, without
   * another validation.
   */
  readonly record: Entity & { readonly id: number };
  /** The changed fields by their API names. */
  readonly changes: FieldChanges;
}

const BEFORE_WRITE_METADATA = Symbol('calendar:before-write');

/**
 * Calls a method of a provider before each write of records of these kinds (default: all), within the transaction of the write. The method
 * may change the record, or throw an {@link ApiError} to reject the write. It must have no other side effects, because the transaction can
 * run again after a conflict.
 *
 * The method receives the entity manager of the transaction, the context of the request, and the {@link PendingWrite}.
 * @example
 * ```ts
 * @Injectable()
 * export class Moderation {
 *   @BeforeWrite(EVENT)
 *   review(_em: EntityManager, { principal }: RequestContext, { record }: PendingWrite<CalendarEvent>): void {
 *     if (record.featured && principal.role !== 'editor') throw new ApiError('forbidden');
 *   }
 * }
 * ```
 */
export function BeforeWrite(...kinds: readonly RecordKind[]): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    assertKindsDefined(`${target.constructor.name}.${String(key)}`, kinds);
    Reflect.defineMetadata(BEFORE_WRITE_METADATA, kinds, descriptor.value as object);
  };
}

@Injectable()
export class WriteHooks implements OnModuleInit {
  private hooks: ReturnType<typeof findDecoratedMethods<readonly RecordKind[]>> = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    this.hooks = findDecoratedMethods<readonly RecordKind[]>(BEFORE_WRITE_METADATA, this.discovery);
  }

  /** @returns whether there are hooks, which may have changed records */
  async run(em: EntityManager, context: RequestContext, records: () => readonly RecordToWrite[]): Promise<boolean> {
    if (this.hooks.length === 0) return false;
    for (const pending of records()) {
      const { kind, record } = pending;
      const write: PendingWrite = {
        kind,
        action: auditActionOf(pending),
        record,
        changes: changesOfRecord(pending).changes,
      };
      const matching = this.hooks.filter(({ metadata: kinds }) => kinds.length === 0 || kinds.includes(kind));
      for (const { call } of matching) await call(em, context, write);
    }
    return true;
  }
}
