import type { LoggerService } from '@nestjs/common';
import { Logger as PinoForNest, type PinoLogger } from 'nestjs-pino';
import type { Logger } from 'pino';

/** Who tells at every start how the application is put together. */
const BOOTSTRAP_CONTEXTS = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/** What the framework and our own classes say by Nest's `Logger` goes to the log; how Nest builds is for developers. */
class NestLogger extends PinoForNest {
  override log(message: unknown, ...more: unknown[]): void {
    if (BOOTSTRAP_CONTEXTS.has(String(more.at(-1)))) this.debug(message, ...more);
    else super.log(message, ...more);
  }
}

/**
 * Nest's logger that writes to `log`. A log of pino serves in place of a `PinoLogger`, of which there can be one in a process, and
 * which looks for a logger of the request in an asynchronous context: what our requests say names the request itself.
 */
export const createNestLogger = (log: Logger): LoggerService => new NestLogger(log as unknown as PinoLogger, {});
