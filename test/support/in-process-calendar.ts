import { EntityManager } from '@mikro-orm/postgresql';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { AccountStore } from '../../src/accounts/account-store.js';
import { CalendarModule } from '../../src/calendar.module.js';
import { Clock } from '../../src/kernel/time/clock.js';
import { readConfiguration } from '../../src/kernel/config/configuration.js';
import { DatabaseErrorCounts } from '../../src/persistence/client/database-error-counts.js';
import { migrateAndSyncLanguages } from '../../src/database/migrate.js';
import { RequestTimeouts } from '../../src/http/limits/request-deadline.js';
import { ApiDocument } from '../../src/openapi/document/api-document.js';
import { CalendarAdapter } from '../../src/http/server/calendar-adapter.js';
import { watchResponses } from './conformance/watch-responses.js';
import { countDataExceptions } from './data-exceptions.js';
import { startCalendarOn, type CalendarHost, type TestCalendar } from './test-calendar.js';

/** A calendar within the process of its test. */
export interface InProcessCalendar extends TestCalendar {
  readonly application: NestExpressApplication;
}

/** Tests move the clock by centuries. */
const TOKEN_EXPIRY = { days: 400_000 };

class TestClock extends Clock {
  instant: number | undefined;

  override now(): number {
    return this.instant ?? Date.now();
  }
}

/** Starts a calendar for a test that reaches into the application. Others share a process: that is two seconds faster. */
export async function startInProcessCalendar(
  environment: NodeJS.ProcessEnv = {},
  limits: RequestTimeouts = new RequestTimeouts(),
): Promise<InProcessCalendar> {
  const open = (settings: NodeJS.ProcessEnv, databaseUrl: string) => openInProcess(settings, databaseUrl, limits);
  const calendar = await startCalendarOn(open, environment);
  return { ...calendar, application: calendar.host.application };
}

async function openInProcess(
  environment: NodeJS.ProcessEnv,
  databaseUrl: string,
  limits: RequestTimeouts,
): Promise<CalendarHost & { application: NestExpressApplication }> {
  const configuration = readConfiguration(environment);
  if (configuration.DEFAULT_LANGUAGE !== 'en')
    await migrateAndSyncLanguages(databaseUrl, configuration.DEFAULT_LANGUAGE);
  const clock = new TestClock();
  const module = await Test.createTestingModule({
    imports: [CalendarModule.forDatabase({ configuration, databaseUrl })],
  })
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(RequestTimeouts)
    .useValue(limits)
    .compile();
  const application = module.createNestApplication<NestExpressApplication>(new CalendarAdapter(), {
    logger: ['error'],
  });
  const document = () => application.get(ApiDocument, { strict: false }).forLanguage('en');
  const answers = watchResponses(application.getHttpServer(), document, configuration.REST_ROOT);
  await application.listen(0, '127.0.0.1');
  const accounts = new AccountStore(application.get(EntityManager));
  return {
    application,
    origin: await application.getUrl(),
    routes: [],
    createUser: (username, role) => accounts.create(username, role, undefined, TOKEN_EXPIRY),
    setNow: async (instant) => {
      clock.instant = instant;
    },
    conformanceReport: async () => answers.report(),
    close: async () => {
      const errors = application.get(DatabaseErrorCounts);
      await application.close();
      return { ...answers.report(), unreadable: countDataExceptions(errors.bySqlStateClass) };
    },
  };
}
