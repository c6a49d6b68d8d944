import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '../audit/audit-entry.entity.js';
import { auditPendingInserts, auditPendingWrites } from '../audit/add-audit-entry.js';
import { pendingInsertRows, pendingWriteRows } from '../audit/written-row.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { ChangeFeed } from './change-feed.js';
import { WriteHooks } from './write-hooks.js';

/** What is to happen beside every write of records, in its transaction: extensions are asked, the audit notes it, the feed keeps it. */
@Injectable()
export class WriteSideEffects {
  constructor(
    private readonly hooks: WriteHooks,
    private readonly feed: ChangeFeed,
  ) {}

  /** To be called when all that is new was persisted, before it is stored. */
  async beforeInsert(em: EntityManager, context: RequestContext): Promise<void> {
    await this.hooks.run(em, context, () => pendingInsertRows(em));
    await this.feed.publish(em, auditPendingInserts(em, context));
  }

  /** Asks extensions; to be called once change sets are computed, which are made anew where that may have changed something. */
  async runHooks(em: EntityManager, context: RequestContext): Promise<void> {
    if (await this.hooks.run(em, context, () => pendingWriteRows(em))) em.getUnitOfWork().computeChangeSets();
  }

  /**
   * To be called once change sets are computed (a removal needs none), and before anything is written that nobody asked for.
   * @param at by the database's clock
   */
  async auditAndPublish(em: EntityManager, context: RequestContext, at: Date): Promise<void> {
    await this.publish(em, await auditPendingWrites(em, context, at));
  }

  /** Keeps what was noted otherwise for those who want to know of it. */
  publish(em: EntityManager, entries: readonly AuditEntry[]): Promise<void> {
    return this.feed.publish(em, entries);
  }
}
