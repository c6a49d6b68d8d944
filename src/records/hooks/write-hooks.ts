import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { AuditAction, FieldChanges } from '../audit/audit-entry.entity.js';
import { changesOfRecord } from '../audit/record-changes.js';
import { auditActionOf, groupByRecord } from '../audit/written-record.js';
import type { WrittenRow } from '../audit/written-row.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { assertKindsDefined } from '../types/record-kinds.js';
import { findDecoratedMethods } from './find-decorated-methods.js';

/** A write that is about to be carried out. */
export interface PendingWrite<Entity extends object = object> {
  readonly kind: RecordKind;
  readonly action: AuditAction;
  /** The record as it is to be stored. What a hook writes into it is stored and told like all else, and not judged again. */
  readonly record: Entity & { readonly id: number };
  /** What is changed, by the names of the interface. */
  readonly changes: FieldChanges;
}

const BEFORE_WRITE_METADATA = Symbol('calendar:before-write');

/**
 * Has a method of a provider called before each write of records of these kinds (of all where none is named), within its transaction: it
 * may refuse the write by an {@link ApiError}, or amend the record. It is called again where the transaction is run again, so it is to have
 * no other effects.
 *
 * The method is given the entity manager of the transaction, the context of the request, and the {@link PendingWrite}.
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

type WriteHook = (em: EntityManager, context: RequestContext, write: PendingWrite) => unknown;

/** Calls what extensions want to be called before a write. */
@Injectable()
export class WriteHooks implements OnModuleInit {
  private hooks: readonly { readonly kinds: readonly RecordKind[]; readonly hook: WriteHook }[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** @throws {SetupError} where one is of a provider that is made anew for every request */
  onModuleInit(): void {
    this.hooks = findDecoratedMethods<readonly RecordKind[]>(BEFORE_WRITE_METADATA, this.discovery, this.scanner).map(
      ({ metadata: kinds, call }) => ({ kinds, hook: call }),
    );
  }

  /** @returns whether any was called, so that records may have changed */
  async run(em: EntityManager, context: RequestContext, rows: () => readonly WrittenRow[]): Promise<boolean> {
    if (this.hooks.length === 0) return false;
    for (const written of groupByRecord(rows())) {
      const write: PendingWrite = {
        kind: written.kind,
        action: auditActionOf(written),
        record: written.record,
        changes: changesOfRecord(written).changes,
      };
      const matching = this.hooks.filter(({ kinds }) => kinds.length === 0 || kinds.includes(written.kind));
      for (const { hook } of matching) await hook(em, context, write);
    }
    return true;
  }
}
