import { pino, type Logger } from 'pino';
import { loggableError } from '../../persistence/client/loggable-error.js';
import type { Configuration } from '../../kernel/config/configuration.js';
import { traceMixin } from './trace-mixin.js';

/** Injection token of the log that {@link serviceLogger} opens. */
export const SERVICE_LOGGER = Symbol('SERVICE_LOGGER');

const loggersByConfiguration = new WeakMap<Configuration, Logger>();

/** The log of a service: lines of JSON on standard output. All parts of an application share one. */
export function serviceLogger(configuration: Configuration): Logger {
  const known = loggersByConfiguration.get(configuration);
  if (known) return known;
  const log = openLogger(configuration);
  loggersByConfiguration.set(configuration, log);
  return log;
}

/** Lines are written as they come: what happened last before a process was ended is what is looked for. */
function openLogger({ LOG_LEVEL }: Configuration): Logger {
  const mixin = traceMixin();
  return pino(
    {
      level: LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: loggableError },
      ...(mixin ? { mixin } : {}),
    },
    pino.destination({ fd: 1, sync: true }),
  );
}
