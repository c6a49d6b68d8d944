import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { PostmasterFailedError } from './embedded-postgres.errors.js';
import { type Log, tell } from './log.js';
import { launchOptions, sendSignal } from './postgres-program.js';
import { readPidFile } from './postmaster-pid-file.js';

// What the service relies on, and no postgresql.conf may change. Its texts and values must reach no log: messages are
// terse, since details name rows and statements, and statements are not logged at all.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%b|',
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** Ways to end a postmaster, with the time each may take, in milliseconds: fast shutdown, immediate, forced. */
const STOP_SIGNALS: [NodeJS.Signals, number][] = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 6_000],
  ['SIGKILL', 2_000],
];
/** `postmaster|FATAL:  could not …`; the kind of process is missing in what PostgreSQL says before it knows its settings. */
const MESSAGE = /^(?:([\w ]+)\|)?(\w+): +(.*)/;
/** Whose fatal errors end the server; those of a session end the session. */
const RUNS_THE_SERVER = new Set([undefined, 'postmaster', 'startup']);
const CRASH = /was terminated by/;
const READY_POLL = 20;
/** Replaying the log after a crash may take a while, which the log then says. */
const STILL_STARTING = 10_000;

/** One postmaster, from its launch to its end; it is a child of this process, in a process group of its own. */
export class Postmaster {
  /** Settles when the process has ended, with the reason in words. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #cluster: Cluster;
  readonly #log: Log;
  #hasEnded = false;
  #lastComplaint = '';
  #stopping: Promise<void> | undefined;

  constructor(cluster: Cluster, port: number, log: Log) {
    this.#cluster = cluster;
    this.#log = log;
    this.#child = launch(cluster, port);
    this.#readMessages();
    // Whoever ends this process by process.exit() leaves no database behind either.
    const interrupt = () => this.#child.kill('SIGINT');
    process.once('exit', interrupt);
    this.ended = this.#untilEnd().finally(() => process.off('exit', interrupt));
  }

  /** Resolves when the database accepts connections; rejects with PostmasterFailedError when the process ends instead. */
  async ready(): Promise<void> {
    let nextNotice = performance.now() + STILL_STARTING;
    while (!(await this.#isReady())) {
      if (this.#hasEnded) throw new PostmasterFailedError(await this.ended);
      if (performance.now() > nextNotice) {
        tell(this.#log, { key: 'database.recovering' });
        nextNotice += STILL_STARTING;
      }
      await Promise.race([this.ended, delay(READY_POLL)]);
    }
  }

  /** Ends the process, cleanly if it can; idempotent, and bounded. */
  stop(): Promise<void> {
    this.#stopping ??= this.#end();
    return this.#stopping;
  }

  async #end(): Promise<void> {
    for (const [signal, patience] of STOP_SIGNALS) {
      if (this.#hasEnded || !this.#child.pid) return;
      await sendSignal(this.#child.pid, signal, this.#cluster.binaries);
      const giveUp = new AbortController();
      await Promise.race([this.ended, delay(patience, undefined, { signal: giveUp.signal }).catch(() => undefined)]);
      giveUp.abort();
    }
  }

  async #isReady(): Promise<boolean> {
    const file = await readPidFile(this.#cluster.directory);
    return file !== undefined && file.ready && file.pid === this.#child.pid;
  }

  async #untilEnd(): Promise<string> {
    const end = once(this.#child, 'exit').then(
      ([code, signal]) => (signal ? `signal ${signal}` : `exit code ${code}`),
      (error) => `could not be launched: ${error.message}`,
    );
    const reason = await end;
    this.#hasEnded = true;
    // Its last words may come after its end; backends that outlive it hold the stream open, so this is not awaited long.
    await Promise.race([once(this.#child, 'close'), delay(50)]);
    return this.#lastComplaint ? `${reason}: ${this.#lastComplaint}` : reason;
  }

  #readMessages(): void {
    if (!this.#child.stderr) return;
    createInterface({ input: this.#child.stderr }).on('line', (line) => {
      const [, process, level, text] = MESSAGE.exec(line) ?? [];
      if (level === 'PANIC' || (level === 'FATAL' && RUNS_THE_SERVER.has(process))) this.#lastComplaint = text ?? '';
      if (level === 'PANIC' || (level === 'LOG' && CRASH.test(line))) this.#log(`PostgreSQL: ${text}`);
    });
  }
}

/**
 * Detached, so that a Ctrl-C in the terminal, which goes to the whole process group, does not end the database before
 * the service has answered its last requests.
 */
function launch(cluster: Cluster, port: number): ChildProcess {
  const { postgres } = cluster.binaries;
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(postgres, ['-D', cluster.directory, '-p', String(port), ...settings], {
    ...launchOptions(postgres, cluster.user),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
}
