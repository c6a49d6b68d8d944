import { randomUUID } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { CompiledQuery } from 'kysely';
import type { JobResult, PgBoss } from 'pg-boss';
import type { AuditAction, AuditEntry, FieldChanges } from '../audit/audit-entry.entity.js';
import { loggableError } from '../../persistence/client/loggable-error.js';
import { SetupError, type SetupIssue } from '../../kernel/errors/setup-error.js';
import type { Language } from '../../kernel/language/languages.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { assertKinds } from '../types/kinds.js';
import { findDecoratedMethods } from './find-decorated-methods.js';

/** What was written, told after the commit. */
export interface Change {
  /** The same each time that it is told. */
  readonly id: string;
  /** The name of the kind, such as `event`. */
  readonly kind: string;
  /** The id of the record. */
  readonly record: number;
  readonly action: AuditAction;
  /** Of the texts that were written, if any were. */
  readonly language: Language | null;
  /** By the names of the interface. */
  readonly changes: FieldChanges;
  /** Who has written it; `id` null where that was no user. */
  readonly by: { readonly id: number | null; readonly role: string };
}

/** Who wants to be told. */
interface Subscription {
  /** Stays the same when classes are called otherwise: what was not told yet is kept under it. */
  readonly name?: string;
  readonly kinds: readonly RecordKind[];
}

const ON_CHANGE = Symbol('calendar:on-change');

/** What pg-boss takes for a name. */
const SUBSCRIPTION_NAME = /^[\w./-]{1,100}$/;

/** Where what is to be told is kept: a schema of its own in the database. */
const SCHEMA = 'calendar_changes';

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
const SUPERVISION_INTERVAL_SECONDS = 5;

/** How long a process that ends waits for what it is telling, in milliseconds; what is broken off is told again. */
const SHUTDOWN_GRACE_MS = 2_000;

/**
 * Has a method of a provider told of each write of records of these kinds (of all where none is named), after its commit. What is to be told is
 * stored in the transaction of the write, so none is lost, whatever ends when: each is told at least once. Where the method throws, or the
 * process ends meanwhile, it is told again; several processes share the work, in no fixed order.
 * @example
 * ```ts
 * @Injectable()
 * export class Newsletter {
 *   @OnChange({ name: 'newsletter', kinds: [EVENT] })
 *   async tell({ id, record, action }: Change): Promise<void> { … }
 * }
 * ```
 */
export function OnChange(subscription: Partial<Subscription> = {}): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    assertKinds(`${target.constructor.name}.${String(key)}`, subscription.kinds ?? []);
    Reflect.defineMetadata(ON_CHANGE, { kinds: [], ...subscription }, descriptor.value as object);
  };
}

/** Tells those who want to know of every change, at least once: a transactional outbox. It takes nothing where nobody wants to know. */
@Injectable()
export class ChangeFeed implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ChangeFeed.name);
  private startedBoss: Promise<PgBoss> | undefined;
  private cachedSubscribers:
    readonly (Subscription & { name: string; tell: (change: Change) => unknown })[] | undefined;

  constructor(
    private readonly em: EntityManager,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** @throws {SetupError} where two would share what is kept for them, or a name is none */
  onModuleInit(): void {
    const names = this.subscribers.map(({ name }) => name);
    const issues = names.flatMap((subject, index): SetupIssue[] => [
      ...(names.indexOf(subject) < index ? [{ subject, text: { key: 'extensions.same_subscription' } }] : []),
      ...(SUBSCRIPTION_NAME.test(subject) ? [] : [{ subject, text: { key: 'extensions.subscription_name' } }]),
    ]);
    if (issues.length > 0) throw new SetupError({ key: 'extensions.unusable' }, issues);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.subscribers.length > 0) await this.boss();
  }

  async onModuleDestroy(): Promise<void> {
    const boss = await this.startedBoss?.catch(() => undefined);
    await boss?.stop({ graceful: true, timeout: SHUTDOWN_GRACE_MS });
  }

  /** Keeps what is noted of a write for those who want to know of it, with the transaction of the entity manager. */
  async publish(em: EntityManager, entries: readonly AuditEntry[]): Promise<void> {
    if (this.subscribers.length === 0) return;
    const changes = entries.map(changeOf);
    const boss = await this.boss();
    const kysely = em.getKysely();
    const db = {
      executeSql: async (text: string, values: unknown[] = []) => {
        const { rows } = await kysely.executeQuery(CompiledQuery.raw(text, values));
        return { rows };
      },
    };
    for (const { name, kinds } of this.subscribers) {
      const matching = changes.filter(({ kind }) => kinds.length === 0 || kinds.some((each) => each.name === kind));
      if (matching.length > 0)
        await boss.insert(
          name,
          matching.map((data) => ({ data })),
          { db },
        );
    }
  }

  private boss(): Promise<PgBoss> {
    return (this.startedBoss ??= this.start());
  }

  private async start(): Promise<PgBoss> {
    // Who has nobody to tell need not load it.
    const { PgBoss } = await import('pg-boss');
    const connectionString = this.em.config.get('clientUrl') ?? '';
    const intervals = {
      superviseIntervalSeconds: SUPERVISION_INTERVAL_SECONDS,
      monitorIntervalSeconds: SUPERVISION_INTERVAL_SECONDS,
    };
    const boss = new PgBoss({ connectionString, schema: SCHEMA, max: 3, useListenNotify: true, ...intervals });
    boss.on('error', (error: unknown) =>
      this.logger.warn(`Changes cannot be told at present: ${loggableError(error)}`),
    );
    await boss.start();
    for (const { name, tell } of this.subscribers) {
      await boss.createQueue(name, { notify: true, ...RETRY_OPTIONS, ...HEARTBEAT_OPTIONS });
      await boss.work<Change>(name, WORKER_OPTIONS, async (jobs) => {
        const results: JobResult[] = [];
        const startedMs = performance.now();
        for (const { id, data } of jobs) {
          // What is left is told again: as a whole, a batch may take no longer than one.
          const isLate = performance.now() - startedMs > MAX_BATCH_MS;
          results.push(isLate ? { id, status: 'failed' } : await this.deliver(name, tell, { id, data }));
        }
        return results;
      });
    }
    return boss;
  }

  private async deliver(
    name: string,
    handler: (change: Change) => unknown,
    { id, data }: { readonly id: string; readonly data: Change },
  ): Promise<JobResult> {
    try {
      await handler(data);
      return { id, status: 'completed' };
    } catch (error) {
      this.logger.warn(`${name} could not be told of a change, and will be again: ${loggableError(error)}`);
      return { id, status: 'failed' };
    }
  }

  private get subscribers() {
    return (this.cachedSubscribers ??= findDecoratedMethods<Subscription>(ON_CHANGE, this.discovery, this.scanner).map(
      ({ name, metadata, call }) => ({ name, ...metadata, tell: call }),
    ));
  }
}

const changeOf = ({ kind, recordId, action, language, changes, userId, role }: AuditEntry): Change => ({
  id: randomUUID(),
  kind,
  record: recordId ?? 0,
  action,
  language: language ?? null,
  changes,
  by: { id: userId ?? null, role },
});
