import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SetupError } from '../kernel/errors/setup-error.js';
import type { Cluster } from './cluster.js';
import type { Log } from './data-directory.js';
import { ensureDatabase } from './database-connection.js';
import { reasonOf } from './postgres-program.js';
import { Postmaster } from './postmaster.js';

export interface SupervisionOptions {
  log: Log;
  /** Called once if the server exited by itself and could not be restarted. */
  onLost?: (error: Error) => void;
  /** Time for all attempts of a start, in milliseconds. Default: one minute. */
  timeoutMs?: number;
}

const START_TIMEOUT_MS = 60_000;
const RETRY_DELAY_MS = 200;
/** Failures of a start that may be over soon: the port was just taken, or processes of a killed server still run. */
const TRANSIENT_FAILURE = /TCP\/IP sockets|shared memory|lock file .* already exists/;

/** A server that is restarted on the same port whenever it exits by itself. */
export class SupervisedPostmaster {
  /** On 127.0.0.1. */
  port = 0;
  private readonly stopping = new AbortController();
  private current: Postmaster | undefined;
  private supervision: Promise<void> | undefined;

  private readonly cluster: Cluster;
  private readonly options: SupervisionOptions;

  private constructor(cluster: Cluster, options: SupervisionOptions) {
    this.cluster = cluster;
    this.options = options;
  }

  /** Starts the server of a cluster. Resolves when it accepts connections. */
  static async start(cluster: Cluster, options: SupervisionOptions): Promise<SupervisedPostmaster> {
    const server = new SupervisedPostmaster(cluster, options);
    server.supervision = server.supervise(await server.launch('start'));
    return server;
  }

  /** Stops the server, and any restart in progress. Idempotent. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.current?.stop();
    await this.supervision;
  }

  private async supervise(postmaster: Postmaster): Promise<void> {
    const reason = await postmaster.exited;
    if (this.stopping.signal.aborted) return;
    const exitedMs = performance.now();
    try {
      const restarted = await this.launch('restart');
      const seconds = ((performance.now() - exitedMs) / 1000).toFixed(1);
      this.options.log(`PostgreSQL exited (${reason}). Restarted after ${seconds} s.`);
      return this.supervise(restarted);
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      const message = `PostgreSQL in ${this.cluster.directory} exited (${reason}) and could not be restarted: ${reasonOf(error)}.`;
      this.options.onLost?.(new SetupError(`${message} Check free disk space and start the service again.`));
    }
  }

  /** Retries until the server is ready, the time is over, the failure is permanent, or `stop` is called. */
  private async launch(purpose: 'start' | 'restart'): Promise<Postmaster> {
    const deadline = performance.now() + (this.options.timeoutMs ?? START_TIMEOUT_MS);
    for (;;) {
      if (purpose === 'start') this.port = await findFreePort();
      // No await from here to the assignment, so that `stop` finds the process.
      this.stopping.signal.throwIfAborted();
      const postmaster = (this.current = new Postmaster(this.cluster, this.port, this.options.log));
      try {
        await postmaster.waitUntilReady();
        await ensureDatabase(this.port, this.cluster.password);
        return postmaster;
      } catch (error) {
        await postmaster.stop();
        const isTransient = purpose === 'restart' || TRANSIENT_FAILURE.test(reasonOf(error));
        if (!isTransient || performance.now() > deadline) throw error;
      }
      await delay(RETRY_DELAY_MS, undefined, { signal: this.stopping.signal });
    }
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
