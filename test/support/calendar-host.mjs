// Serves calendars for tests, as many as they ask for, from one process that has loaded the product once: within Jest each
// file would load it anew. Runs what `npm run build` made, and takes commands as JSON on a port of its own.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Test } from '@nestjs/testing';
import { AccountStore } from '../../dist/accounts/account-store.js';
import { CalendarModule } from '../../dist/calendar.module.js';
import { RouteTable } from '../../dist/http/routes/route-table.js';
import { Clock } from '../../dist/kernel/time/clock.js';
import { readConfiguration } from '../../dist/kernel/config/configuration.js';
import { DatabaseErrorCounts } from '../../dist/persistence/client/database-error-counts.js';
import { migrateAndSyncLanguages } from '../../dist/database/migrate.js';
import { ApiDocument } from '../../dist/openapi/document/api-document.js';
import { CalendarAdapter } from '../../dist/http/server/calendar-adapter.js';
import { watchResponses } from './conformance/watch-responses.ts';
import { countDataExceptions } from './data-exceptions.ts';

/** A clock that tests can stop. */
class TestClock extends Clock {
  instant;

  now() {
    return this.instant ?? Date.now();
  }
}

/** Tests move the clock by centuries. */
const TOKEN_END = { days: 400_000 };

const calendars = new Map();

const COMMANDS = {
  async open({ environment, databaseUrl }) {
    const configuration = readConfiguration(environment);
    // As at every start of the service; the template is up to date with English.
    if (configuration.DEFAULT_LANGUAGE !== 'en')
      await migrateAndSyncLanguages(databaseUrl, configuration.DEFAULT_LANGUAGE);
    const clock = new TestClock();
    const module = await Test.createTestingModule({
      imports: [CalendarModule.forDatabase({ configuration, databaseUrl })],
    })
      .overrideProvider(Clock)
      .useValue(clock)
      .compile();
    const application = module.createNestApplication(new CalendarAdapter(), { logger: ['error'] });
    const document = () => application.get(ApiDocument, { strict: false }).forLanguage('en');
    const conformance = watchResponses(application.getHttpServer(), document, configuration.REST_ROOT);
    await application.listen(0, '127.0.0.1');
    const accounts = new AccountStore(application.get(EntityManager));
    const routes = application.get(RouteTable).routes.map(({ path, methods }) => ({ path, methods: [...methods] }));
    const id = databaseUrl;
    calendars.set(id, { application, accounts, clock, conformance });
    return { id, origin: await application.getUrl(), routes };
  },
  async createUser({ id, username, role }) {
    return calendars.get(id).accounts.create(username, role, undefined, TOKEN_END);
  },
  async setNow({ id, instant }) {
    calendars.get(id).clock.instant = instant ?? undefined;
    return {};
  },
  async conformanceReport({ id }) {
    return calendars.get(id).conformance.report();
  },
  async close({ id }) {
    const { application, conformance } = calendars.get(id);
    const errors = application.get(DatabaseErrorCounts);
    await application.close();
    calendars.delete(id);
    return { ...conformance.report(), unreadable: countDataExceptions(errors.bySqlStateClass) };
  },
};

const control = createServer(async (request, response) => {
  try {
    const { command, ...parameters } = JSON.parse(await text(request));
    response.end(JSON.stringify(await COMMANDS[command](parameters)));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error?.stack ?? error));
  }
});
// A test may block its process for longer than idle connections live otherwise.
control.keepAliveTimeout = 0;
// It ends with the process that started it, however that ends.
process.on('disconnect', () => process.exit());
control.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${control.address().port}`));
