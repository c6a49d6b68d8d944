import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { sql } from 'kysely';
import pg from 'pg';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { ChangeCounter } from '../../persistence/transactions/change-counter.js';

/** The channel on which the database tells of changes: the triggers of the migration `change-notices`. */
export const CHANNEL = 'calendar_changes';

/** What a notice begins with that is no change, but the proof that notices arrive: a pooler that lends its connections loses every notice. */
const PROOF = 'proof ';
const UNPROVEN = 'one that was sent did not arrive; is there a pooler in between?';
const MOST_BEATS = 5;

/** How often the connection is asked whether it is alive, and how long it may take for an answer, in milliseconds. */
const BEAT = 400;

/** How long opening the connection may take, in milliseconds. */
const OPENING = 1_000;

/** Pause before a connection that broke is opened again, in milliseconds. */
const RECONNECT_DELAY_MS = 200;

/** Hears of what other processes commit, where there is something to cache. While it does not, nothing is cached. */
@Injectable()
export class ChangeListener implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ChangeListener.name);
  private client: pg.Client | undefined;
  private isStopped = false;
  #areHeard = false;

  constructor(
    private readonly em: EntityManager,
    private readonly changes: ChangeCounter,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** Whether other processes' changes are heard of. */
  get areHeard(): boolean {
    return this.#areHeard;
  }

  onApplicationBootstrap(): void {
    if (this.configuration.CACHE_BYTES > 0) void this.keepListening();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await this.client?.end();
  }

  private async keepListening(): Promise<void> {
    for (let isNews = true; !this.isStopped; isNews ||= this.#areHeard) {
      const reason = await this.listen().catch((error: unknown) => error);
      if (!this.isStopped && (isNews || this.#areHeard))
        this.logger.warn(`Nothing is cached as long as no notices of changes come: ${reasonOf(reason)}`);
      isNews = false;
      this.#areHeard = false;
      this.changes.increment();
      await setTimeout(RECONNECT_DELAY_MS, undefined, { ref: false });
    }
  }

  /**
   * Listens until the connection breaks.
   * @throws always: why it has broken, or could not be opened
   */
  private async listen(): Promise<never> {
    const connectionString = this.em.config.get('clientUrl') ?? '';
    const limits = { keepAlive: true, connectionTimeoutMillis: OPENING, query_timeout: BEAT };
    const client = new pg.Client({ connectionString, application_name: 'calendar-events-service notices', ...limits });
    const proof = `${PROOF}${randomUUID()}`;
    const broken = new Promise<never>((_listen, reject) => client.on('error', reject));
    this.client = client;
    client.on('notification', ({ payload = '' }) => {
      if (payload === proof) this.#areHeard = true;
      else if (!payload.startsWith(PROOF)) this.changes.increment();
    });
    try {
      return await Promise.race([broken, this.beat(client, proof)]);
    } finally {
      // A farewell would never be answered by a network that is gone.
      client.connection.stream.destroy();
    }
  }

  private async beat(client: pg.Client, proof: string): Promise<never> {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    await sql`select pg_notify(${CHANNEL}, ${proof})`.execute(this.em.getKysely());
    for (let beats = 0; ; beats += 1) {
      await client.query('select');
      if (!this.#areHeard && beats === MOST_BEATS) throw new Error(UNPROVEN);
      await setTimeout(BEAT, undefined, { ref: false });
    }
  }
}

const reasonOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));
