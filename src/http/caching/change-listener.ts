import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { sql } from 'kysely';
import pg from 'pg';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import { ChangeCounter } from '../../persistence/transactions/change-counter.js';

/** PostgreSQL channel. Triggers on all tables of records notify it. */
export const CHANGE_CHANNEL = 'calendar_changes';

/** Payload prefix of the probe. A probe proves that notifications arrive: transaction poolers lose them. */
const PROBE_PREFIX = 'probe ';
const PROBE_LOST_MESSAGE = 'NOTIFY probe not received. LISTEN needs a direct connection, not a transaction pooler.';
const MAX_PROBE_HEARTBEATS = 5;

/** Interval of the heartbeat queries, and their timeout. */
const HEARTBEAT_MS = 400;
const CONNECT_TIMEOUT_MS = 1_000;
const RECONNECT_DELAY_MS = 200;

/** Listens for commits of other processes (LISTEN/NOTIFY). The response cache is disabled while it is not connected. */
@Injectable()
export class ChangeListener implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ChangeListener.name);
  private client: pg.Client | undefined;
  private isStopped = false;
  private connected = false;

  constructor(
    private readonly em: EntityManager,
    private readonly changes: ChangeCounter,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  get isListening(): boolean {
    return this.connected;
  }

  onApplicationBootstrap(): void {
    if (this.configuration.CACHE_BYTES > 0) void this.keepListening();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await this.client?.end();
  }

  /** Reconnects until the application stops. Logs one warning per lost connection, not per attempt. */
  private async keepListening(): Promise<void> {
    let isFirstAttempt = true;
    while (!this.isStopped) {
      const reason = await this.listen().catch((error: unknown) => error);
      if (!this.isStopped && (isFirstAttempt || this.connected)) {
        const message = reason instanceof Error ? reason.message : String(reason);
        this.logger.warn(`Response cache disabled: change listener not connected: ${message}`);
      }
      isFirstAttempt = false;
      this.connected = false;
      this.changes.increment();
      await setTimeout(RECONNECT_DELAY_MS, undefined, { ref: false });
    }
  }

  /** @throws the reason when the connection breaks */
  private async listen(): Promise<never> {
    const connectionString = this.em.config.get('clientUrl') ?? '';
    const limits = { keepAlive: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: HEARTBEAT_MS };
    const client = new pg.Client({ connectionString, application_name: 'calendar-events-service listener', ...limits });
    const probe = `${PROBE_PREFIX}${randomUUID()}`;
    const broken = new Promise<never>((_resolve, reject) => client.on('error', reject));
    this.client = client;
    client.on('notification', ({ payload = '' }) => {
      if (payload === probe) this.connected = true;
      else if (!payload.startsWith(PROBE_PREFIX)) this.changes.increment();
    });
    try {
      return await Promise.race([broken, this.listenWithHeartbeats(client, probe)]);
    } finally {
      // Closing the connection properly would wait for a network that may be gone.
      client.connection.stream.destroy();
    }
  }

  private async listenWithHeartbeats(client: pg.Client, probe: string): Promise<never> {
    await client.connect();
    await client.query(`listen ${CHANGE_CHANNEL}`);
    await sql`select pg_notify(${CHANGE_CHANNEL}, ${probe})`.execute(this.em.getKysely());
    for (let count = 0; ; count += 1) {
      await client.query('select');
      if (!this.connected && count === MAX_PROBE_HEARTBEATS) throw new Error(PROBE_LOST_MESSAGE);
      await setTimeout(HEARTBEAT_MS, undefined, { ref: false });
    }
  }
}
