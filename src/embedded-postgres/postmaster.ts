import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import type { Log } from './data-directory.js';
import { pgdataArgument, launchOptions } from './postgres-program.js';
import { readPidFile } from './postmaster-pid-file.js';

/**
 * Settings that the service relies on, whatever postgresql.conf contains. Errors of statements are not logged, because they contain values
 * of records.
 */
const ENFORCED_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  log_line_prefix: '%b|',
  log_min_messages: 'log',
};

/** A fatal error of the server, not of one session. Before it has read its settings, its messages have no prefix. */
const FATAL_LINE_PATTERN = /^(?:(?:postmaster|startup)\|)?(?:FATAL|PANIC): +(.*)/;
/** A crash of one process of the server, after which the server recovers by itself. */
const CRASH_LINE_PATTERN = /^[\w ]+\|(?:PANIC: +|LOG: +(?=.* was terminated by ))(.*)/;
const READY_POLL_MS = 20;
/** Time for a fast shutdown. The immediate shutdown after it takes up to 5 s. */
const FAST_SHUTDOWN_MS = 8_000;

/** The main process of a server, a child of this process. */
export class Postmaster {
  /** Resolves when the process has ended, with the reason. */
  readonly exited: Promise<string>;
  private readonly child: ChildProcess;
  private readonly cluster: Cluster;
  private readonly log: Log;
  private hasExited = false;
  private fatalMessage = '';

  constructor(cluster: Cluster, port: number, log: Log) {
    this.cluster = cluster;
    this.log = log;
    this.child = spawnServer(cluster, port);
    if (this.child.stderr) createInterface(this.child.stderr).on('line', (line) => this.handleLogLine(line));
    // For process.exit() without `stop`.
    const interrupt = () => this.child.kill('SIGINT');
    process.once('exit', interrupt);
    this.exited = this.waitForExit().finally(() => process.off('exit', interrupt));
  }

  /** Resolves when the server accepts connections. Rejects if it exits. */
  async waitUntilReady(): Promise<void> {
    while (!(await this.isReady())) {
      if (this.hasExited) throw new Error(await this.exited);
      await Promise.race([this.exited, delay(READY_POLL_MS)]);
    }
  }

  /** Shuts the server down. Idempotent. */
  async stop(): Promise<void> {
    const immediate = setTimeout(() => this.child.kill('SIGQUIT'), FAST_SHUTDOWN_MS);
    this.child.kill('SIGINT');
    await this.exited;
    clearTimeout(immediate);
  }

  private async isReady(): Promise<boolean> {
    const file = await readPidFile(this.cluster.directory);
    return file?.isReady === true && file.pid === this.child.pid;
  }

  private async waitForExit(): Promise<string> {
    const reason = await once(this.child, 'exit').then(
      ([code, signal]) => (signal ? `signal ${signal}` : `exit code ${code}`),
      (error: Error) => error.message,
    );
    this.hasExited = true;
    // The last messages may arrive after the exit. The stream stays open while a child process of the server runs.
    await Promise.race([once(this.child, 'close'), delay(50)]);
    return this.fatalMessage ? `${reason}: ${this.fatalMessage}` : reason;
  }

  private handleLogLine(line: string): void {
    this.fatalMessage = FATAL_LINE_PATTERN.exec(line)?.[1] ?? this.fatalMessage;
    const crash = CRASH_LINE_PATTERN.exec(line)?.[1];
    if (crash) this.log(`PostgreSQL: ${crash}`);
  }
}

/** Detached, so that Ctrl-C, which reaches the whole process group, does not stop the database before the last responses are sent. */
function spawnServer({ binaries, directory }: Cluster, port: number): ChildProcess {
  const settings = Object.entries(ENFORCED_SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(binaries.postgres, ['-D', pgdataArgument(directory), '-p', String(port), ...settings], {
    ...launchOptions(binaries.user, directory),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
}
