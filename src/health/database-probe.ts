import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { withTimeout } from './with-timeout.js';
import { ProbeConnection } from './probe-connection.js';

/** How long the database may take to show that it is there, in milliseconds. Who probes waits a second, as a rule. */
const PROBE_TIMEOUT_MS = 800;

/** For how long what was found out is told, in milliseconds: those who probe are no burden to the database, however many. */
const RESULT_TTL_MS = 100;

/**
 * Finds out whether the database answers, by a connection of its own: those of the pool may all wait for a lock, and the database
 * is there all the same.
 */
@Injectable()
export class DatabaseProbe implements OnModuleDestroy {
  private connection: ProbeConnection | undefined;
  private result: Promise<boolean> | undefined;
  private isStopped = false;

  constructor(private readonly em: EntityManager) {}

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await this.discardConnection();
  }

  /** Whether it answers, or did a moment ago. Never rejects. */
  isReachable(): Promise<boolean> {
    return (this.result ??= this.probe());
  }

  private async probe(): Promise<boolean> {
    const isReachable = await withTimeout(this.ping(), PROBE_TIMEOUT_MS).then(
      () => true,
      () => false,
    );
    setTimeout(() => (this.result = undefined), RESULT_TTL_MS).unref();
    if (!isReachable) void this.discardConnection();
    return isReachable;
  }

  /** A connection that was kept may have ended without anybody having heard: that says nothing of the database yet. */
  private async ping(): Promise<void> {
    const existing = this.connection;
    if (existing && !existing.isBroken) {
      if (await canPing(existing)) return;
      if (existing !== this.connection) throw new Error('Probe connection discarded');
    }
    await this.discardConnection();
    if (this.isStopped) throw new Error('Probe stopped');
    this.connection = new ProbeConnection(this.em.config.get('clientUrl') ?? '');
    await this.connection.ping();
  }

  private async discardConnection(): Promise<void> {
    const connection = this.connection;
    this.connection = undefined;
    await connection?.close();
  }
}

const canPing = (connection: ProbeConnection): Promise<boolean> =>
  connection.ping().then(
    () => true,
    () => false,
  );
