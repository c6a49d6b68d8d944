import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { AuditEntry } from '../audit/audit-entry.entity.js';
import { extensionError, type SetupIssue } from '../../kernel/errors/setup-error.js';
import { ChangeQueue } from './change-queue.js';
import { findDecoratedMethods } from './find-decorated-methods.js';
import { ON_CHANGE_METADATA, type Change, type ChangeSubscription } from './on-change.decorator.js';

/** What pg-boss takes for a name. */
const SUBSCRIPTION_NAME_PATTERN = /^[\w./-]{1,100}$/;

/** Delivers every change to its subscribers, at least once (transactional outbox). Without subscribers it stores nothing. */
@Injectable()
export class ChangeFeed implements OnModuleInit, OnApplicationBootstrap {
  private subscribers: readonly (ChangeSubscription & { name: string; handle: (change: Change) => unknown })[] = [];

  constructor(
    private readonly queue: ChangeQueue,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** @throws {SetupError} if two subscriptions have one name, or a name is invalid */
  onModuleInit(): void {
    this.subscribers = findDecoratedMethods<ChangeSubscription>(ON_CHANGE_METADATA, this.discovery, this.scanner).map(
      ({ name, metadata, call }) => ({ name, ...metadata, handle: call }),
    );
    const names = this.subscribers.map(({ name }) => name);
    const issues = names.flatMap((subject, index): SetupIssue[] => [
      ...(names.indexOf(subject) < index
        ? [{ subject, text: 'is the name of two change handlers. Pass another name to one @OnChange().' }]
        : []),
      ...(SUBSCRIPTION_NAME_PATTERN.test(subject)
        ? []
        : [{ subject, text: 'is not a valid name for a change handler. Use letters, digits, dashes and dots.' }]),
    ]);
    if (issues.length > 0) throw extensionError(issues);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.subscribers.length > 0) await this.queue.start(this.subscribers);
  }

  /** Queues the changes of audit entries for the subscribers of their kinds, in the transaction of the entity manager. */
  async publish(em: EntityManager, entries: readonly AuditEntry[]): Promise<void> {
    if (this.subscribers.length === 0) return;
    const changes = entries.map(toChange);
    await this.queue.start(this.subscribers);
    for (const { name, kinds } of this.subscribers) {
      const matching = changes.filter(({ kind }) => kinds.length === 0 || kinds.some((each) => each.name === kind));
      if (matching.length > 0) await this.queue.insert(em, name, matching);
    }
  }
}

const toChange = ({ kind, recordId, action, language, changes, userId, role }: AuditEntry): Change => ({
  id: randomUUID(),
  kind,
  record: recordId ?? 0,
  action,
  language: language ?? null,
  changes,
  by: { id: userId ?? null, role },
});
