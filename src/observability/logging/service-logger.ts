import { pino, type Logger } from 'pino';
import type { Configuration } from '../../kernel/config/configuration.js';
import { humanLines } from './human-lines.js';
import { logDestination } from './log-destination.js';
import { loggableError } from '../../persistence/client/database-errors.js';

export const SERVICE_LOGGER_TOKEN = Symbol('SERVICE_LOGGER');

const loggersByConfiguration = new WeakMap<Configuration, Logger>();

let traceIdSource: (() => Readonly<Record<string, string>>) | undefined;

/** Adds the ids of the current trace to every line of the loggers that are created later. */
export function setTraceIdSource(source: typeof traceIdSource): void {
  traceIdSource = source;
}

/** The logger of an application, which all its parts share: lines of JSON on standard output, or short lines on a terminal. */
export function serviceLogger(configuration: Configuration): Logger {
  const existing = loggersByConfiguration.get(configuration);
  if (existing) return existing;
  const logger = createLogger(configuration);
  loggersByConfiguration.set(configuration, logger);
  return logger;
}

function createLogger({ LOG_LEVEL }: Configuration): Logger {
  return pino(
    {
      level: LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: loggableError },
      ...(traceIdSource ? { mixin: traceIdSource } : {}),
    },
    process.stdout.isTTY ? humanLines(logDestination()) : logDestination(),
  );
}
