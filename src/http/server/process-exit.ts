import { constants } from 'node:os';
import { Logger } from '@nestjs/common';
import { loggableError } from '../../persistence/client/database-errors.js';

/** Time from the first signal to the end of the process, in milliseconds. */
const EXIT_TIMEOUT_MS = 9_500;

/** Signals within this time of the first one count as the same, in milliseconds. Ctrl-C may arrive twice: from the terminal and from npm. */
const SIGNAL_ECHO_MS = 500;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const PARENT_POLL_INTERVAL_MS = 250;

/** Calls back at the first signal. A second one exits with 128 plus its number; the embedded database is stopped by an exit handler. */
export function onStopSignal(stop: () => void): void {
  let firstMs: number | undefined;
  const receive = (signal: (typeof SIGNALS)[number]) => {
    const now = performance.now();
    if (firstMs !== undefined && now - firstMs > SIGNAL_ECHO_MS) process.exit(128 + constants.signals[signal]);
    if (firstMs !== undefined) return;
    firstMs = now;
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, receive);
}

/** Calls back when the parent process has ended. npm starts scripts through a shell that does not forward signals. */
export function onParentExit(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_POLL_INTERVAL_MS);
  timer.unref();
}

/** Stops the service, cleans up, says so and exits with 0, at the latest after 9.5 s. If the start fails, `run-service.ts` reports it and exits. */
export async function stopAndExit(
  starting: Promise<{ stop(): Promise<void> }>,
  cleanUp: () => Promise<void> | undefined,
): Promise<void> {
  setTimeout(() => process.exit(0), EXIT_TIMEOUT_MS);
  const service = await starting.catch(() => undefined);
  if (!service) return;
  await service.stop();
  await cleanUp();
  process.stdout.write('Stopped.\n');
  process.exit(0);
}

/** Logs an uncaught exception and exits with 1: the state of the process is unknown. */
export function exitOnUncaughtException(): void {
  process.on('uncaughtException', (error) => {
    try {
      new Logger('Service').fatal(loggableError(error));
    } finally {
      process.exit(1);
    }
  });
}
