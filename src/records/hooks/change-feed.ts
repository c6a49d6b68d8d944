import { randomUUID } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { CompiledQuery } from 'kysely';
import type { JobResult, PgBoss } from 'pg-boss';
import { extensionError, type SetupIssue } from '../../kernel/errors/setup-error.js';
import { loggableError } from '../../persistence/client/database-errors.js';
import type { AuditEntry } from '../audit/audit-entry.entity.js';
import { findDecoratedMethods } from '../extension-points/discover-instances.js';
import { ON_CHANGE_METADATA, type Change, type ChangeSubscription } from './on-change.decorator.js';

/** Names that pg-boss accepts. */
const SUBSCRIPTION_NAME_PATTERN = /^[\w./-]{1,100}$/;

/** Options of pg-boss. It looks for changes of dead processes every 5 s. */
const BOSS_OPTIONS = {
  schema: 'calendar_queue',
  max: 3,
  useListenNotify: true,
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 5,
};

/**
 * Failed deliveries are retried after 1 s, 2 s, 4 s and so on, at most an hour apart, for about five days. A process without a heartbeat
 * for 10 s counts as dead, and its changes are delivered by another one.
 */
const QUEUE_OPTIONS = {
  notify: true,
  retryLimit: 130,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 3600,
  heartbeatSeconds: 10,
  expireInSeconds: 900,
};

/** Changes are fetched in batches. Each change succeeds or fails by itself. Without a notification, the queue is polled every 2 s. */
const WORKER_OPTIONS = {
  batchSize: 50,
  burstWhenBatchFull: true,
  notifyPollingIntervalSeconds: 2,
  perJobResults: true,
} as const;

/** Time limit of a batch in milliseconds, half of `expireInSeconds`. The rest of a batch is delivered in a later one. */
const MAX_BATCH_MS = 450_000;

/** How long a process that ends waits for running deliveries, in milliseconds. Aborted ones are delivered again. */
const SHUTDOWN_GRACE_MS = 2_000;

interface ChangeSubscriber extends ChangeSubscription {
  readonly name: string;
  readonly handle: (change: Change) => unknown;
}

interface ChangeJob {
  readonly id: string;
  readonly data: Change;
}

/**
 * Delivers every change to its subscribers, at least once (transactional outbox). Each subscriber has a queue in the database (pg-boss).
 * Without subscribers, nothing is stored.
 */
@Injectable()
export class ChangeFeed implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ChangeFeed.name);
  private subscribers: readonly ChangeSubscriber[] = [];
  private startedBoss: Promise<PgBoss> | undefined;

  constructor(
    private readonly em: EntityManager,
    private readonly discovery: DiscoveryService,
  ) {}

  /** @throws {SetupError} if two subscriptions have one name, or a name is invalid */
  onModuleInit(): void {
    this.subscribers = findDecoratedMethods<ChangeSubscription>(ON_CHANGE_METADATA, this.discovery).map(
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
    if (this.subscribers.length > 0) await this.start();
  }

  async onModuleDestroy(): Promise<void> {
    const boss = await this.startedBoss?.catch(() => undefined);
    await boss?.stop({ graceful: true, timeout: SHUTDOWN_GRACE_MS });
  }

  /** Queues the changes of audit entries for the subscribers of their kinds, in the transaction of the entity manager. */
  async enqueue(em: EntityManager, entries: readonly AuditEntry[]): Promise<void> {
    if (this.subscribers.length === 0) return;
    const changes = entries.map(toChange);
    const boss = await this.start();
    const executeSql = (text: string, values: unknown[] = []) =>
      em.getKysely().executeQuery<object>(CompiledQuery.raw(text, values));
    for (const { name, kinds } of this.subscribers) {
      const matching = changes.filter(({ kind }) => kinds.length === 0 || kinds.some((each) => each.name === kind));
      const jobs = matching.map((data) => ({ data }));
      if (jobs.length > 0) await boss.insert(name, jobs, { db: { executeSql } });
    }
  }

  /** Opens the queues and starts to deliver. Further calls wait for the first one. */
  private start(): Promise<PgBoss> {
    return (this.startedBoss ??= this.open());
  }

  private async open(): Promise<PgBoss> {
    // Loaded only if there are subscribers.
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({ connectionString: this.em.config.get('clientUrl') ?? '', ...BOSS_OPTIONS });
    boss.on('error', (error: unknown) => this.logger.warn(`Change queue error: ${loggableError(error)}`));
    await boss.start();
    for (const subscriber of this.subscribers) {
      await boss.createQueue(subscriber.name, QUEUE_OPTIONS);
      await boss.work<Change>(subscriber.name, WORKER_OPTIONS, (jobs) => this.deliverAll(subscriber, jobs));
    }
    return boss;
  }

  private async deliverAll(subscriber: ChangeSubscriber, jobs: readonly ChangeJob[]): Promise<JobResult[]> {
    const results: JobResult[] = [];
    const startedMs = performance.now();
    for (const job of jobs) {
      const isLate = performance.now() - startedMs > MAX_BATCH_MS;
      results.push(isLate ? { id: job.id, status: 'failed' } : await this.deliver(subscriber, job));
    }
    return results;
  }

  private async deliver({ name, handle }: ChangeSubscriber, { id, data }: ChangeJob): Promise<JobResult> {
    try {
      await handle(data);
      return { id, status: 'completed' };
    } catch (error) {
      this.logger.warn(`Change delivery to ${name} failed, will retry: ${loggableError(error)}`);
      return { id, status: 'failed' };
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
