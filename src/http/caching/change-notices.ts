import { setTimeout } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { sql } from 'kysely';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { Clock, SystemClock } from '../../kernel/time/clock.js';
import { Changes } from '../../persistence/transactions/changes.js';
import { CHANNEL, NoticeConnection, type DatabasePresent } from './notice-connection.js';

/**
 * Pause before a connection that broke is opened again, in milliseconds; twice as long where that did not help. With the time that opening
 * one may take it stays below a second: so long after the database is back, answers are kept again.
 */
const PAUSE = 100;
const LONGEST_PAUSE = 200;

/** The present as both ways of telling it have it, in milliseconds since 1970. */
export interface Present extends DatabasePresent {
  /** By the clock that tells what day it is where an answer is made. */
  readonly here: number;
}

/**
 * Hears of what other processes commit, on a connection that is kept up while the application runs, where there is
 * something to cache. Nobody waits for it: as long as it is not there, nothing is cached.
 */
@Injectable()
export class ChangeNotices implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ChangeNotices.name);
  private connection: NoticeConnection | undefined;
  private isStopped = false;

  constructor(
    private readonly em: EntityManager,
    private readonly changes: Changes,
    private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  onApplicationBootstrap(): void {
    if (this.configuration.CACHE_BYTES > 0) void this.keepListening();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await this.connection?.close();
  }

  /** The present, as long as it is certain that every change until shortly before is known: see {@link Changes}. */
  present(): Present | undefined {
    const database = this.connection?.present();
    const here = this.clock.now();
    if (!database || this.clock instanceof SystemClock) return database && { ...database, here };
    return { earliest: here, latest: here, here };
  }

  private async keepListening(): Promise<void> {
    for (let failures = 0; !this.isStopped; failures += 1) {
      const connection = new NoticeConnection(this.em.config.get('clientUrl') ?? '', () => this.changes.raise());
      this.connection = connection;
      const reason = await connection.listen((notice) => this.notify(notice)).catch((error: unknown) => error);
      await connection.close();
      if (connection.isProven) failures = 0;
      if (!this.isStopped) await this.pause(failures, reason);
    }
  }

  private async pause(failures: number, reason: unknown): Promise<void> {
    const said = reason instanceof Error ? reason.message : String(reason);
    if (failures === 0) this.logger.warn(`Nothing is cached as long as no notices of changes come: ${said}`);
    await setTimeout(Math.min(PAUSE * 2 ** failures, LONGEST_PAUSE), undefined, { ref: false });
  }

  private notify(notice: string): Promise<unknown> {
    return sql`select pg_notify(${CHANNEL}, ${notice})`.execute(this.em.getKysely());
  }
}
