import { constants } from 'node:os';
import { Logger } from '@nestjs/common';
import { loggableError } from '../../persistence/client/loggable-error.js';

/** Within how many milliseconds this process is gone once it was asked to stop. */
const EXIT_TIMEOUT_MS = 9_500;

/**
 * Within how many milliseconds of the first a signal is taken for the same one. One Ctrl-C comes twice where npm's shell has
 * made way for its command: from the terminal, to all that runs in it, and from npm, which passes it on.
 */
const SIGNAL_ECHO_MS = 500;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls back at the first signal that asks this process to stop; another one ends it at once, by the exit code that stands
 * for that signal, and so that an embedded database ends, too.
 */
export function onStopSignal(stop: () => void): void {
  let first: number | undefined;
  const receive = (signal: (typeof SIGNALS)[number]) => {
    const now = performance.now();
    if (first !== undefined && now - first > SIGNAL_ECHO_MS) process.exit(128 + constants.signals[signal]);
    if (first !== undefined) return;
    first = now;
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, receive);
}

/**
 * Ends this process with 0 once its service has stopped, or takes too long to. A start that fails is told by whoever started.
 * @param cleanUp what is left to be done then
 */
export function exitAfterStop(
  starting: Promise<{ stop(): Promise<void> }>,
  cleanUp: () => Promise<void> | undefined,
): void {
  setTimeout(() => process.exit(0), EXIT_TIMEOUT_MS);
  void starting.then(
    (service) =>
      service
        .stop()
        .then(cleanUp)
        .then(() => process.exit(0)),
    () => undefined,
  );
}

/** After an error that nobody has handled nothing is certain any more: it is logged, and whoever supervises the process starts another. */
export function exitOnUncaughtException(): void {
  process.on('uncaughtException', (error) => {
    new Logger('Service').fatal(loggableError(error));
    process.exit(1);
  });
}
