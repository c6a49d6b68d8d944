import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { loggableError } from '../client/loggable-error.js';
import { Clock } from '../../kernel/time/clock.js';
import { sqlNow } from '../sql-now.js';
import type { Outdated } from './outdated.js';

/** Key of the advisory lock under which one process at a time deletes. */
const LOCK = 7_226_406;

/** Rows that are deleted by one statement, far below its time limit. */
const BATCH = 5000;

/** Milliseconds between two runs. */
const HOUR = 3_600_000;

/** Deletes what is outdated, now and then, in small transactions that nobody has to wait for. */
@Injectable()
export class Housekeeping implements OnModuleDestroy {
  private readonly logger = new Logger(Housekeeping.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isStopped = false;
  private readonly tasks: Outdated[] = [];

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** Lets it look after another table. */
  add(task: Outdated): void {
    this.tasks.push(task);
  }

  /** Runs at once, and every hour from then on, until the application is closed. */
  start(): void {
    this.timer ??= setInterval(() => this.runUnattended(), HOUR).unref();
    this.runUnattended();
  }

  /** Deletes all that is outdated, unless another process is at it. */
  async run(): Promise<void> {
    for (const { table, rows } of this.tasks) {
      const isOutdated = rows(this.configuration, sqlNow(this.clock));
      if (!isOutdated) continue;
      for (let deleted = BATCH; deleted === BATCH && !this.isStopped;) deleted = await this.remove(table, isOutdated);
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Nobody waits for it, so it tells the log if it fails. The next hour tries again. */
  private runUnattended(): void {
    this.running ??= this.run()
      .catch((error: unknown) => {
        if (!this.isStopped) this.logger.warn(`What is outdated was not deleted: ${loggableError(error)}`);
      })
      .finally(() => {
        this.running = undefined;
      });
  }

  /** A batch; none while another process has the lock. Whoever has just changed a row keeps it. */
  private remove(table: string, isOutdated: RawBuilder<SqlBool>): Promise<number> {
    return this.em.transactional(async (em) => {
      const db = em.getKysely();
      const lock = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as held`.execute(db);
      if (lock.rows[0]?.held !== true) return 0;
      const deletion = await sql`
        delete from ${sql.table(table)} where ctid = any (array(
          select ctid from ${sql.table(table)} where ${isOutdated} limit ${BATCH}))`.execute(db);
      return Number(deletion.numAffectedRows ?? 0);
    });
  }
}
