import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { sql } from 'kysely';
import { loggableError } from '../client/loggable-error.js';

/** How often it is asked which tables have outgrown what is known of them, and after how long again where that failed, in milliseconds. */
const INTERVAL = 2_000;
const AFTER_FAILURE = 10_000;

/** Half of the rows up to which any plan will do. */
const FEW = 50;

/** From how many rows on a table does not double within a minute, and is left to autovacuum; up to there it is analyzed in an instant. */
const MANY = 100_000;

/**
 * Has PostgreSQL look anew at tables that have doubled since it last did. Autovacuum sees to that once a minute
 * (`autovacuum_naptime`): until then a new service goes by plans for empty tables, in which joins take as long as both
 * tables multiplied.
 */
@Injectable()
export class TableStatistics implements OnModuleDestroy {
  private readonly logger = new Logger(TableStatistics.name);
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private isStopped = false;
  private hasFailed = false;

  constructor(private readonly em: EntityManager) {}

  /** Looks every other second from now on, until the application is closed. */
  start(): void {
    this.looking ??= this.look();
  }

  /** Gives the tables that have outgrown what is known of them, each analyzed, unless another session holds it, or is at it just now. */
  async refresh(): Promise<readonly string[]> {
    const db = this.em.fork().getKysely();
    const { rows } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = (select oid from pg_namespace where nspname = current_schema())
        and pg_has_role(relowner, 'usage') and pg_stat_get_live_tuples(oid) < ${MANY}
        and pg_stat_get_live_tuples(oid) > 2 * greatest(${FEW}, reltuples)`.execute(db);
    const outgrown = rows.map(({ name }) => name);
    const failures: unknown[] = [];
    for (const name of outgrown) {
      const analyzed = this.isStopped ? undefined : sql.raw(`analyze (skip_locked) ${name}`).execute(db);
      // One that takes too long must not keep those behind it from being analyzed.
      await analyzed?.catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
    return outgrown;
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.looking;
  }

  /** Nobody waits for it: what fails is told to the log, once. */
  private async look(): Promise<void> {
    const failure = await this.refresh().then(
      () => undefined,
      (error: unknown) => loggableError(error),
    );
    if (this.isStopped) return;
    if (failure && !this.hasFailed) this.logger.warn(`Tables that have grown were not analyzed: ${failure}`);
    this.hasFailed = failure !== undefined;
    const again = () => {
      this.looking = this.look();
    };
    this.timer = setTimeout(again, failure ? AFTER_FAILURE : INTERVAL).unref();
  }
}
