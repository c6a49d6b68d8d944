import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { PostmasterFailedError } from './embedded-postgres.errors.js';
import type { Log } from './log.js';
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
const LOG_LINE = /^(?:([\w ]+)\|)?(\w+): +(.*)/;
/** Whose fatal errors end the server; those of a session end the session. */
const SERVER_PROCESSES = new Set([undefined, 'postmaster', 'startup']);
const CRASH = /was terminated by/;
const READY_POLL_MS = 20;
/** Replaying the log after a crash may take a while, which the log then says. */
const PROGRESS_NOTICE_MS = 10_000;

/** One postmaster, from its launch to its end; it is a child of this process, in a process group of its own. */
export class Postmaster {
  /** Settles when the process has ended, with the reason in words. */
  readonly exited: Promise<string>;
  private readonly child: ChildProcess;
  private readonly cluster: Cluster;
  private readonly log: Log;
  private hasExited = false;
  private lastFatalMessage = '';
  private stopping: Promise<void> | undefined;

  constructor(cluster: Cluster, port: number, log: Log) {
    this.cluster = cluster;
    this.log = log;
    this.child = launch(cluster, port);
    this.readMessages();
    // Whoever ends this process by process.exit() leaves no database behind either.
    const interrupt = () => this.child.kill('SIGINT');
    process.once('exit', interrupt);
    this.exited = this.waitForExit().finally(() => process.off('exit', interrupt));
  }

  /** Resolves when the database accepts connections; rejects with PostmasterFailedError when the process ends instead. */
  async waitUntilReady(): Promise<void> {
    let nextNoticeMs = performance.now() + PROGRESS_NOTICE_MS;
    while (!(await this.isReady())) {
      if (this.hasExited) throw new PostmasterFailedError(await this.exited);
      if (performance.now() > nextNoticeMs) {
        this.log('The database is still starting: it recovers its last changes.');
        nextNoticeMs += PROGRESS_NOTICE_MS;
      }
      await Promise.race([this.exited, delay(READY_POLL_MS)]);
    }
  }

  /** Ends the process, cleanly if it can; idempotent, and bounded. */
  stop(): Promise<void> {
    this.stopping ??= this.terminate();
    return this.stopping;
  }

  private async terminate(): Promise<void> {
    for (const [signal, timeoutMs] of STOP_SIGNALS) {
      if (this.hasExited || !this.child.pid) return;
      await sendSignal(this.child.pid, signal, this.cluster.binaries);
      const giveUp = new AbortController();
      await Promise.race([this.exited, delay(timeoutMs, undefined, { signal: giveUp.signal }).catch(() => undefined)]);
      giveUp.abort();
    }
  }

  private async isReady(): Promise<boolean> {
    const file = await readPidFile(this.cluster.directory);
    return file !== undefined && file.isReady && file.pid === this.child.pid;
  }

  private async waitForExit(): Promise<string> {
    const end = once(this.child, 'exit').then(
      ([code, signal]) => (signal ? `signal ${signal}` : `exit code ${code}`),
      (error) => `could not be launched: ${error.message}`,
    );
    const reason = await end;
    this.hasExited = true;
    // Its last words may come after its end; backends that outlive it hold the stream open, so this is not awaited long.
    await Promise.race([once(this.child, 'close'), delay(50)]);
    return this.lastFatalMessage ? `${reason}: ${this.lastFatalMessage}` : reason;
  }

  private readMessages(): void {
    if (!this.child.stderr) return;
    createInterface({ input: this.child.stderr }).on('line', (line) => {
      const [, process, level, text] = LOG_LINE.exec(line) ?? [];
      if (level === 'PANIC' || (level === 'FATAL' && SERVER_PROCESSES.has(process))) this.lastFatalMessage = text ?? '';
      if (level === 'PANIC' || (level === 'LOG' && CRASH.test(line))) this.log(`PostgreSQL: ${text}`);
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
