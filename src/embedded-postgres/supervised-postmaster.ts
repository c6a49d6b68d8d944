import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { ensureDatabase } from './database-connection.js';
import { PostmasterFailedError, reasonOf } from './embedded-postgres.errors.js';
import { findFreePort } from './free-port.js';
import { killOrphans } from './kill-orphans.js';
import type { Log } from './log.js';
import { Postmaster } from './postmaster.js';

export interface SupervisionOptions {
  log: Log;
  /** Told once, when the database ended and could not be brought back. */
  onLost?: ((error: Error) => void) | undefined;
  /** How long a start is tried again, in milliseconds; default a minute. */
  restartTimeoutMs?: number;
}

const RESTART_TIMEOUT_MS = 60_000;
const INITIAL_RETRY_DELAY_MS = 50;
const MAX_RETRY_DELAY_MS = 2_000;
/** A server that ends sooner than this after its start, and did so before, is not started again at once. */
const MIN_UPTIME_MS = 5_000;

/** A postmaster that is kept running: whenever it ends by itself, it is started again on the same port. */
export class SupervisedPostmaster {
  /** Of 127.0.0.1. */
  port = 0;
  private readonly cluster: Cluster;
  private readonly options: SupervisionOptions;
  private readonly abortController = new AbortController();
  private current: Postmaster | undefined;
  private watch: Promise<void> = Promise.resolve();
  private stopping: Promise<void> | undefined;

  private constructor(cluster: Cluster, options: SupervisionOptions) {
    this.cluster = cluster;
    this.options = options;
  }

  /** Starts the database of a cluster; resolves when it accepts connections. */
  static async start(cluster: Cluster, options: SupervisionOptions): Promise<SupervisedPostmaster> {
    const postmaster = new SupervisedPostmaster(cluster, options);
    await postmaster.launchWithRetries(
      findFreePort,
      (error) => error instanceof PostmasterFailedError && error.isTransient,
    );
    postmaster.watch = postmaster.keepRunning();
    return postmaster;
  }

  /** Ends the database, and any restart that is under way; idempotent. */
  stop(): Promise<void> {
    this.stopping ??= this.end();
    return this.stopping;
  }

  private async end(): Promise<void> {
    this.abortController.abort();
    await this.current?.stop();
    await this.watch;
  }

  private async keepRunning(): Promise<void> {
    let shortRuns = 0;
    while (this.current) {
      const start = performance.now();
      const reason = await this.current.exited;
      if (this.abortController.signal.aborted) return;
      shortRuns = performance.now() - start < MIN_UPTIME_MS ? shortRuns + 1 : 0;
      if (shortRuns > 1) await this.wait(Math.min(INITIAL_RETRY_DELAY_MS * 2 ** shortRuns, MAX_RETRY_DELAY_MS));
      await this.restart(reason);
    }
  }

  private async restart(reason: string): Promise<void> {
    const start = performance.now();
    try {
      await this.launchWithRetries(
        async () => this.port,
        () => true,
      );
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      this.options.log(`PostgreSQL exited (${reason}). Restarted after ${seconds} s.`);
    } catch (error) {
      this.current = undefined;
      if (!this.abortController.signal.aborted) this.reportLost(reason, error);
    }
  }

  private reportLost(reason: string, error: unknown): void {
    const failure = error instanceof PostmasterFailedError ? error.reason : reasonOf(error);
    const lost = new Error(
      `PostgreSQL in ${this.cluster.directory} exited (${reason}) and could not be restarted: ` +
        `${failure}. Check disk space and start the service again.`,
    );
    this.options.log(lost.message);
    this.options.onLost?.(lost);
  }

  /** Tries until it works, the patience ends, the failure is not one to wait for, or `stop` is called. */
  private async launchWithRetries(
    choosePort: () => Promise<number>,
    isRetryable: (error: unknown) => boolean,
  ): Promise<void> {
    const deadline = performance.now() + (this.options.restartTimeoutMs ?? RESTART_TIMEOUT_MS);
    for (let delayMs = INITIAL_RETRY_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAX_RETRY_DELAY_MS)) {
      try {
        return await this.launch(await choosePort());
      } catch (error) {
        if (this.abortController.signal.aborted || !isRetryable(error) || performance.now() + delayMs > deadline)
          throw error;
      }
      await this.wait(delayMs);
    }
  }

  private async launch(port: number): Promise<void> {
    await killOrphans(this.cluster, this.options.log);
    // From here to the assignment nothing is awaited, so that `stop` finds every postmaster there is.
    this.abortController.signal.throwIfAborted();
    this.port = port;
    const postmaster = new Postmaster(this.cluster, port, this.options.log);
    this.current = postmaster;
    try {
      await postmaster.waitUntilReady();
      await ensureDatabase(port, this.cluster.password);
    } catch (error) {
      await postmaster.stop();
      throw error;
    }
  }

  private async wait(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.abortController.signal }).catch(() => undefined);
  }
}
