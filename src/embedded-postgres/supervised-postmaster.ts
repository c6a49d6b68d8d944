import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { ensureDatabase } from './database-connection.js';
import { PostmasterFailedError, reasonOf } from './embedded-postgres.errors.js';
import { findFreePort } from './free-port.js';
import { endLeftovers } from './leftover-processes.js';
import type { Log } from './log.js';
import { Postmaster } from './postmaster.js';

export interface SupervisionOptions {
  log: Log;
  /** Told once, when the database ended and could not be brought back. */
  onLost?: ((error: Error) => void) | undefined;
  /** How long a start is tried again, in milliseconds; default a minute. */
  patience?: number;
}

const PATIENCE = 60_000;
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2_000;
/** A server that ends sooner than this after its start, and did so before, is not started again at once. */
const SHORT_LIFE = 5_000;

/** A postmaster that is kept running: whenever it ends by itself, it is started again on the same port. */
export class SupervisedPostmaster {
  /** Of 127.0.0.1. */
  port = 0;
  readonly #cluster: Cluster;
  readonly #options: SupervisionOptions;
  readonly #stop = new AbortController();
  #current: Postmaster | undefined;
  #watch: Promise<void> = Promise.resolve();
  #stopping: Promise<void> | undefined;

  private constructor(cluster: Cluster, options: SupervisionOptions) {
    this.#cluster = cluster;
    this.#options = options;
  }

  /** Starts the database of a cluster; resolves when it accepts connections. */
  static async start(cluster: Cluster, options: SupervisionOptions): Promise<SupervisedPostmaster> {
    const postmaster = new SupervisedPostmaster(cluster, options);
    await postmaster.#launchPatiently(
      findFreePort,
      (error) => error instanceof PostmasterFailedError && error.transient,
    );
    postmaster.#watch = postmaster.#keepRunning();
    return postmaster;
  }

  /** Ends the database, and any restart that is under way; idempotent. */
  stop(): Promise<void> {
    this.#stopping ??= this.#end();
    return this.#stopping;
  }

  async #end(): Promise<void> {
    this.#stop.abort();
    await this.#current?.stop();
    await this.#watch;
  }

  async #keepRunning(): Promise<void> {
    let shortLives = 0;
    while (this.#current) {
      const start = performance.now();
      const reason = await this.#current.ended;
      if (this.#stop.signal.aborted) return;
      shortLives = performance.now() - start < SHORT_LIFE ? shortLives + 1 : 0;
      if (shortLives > 1) await this.#pause(Math.min(FIRST_PAUSE * 2 ** shortLives, LONGEST_PAUSE));
      await this.#restart(reason);
    }
  }

  async #restart(reason: string): Promise<void> {
    const start = performance.now();
    try {
      await this.#launchPatiently(
        async () => this.port,
        () => true,
      );
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      this.#options.log(`The database had ended by itself (${reason}); it runs again since, after ${seconds} s.`);
    } catch (error) {
      this.#current = undefined;
      if (!this.#stop.signal.aborted) this.#giveUp(reason, error);
    }
  }

  #giveUp(reason: string, error: unknown): void {
    const failure = error instanceof PostmasterFailedError ? error.reason : reasonOf(error);
    const lost = new Error(
      `The database in ${this.#cluster.directory} ended by itself (${reason}) and cannot be started again: ` +
        `${failure}. Solve that (is the disk full?) and start the service again.`,
    );
    this.#options.log(lost.message);
    this.#options.onLost?.(lost);
  }

  /** Tries until it works, the patience ends, the failure is not one to wait for, or `stop` is called. */
  async #launchPatiently(choosePort: () => Promise<number>, mayPass: (error: unknown) => boolean): Promise<void> {
    const deadline = performance.now() + (this.#options.patience ?? PATIENCE);
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        return await this.#launch(await choosePort());
      } catch (error) {
        if (this.#stop.signal.aborted || !mayPass(error) || performance.now() + pause > deadline) throw error;
      }
      await this.#pause(pause);
    }
  }

  async #launch(port: number): Promise<void> {
    await endLeftovers(this.#cluster, this.#options.log);
    // From here to the assignment nothing is awaited, so that `stop` finds every postmaster there is.
    this.#stop.signal.throwIfAborted();
    this.port = port;
    const postmaster = new Postmaster(this.#cluster, port, this.#options.log);
    this.#current = postmaster;
    try {
      await postmaster.ready();
      await ensureDatabase(port, this.#cluster.password);
    } catch (error) {
      await postmaster.stop();
      throw error;
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }
}
