import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { Logger, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { CalendarModule } from './calendar.module.js';
import { Housekeeping } from './persistence/maintenance/housekeeping.js';
import { NAMESPACE } from './kernel/context/namespace.js';
import type { Configuration } from './kernel/config/configuration.js';
import { prepareDatabase } from './database/prepare-database.js';
import { loadDemoOnce } from './demo/load-demo.js';
import { resolveExtensions, type ResolvedExtensions } from './extension/resolve-extensions.js';
import { loadExtensions } from './extension/load-extensions.js';
import { checkListening, startListening } from './http/server/start-listening.js';
import { createNestLogger } from './observability/logging/nest-logger.js';
import { serviceLogger } from './observability/logging/service-logger.js';
import { MetricsServer } from './observability/metrics/metrics-server.js';
import { CalendarAdapter } from './http/server/calendar-adapter.js';
import { GracefulShutdown } from './http/server/graceful-shutdown.js';

/** A running service. */
interface Service {
  /** Such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** Answers the requests in flight, then closes the application and the database. Idempotent. */
  stop(): Promise<void>;
}

/** Creates the application on a migrated database. It does not listen yet. */
export async function createApplication(
  configuration: Configuration,
  databaseUrl: string,
  extensions?: ResolvedExtensions,
): Promise<NestExpressApplication> {
  return NestFactory.create<NestExpressApplication>(
    CalendarModule.forDatabase({ configuration, databaseUrl, extensions }),
    new CalendarAdapter(),
    {
      logger: createNestLogger(serviceLogger(configuration)),
      abortOnError: false,
    },
  );
}

/** Prepares the database, starts the application, and prints the URLs. */
export async function startService(configuration: Configuration): Promise<Service> {
  await checkPorts(configuration);
  const extensions = resolveExtensions(await loadExtensions(configuration.EXTENSIONS));
  const printLine = (line: string) => process.stdout.write(`${line}\n`);
  let application: NestExpressApplication | undefined;
  let gracefulStop: GracefulShutdown | undefined;
  // Until the application exists, messages are printed for the operator who starts it; later they belong in the log.
  const report = (line: string) => (gracefulStop ? new Logger('Database').warn(line) : printLine(line));
  const database = await prepareDatabase(configuration, extensions, report);
  const stop = async () => {
    await gracefulStop?.drainAndClose();
    await application?.close();
    await database.stop();
  };
  try {
    application = await createApplication(configuration, database.url, extensions);
    gracefulStop = new GracefulShutdown(application);
    const events = configuration.DEMO && !configuration.DATABASE_URL ? await loadDemoOnce(application) : 0;
    const origin = await listen(application, configuration);
    const metrics = await application.get(MetricsServer, { strict: false }).start();
    application.get(Housekeeping).start();
    startupMessages(configuration, { events, origin, metrics, tokenFile: database.tokenFile }).forEach(printLine);
    new Logger('Service').debug(`Ready after ${Math.round(process.uptime() * 1000)} ms`);
    let stopping: Promise<void> | undefined;
    return { origin, stop: () => (stopping ??= stop()) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function checkPorts({ HOST: host, PORT, METRICS_PORT }: Configuration): Promise<void> {
  await checkListening({ host, port: PORT, variable: 'PORT' });
  if (METRICS_PORT) await checkListening({ host, port: METRICS_PORT, variable: 'METRICS_PORT' });
}

/** Reports a port in use in one line. `listen` of Nest would print a stack trace. */
async function listen(application: INestApplication, { HOST, PORT }: Configuration): Promise<string> {
  await application.init();
  return startListening(application.getHttpServer() as Server, { host: HOST, port: PORT, variable: 'PORT' });
}

interface StartupSummary {
  /** Number of demo events that were loaded. */
  readonly events: number;
  readonly origin: string;
  readonly metrics: string | undefined;
  readonly tokenFile: string | undefined;
}

/** Lines for standard output, beside the log. `test/support/processes/log-lines.ts` has a pattern of their labels. */
function startupMessages(
  configuration: Configuration,
  { events, origin, metrics, tokenFile }: StartupSummary,
): string[] {
  const base = configuration.PUBLIC_URL ?? origin;
  return [
    ...(events > 0 ? [`Demo data      ${events} events loaded (DEMO=false skips it)`] : []),
    ...(metrics ? [`Metrics        ${metrics}`] : []),
    `API            ${base}${configuration.REST_ROOT}/${NAMESPACE}`,
    ...(configuration.PAGES ? [`Agenda         ${base}${configuration.PAGES_ROOT}`] : []),
    `Documentation  ${base}/docs`,
    `Time zone      ${configuration.TIMEZONE}`,
    `Administrator  ${describeTokenLocation(configuration, tokenFile)}`,
  ];
}

function describeTokenLocation({ ADMIN_TOKEN, DATA_DIR }: Configuration, tokenFile: string | undefined): string {
  if (ADMIN_TOKEN) return 'Token from ADMIN_TOKEN';
  if (tokenFile) return `Token in ${tokenFile}`;
  return `No token file in ${resolve(DATA_DIR)}. Create a token: npm run -s cli -- token create <user>`;
}
