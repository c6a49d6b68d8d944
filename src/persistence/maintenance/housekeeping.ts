import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import { loggableError } from '../client/database-errors.js';
import { Clock } from '../../kernel/time/clock.js';
import { sqlNow } from '../client/sql-now.js';

/** Key of the advisory lock that lets one process at a time delete. */
const HOUSEKEEPING_LOCK_KEY = 7_226_406;

/** Rows per statement, which then takes far less than its timeout. */
const BATCH_SIZE = 5000;

const INTERVAL_MS = 3_600_000;

/** The expired rows of a table. */
export interface RetentionRule {
  readonly table: string;
  /** The condition that a row is expired; `undefined` if all rows stay. It should use an index. */
  readonly isExpired: (configuration: Configuration, now: RawBuilder<Date>) => RawBuilder<SqlBool> | undefined;
}

/** Work of a module. It stops between two transactions if the signal is aborted. */
type MaintenanceTask = (signal: AbortSignal) => Promise<void>;

/** Every hour, runs the tasks of modules and deletes expired rows, in small transactions. */
@Injectable()
export class Housekeeping implements OnModuleDestroy {
  private readonly logger = new Logger(Housekeeping.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private readonly stop = new AbortController();
  private readonly tasks: MaintenanceTask[] = [];
  private readonly rules: RetentionRule[] = [];

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  /** @param task must catch its errors */
  addTask(task: MaintenanceTask): void {
    this.tasks.push(task);
  }

  addRule(rule: RetentionRule): void {
    this.rules.push(rule);
  }

  /** Runs immediately and then hourly, until the application is closed. */
  start(): void {
    this.timer ??= setInterval(() => this.runInBackground(), INTERVAL_MS).unref();
    this.runInBackground();
  }

  /** Runs all tasks, then deletes all expired rows. Skips the rest of a table while another process deletes expired rows. */
  async run(): Promise<void> {
    const { signal } = this.stop;
    for (const task of this.tasks) await task(signal);
    for (const { table, isExpired } of this.rules) {
      const expired = isExpired(this.configuration, sqlNow(this.clock));
      if (!expired) continue;
      for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE && !signal.aborted;)
        deleted = await this.deleteBatch(table, expired);
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    clearInterval(this.timer);
    await this.running;
  }

  private runInBackground(): void {
    this.running ??= this.run()
      .catch((error: unknown) => {
        if (!this.stop.signal.aborted) this.logger.warn(`Could not delete expired rows: ${loggableError(error)}`);
      })
      .finally(() => {
        this.running = undefined;
      });
  }

  /** @returns the number of deleted rows; 0 while another process has the lock */
  private deleteBatch(table: string, expired: RawBuilder<SqlBool>): Promise<number> {
    return this.em.transactional(async (em) => {
      const db = em.getKysely();
      const lock = await sql<{
        locked: boolean;
      }>`select pg_try_advisory_xact_lock(${HOUSEKEEPING_LOCK_KEY}) as locked`.execute(db);
      if (lock.rows[0]?.locked !== true) return 0;
      const deletion = await sql`
        delete from ${sql.table(table)} where ctid = any (array(
          select ctid from ${sql.table(table)} where ${expired} limit ${BATCH_SIZE}))`.execute(db);
      return Number(deletion.numAffectedRows ?? 0);
    });
  }
}
