import type { Server } from 'node:http';
import { resolve } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Logger, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ensureAdministrator } from './accounts/first-administrator.js';
import { AppModule } from './app.module.js';
import { Housekeeping } from './common/housekeeping/housekeeping.js';
import { TableStatistics } from './common/housekeeping/table-statistics.js';
import { Problems } from './common/errors/problems.js';
import { allowOrigins } from './common/http/cross-origin.js';
import { NAMESPACE } from './common/http/namespace.js';
import { securityHeaders } from './common/http/security-headers.js';
import { TimeLimits } from './common/http/time-limits.js';
import type { Configuration } from './config/configuration.js';
import { migrate } from './database/migrate.js';
import { openDatabase } from './database/open-database.js';
import { loadDemoOnce } from './database/seeders/demo/load-demo.js';
import { listenAt } from './listen-at.js';
import { nestLog } from './observability/logging/nest-log.js';
import { serviceLog } from './observability/logging/service-log.js';
import { MetricsServer } from './observability/metrics/metrics-server.js';
import { RequestObserver } from './observability/request-observer.js';
import { CalendarAdapter } from './server/calendar-adapter.js';
import { GracefulStop } from './server/graceful-stop.js';
import { Refusals } from './server/refusals.js';
import { breakOffSlowReaders } from './server/slow-readers.js';
import { letTargetsIn } from './server/targets.js';

/** A service that runs until `stop`. */
export interface Service {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** Answers what is in flight, then ends, the database last; idempotent. */
  stop(): Promise<void>;
}

/** Builds the application on a database that is up to date. It does not listen yet. */
export async function createApplication(
  configuration: Configuration,
  databaseUrl: string,
): Promise<NestExpressApplication> {
  const application = await NestFactory.create<NestExpressApplication>(
    AppModule.for(configuration, databaseUrl),
    new CalendarAdapter(),
    {
      bodyParser: false,
      logger: nestLog(serviceLog(configuration)),
      abortOnError: false,
    },
  );
  return configureApplication(application, configuration);
}

/**
 * What an application needs beside its module: Express settings, what browsers are told of every answer, CORS, and answers to what
 * Express never sees.
 */
export function configureApplication(
  application: NestExpressApplication,
  configuration: Configuration,
): NestExpressApplication {
  application.disable('x-powered-by').disable('etag');
  const headers = [securityHeaders(configuration), ...allowOrigins(configuration)];
  for (const each of headers) application.use(each);
  const server = application.getHttpServer();
  letTargetsIn(server);
  const limits = application.get(TimeLimits);
  server.requestTimeout = limits.request;
  server.headersTimeout = limits.request;
  const observer = application.get(RequestObserver, { strict: false });
  new Refusals(application.get(Problems), configuration.DEFAULT_LANGUAGE, headers, observer).answerFor(server);
  breakOffSlowReaders(server, limits);
  return application;
}

/** Starts the database, brings it up to date, serves, and prints where everything is. */
export async function startService(configuration: Configuration): Promise<Service> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  let application: NestExpressApplication | undefined;
  let serving: GracefulStop | undefined;
  // Plain words are for whoever has just started it.
  const tell = (line: string) => (serving ? new Logger('Database').warn(line) : say(line));
  const database = await openDatabase(configuration, 'service', tell);
  const stop = async () => {
    await serving?.endServing();
    await application?.close();
    await database.stop();
  };
  try {
    let tokenFile: string | undefined;
    const afterwards = async ({ em }: MikroORM) => {
      tokenFile = await ensureAdministrator(em, configuration);
    };
    await migrate(database.url, configuration.DEFAULT_LANGUAGE, { afterwards });
    application = await createApplication(configuration, database.url);
    serving = new GracefulStop(application);
    const events = configuration.DEMO && !configuration.DATABASE_URL ? await loadDemoOnce(application) : 0;
    const origin = await listen(application, configuration);
    const metrics = await application.get(MetricsServer, { strict: false }).start();
    application.get(Housekeeping).start();
    application.get(TableStatistics).start();
    announced(configuration, { events, origin, metrics, tokenFile }).forEach(say);
    new Logger('Service').debug(`Ready after ${Math.round(process.uptime() * 1000)} ms`);
    let stopping: Promise<void> | undefined;
    return { origin, stop: () => (stopping ??= stop()) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Nest's own `listen` would print a stack where a port is in use. */
async function listen(application: INestApplication, { HOST, PORT }: Configuration): Promise<string> {
  await application.init();
  return listenAt(application.getHttpServer() as Server, { host: HOST, port: PORT, variable: 'PORT' });
}

/** What a start has come to. */
interface Started {
  /** Of the demo that was loaded, how many. */
  readonly events: number;
  readonly origin: string;
  readonly metrics: string | undefined;
  readonly tokenFile: string | undefined;
}

/** What is told at a start, a line each. */
function announced(configuration: Configuration, { events, origin, metrics, tokenFile }: Started): string[] {
  const base = configuration.PUBLIC_URL ?? origin;
  return [
    ...(events > 0 ? [`Demo           ${events} events were loaded; DEMO=false starts without them`] : []),
    ...(metrics ? [`Metrics        ${metrics}`] : []),
    `API            ${base}${configuration.REST_ROOT}/${NAMESPACE}`,
    `Documentation  ${base}/docs`,
    `Administrator  ${whereTokenIs(configuration, tokenFile)}`,
  ];
}

function whereTokenIs({ ADMIN_TOKEN, DATA_DIR }: Configuration, tokenFile: string | undefined): string {
  if (ADMIN_TOKEN) return 'the token is the one in ADMIN_TOKEN';
  if (tokenFile) return `the token is in ${tokenFile}`;
  return `there is no token in ${resolve(DATA_DIR)}; make one: npm run -s cli -- token create <user>`;
}
