import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { CompiledQuery } from 'kysely';
import type { JobResult, PgBoss } from 'pg-boss';
import { loggableError } from '../../persistence/client/loggable-error.js';
import type { Change } from './on-change.decorator.js';

/** Database schema of pg-boss. */
const QUEUE_SCHEMA = 'calendar_queue';

/** How often it is told again where telling fails: after 1 s, 2 s, 4 s, and so on up to an hour, for some five days. */
const RETRY_OPTIONS = { retryLimit: 130, retryDelay: 1, retryBackoff: true, retryDelayMax: 3600 };

/** How long a process may be silent, in seconds, before what it was telling is told by another, or by the next. */
const HEARTBEAT_OPTIONS = { heartbeatSeconds: 10, expireInSeconds: 900 };

/** How many changes are fetched at once, each of which succeeds or fails by itself; and how often, where no notice came, in seconds. */
const WORKER_OPTIONS = {
  batchSize: 50,
  burstWhenBatchFull: true,
  notifyPollingIntervalSeconds: 2,
  perJobResults: true,
} as const;

/** How long a batch may take until no more of it is begun, in milliseconds: half of what pg-boss allows. */
const MAX_BATCH_MS = 450_000;

/** How often it is looked for what nobody tells any more, in seconds. */
const QUEUE_CHECK_INTERVAL_SECONDS = 5;

/** How long a process that ends waits for what it is telling, in milliseconds; what is broken off is told again. */
const SHUTDOWN_GRACE_MS = 2_000;

/** A subscriber of changes. Undelivered changes are kept under its name. */
export interface ChangeSubscriber {
  readonly name: string;
  readonly handle: (change: Change) => unknown;
}

/** Queues of undelivered changes, one for each subscriber, in the database (pg-boss). */
@Injectable()
export class ChangeQueue implements OnModuleDestroy {
  private readonly logger = new Logger(ChangeQueue.name);
  private startedBoss: Promise<PgBoss> | undefined;

  constructor(private readonly em: EntityManager) {}

  async onModuleDestroy(): Promise<void> {
    const boss = await this.startedBoss?.catch(() => undefined);
    await boss?.stop({ graceful: true, timeout: SHUTDOWN_GRACE_MS });
  }

  /** Opens the queues and delivers to the subscribers. Further calls wait for the first one. */
  start(subscribers: readonly ChangeSubscriber[]): Promise<PgBoss> {
    return (this.startedBoss ??= this.open(subscribers));
  }

  /** Adds changes to the queue of a subscriber, in the transaction of the entity manager. */
  async insert(em: EntityManager, name: string, changes: readonly Change[]): Promise<void> {
    const kysely = em.getKysely();
    const db = {
      executeSql: async (text: string, values: unknown[] = []) => {
        const { rows } = await kysely.executeQuery(CompiledQuery.raw(text, values));
        return { rows };
      },
    };
    const boss = await this.startedBoss;
    await boss?.insert(
      name,
      changes.map((data) => ({ data })),
      { db },
    );
  }

  private async open(subscribers: readonly ChangeSubscriber[]): Promise<PgBoss> {
    // Loaded only if there are subscribers.
    const { PgBoss } = await import('pg-boss');
    const connectionString = this.em.config.get('clientUrl') ?? '';
    const intervals = {
      superviseIntervalSeconds: QUEUE_CHECK_INTERVAL_SECONDS,
      monitorIntervalSeconds: QUEUE_CHECK_INTERVAL_SECONDS,
    };
    const boss = new PgBoss({ connectionString, schema: QUEUE_SCHEMA, max: 3, useListenNotify: true, ...intervals });
    boss.on('error', (error: unknown) => this.logger.warn(`Change queue error: ${loggableError(error)}`));
    await boss.start();
    for (const subscriber of subscribers) {
      await boss.createQueue(subscriber.name, { notify: true, ...RETRY_OPTIONS, ...HEARTBEAT_OPTIONS });
      await boss.work<Change>(subscriber.name, WORKER_OPTIONS, (jobs) => this.deliverAll(subscriber, jobs));
    }
    return boss;
  }

  private async deliverAll(subscriber: ChangeSubscriber, jobs: readonly ChangeJob[]): Promise<JobResult[]> {
    const results: JobResult[] = [];
    const startedMs = performance.now();
    for (const job of jobs) {
      // Jobs beyond the time limit of a batch fail, and are retried in another batch.
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

interface ChangeJob {
  readonly id: string;
  readonly data: Change;
}
