import { EntityManager } from '@mikro-orm/postgresql';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { Accounts } from '../../src/accounts/accounts.js';
import { AppModule } from '../../src/app.module.js';
import { Clock } from '../../src/kernel/time/clock.js';
import { readConfiguration } from '../../src/kernel/config/configuration.js';
import { databaseErrorsByClass } from '../../src/persistence/client/database-error-counts.js';
import { migrate } from '../../src/database/migrate.js';
import { TimeLimits } from '../../src/http/limits/time-limits.js';
import { ApiDocument } from '../../src/openapi/document/api-document.js';
import { CalendarAdapter } from '../../src/http/server/calendar-adapter.js';
import { watchAnswers } from './answers/watch-answers.js';
import { countUnreadable } from './unreadable-values.js';
import { startCalendarOn, type Host, type TestCalendar } from './test-calendar.js';

/** A calendar within the process of its test. */
export interface OwnCalendar extends TestCalendar {
  readonly application: NestExpressApplication;
}

/** Tests move the clock by centuries. */
const TOKEN_END = { days: 400_000 };

class TestClock extends Clock {
  instant: number | undefined;

  override now(): number {
    return this.instant ?? Date.now();
  }
}

/** Starts a calendar for a test that reaches into the application. Others share a process: that is two seconds faster. */
export async function startOwnCalendar(
  environment: NodeJS.ProcessEnv = {},
  limits: TimeLimits = new TimeLimits(),
): Promise<OwnCalendar> {
  const open = (settings: NodeJS.ProcessEnv, databaseUrl: string) => openHere(settings, databaseUrl, limits);
  const calendar = await startCalendarOn(open, environment);
  return { ...calendar, application: calendar.host.application };
}

async function openHere(
  environment: NodeJS.ProcessEnv,
  databaseUrl: string,
  limits: TimeLimits,
): Promise<Host & { application: NestExpressApplication }> {
  const configuration = readConfiguration(environment);
  if (configuration.DEFAULT_LANGUAGE !== 'en') await migrate(databaseUrl, configuration.DEFAULT_LANGUAGE);
  const clock = new TestClock();
  const unreadable = countUnreadable(databaseErrorsByClass);
  const module = await Test.createTestingModule({ imports: [AppModule.for(configuration, databaseUrl)] })
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(TimeLimits)
    .useValue(limits)
    .compile();
  const application = module.createNestApplication<NestExpressApplication>(new CalendarAdapter(), {
    logger: ['error'],
  });
  const document = () => application.get(ApiDocument, { strict: false }).in('en');
  const answers = watchAnswers(application.getHttpServer(), document, configuration.REST_ROOT);
  await application.listen(0, '127.0.0.1');
  const accounts = new Accounts(application.get(EntityManager));
  return {
    application,
    origin: await application.getUrl(),
    routes: [],
    createUser: (username, role) => accounts.create(username, role, undefined, TOKEN_END),
    setNow: async (instant) => {
      clock.instant = instant;
    },
    answered: async () => answers.found(),
    close: async () => {
      await application.close();
      return { ...answers.found(), unreadable: unreadable() };
    },
  };
}
