import { Socket } from 'node:net';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';

/** Time for the database to respond, in milliseconds. Most probes wait for one second. */
const PROBE_TIMEOUT_MS = 800;

/** How long a result is reused, in milliseconds, so that any number of probes costs the database ten queries per second at most. */
const RESULT_TTL_MS = 100;

const APPLICATION_NAME = 'calendar-events-service probe';

/** Checks whether the database responds. It has its own connection, because all connections of the pool may be waiting for a lock. */
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

  /** Whether the database responds, or did within the last 100 ms. Never rejects. */
  isReachable(): Promise<boolean> {
    return (this.result ??= this.probe());
  }

  private async probe(): Promise<boolean> {
    const isReachable = await succeeds(withTimeout(this.ping(), PROBE_TIMEOUT_MS));
    setTimeout(() => (this.result = undefined), RESULT_TTL_MS).unref();
    if (!isReachable) void this.discardConnection();
    return isReachable;
  }

  /** Uses the open connection. If that is broken, the database may still respond on a new one. */
  private async ping(): Promise<void> {
    const existing = this.connection;
    if (existing && (await succeeds(existing.ping()))) return;
    if (existing !== this.connection) throw new Error('Probe timed out');
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

class ProbeConnection {
  private readonly socket = new Socket();
  private readonly client: pg.Client;
  private readonly opening: Promise<unknown>;

  constructor(url: string) {
    this.client = new pg.Client({
      connectionString: url,
      application_name: APPLICATION_NAME,
      stream: () => this.socket,
      keepAlive: true,
    });
    // The next ping rejects. Without a listener, the error would end the process.
    this.client.on('error', () => undefined);
    this.opening = this.client.connect();
  }

  async ping(): Promise<void> {
    await this.opening;
    await this.client.query('select 1');
  }

  /** Closes the socket at once: if the network is down, the database never confirms the end of the session. */
  async close(): Promise<void> {
    const ended = this.client.end();
    this.socket.destroy();
    await ended;
  }
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Rejects if the work takes longer. A response that has arrived by then counts, even if the process was too busy to read it. */
async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(new Error(`Timed out after ${timeoutMs} ms`));
  // Node.js reads from sockets after timers and before immediates.
  const timer = setTimeout(() => setImmediate(end), timeoutMs);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
