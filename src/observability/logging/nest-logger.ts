import type { LoggerService } from '@nestjs/common';
import { Logger as PinoForNest, type PinoLogger } from 'nestjs-pino';
import type { Logger } from 'pino';

/** Contexts in which Nest logs how it assembles the application. */
const BOOTSTRAP_CONTEXTS = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/** Writes bootstrap messages at level `debug`. */
class NestLogger extends PinoForNest {
  override log(message: unknown, ...more: unknown[]): void {
    if (BOOTSTRAP_CONTEXTS.has(String(more.at(-1)))) this.debug(message, ...more);
    else super.log(message, ...more);
  }
}

/**
 * Logger of Nest that writes to a pino logger. A `PinoLogger` would add the request from an asynchronous context, of which a process has
 * only one; the service adds request ids itself.
 */
export const createNestLogger = (log: Logger): LoggerService => new NestLogger(log as unknown as PinoLogger, {});
