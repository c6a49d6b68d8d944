// Process that serves the test calendars of one Jest worker. It loads the product from dist once; in Jest, every test file would load it again.
// Commands are JSON: {id, command, args} calls a method of the open calendar `id`.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
import { AccountStore } from '../../../dist/accounts/account-store.js';
import { CalendarModule } from '../../../dist/calendar.module.js';
import { migrateAndSyncLanguages } from '../../../dist/database/migrate.js';
import { RequestTimeouts } from '../../../dist/http/limits/request-deadline.js';
import { RouteTable } from '../../../dist/http/routes/route-table.js';
import { CalendarAdapter } from '../../../dist/http/server/calendar-adapter.js';
import { readConfiguration } from '../../../dist/kernel/config/configuration.js';
import { Clock } from '../../../dist/kernel/time/clock.js';
import { ApiDocument } from '../../../dist/openapi/document/api-document.js';
import { DatabaseErrorCounts } from '../../../dist/persistence/client/database-error-counts.js';
import { Housekeeping } from '../../../dist/persistence/maintenance/housekeeping.js';
import { dropTestDatabase } from '../database/test-database.ts';
import { openCalendar } from './open-calendar.ts';

const PRODUCT = {
  AccountStore,
  ApiDocument,
  CalendarModule,
  CalendarAdapter,
  Clock,
  DatabaseErrorCounts,
  Housekeeping,
  RequestTimeouts,
  RouteTable,
  migrate: migrateAndSyncLanguages,
  readConfiguration,
};

const calendars = new Map();

async function run({ id, command, args }) {
  if (command !== 'open') return calendars.get(id)[command](...args);
  const [environment, databaseUrl, timeouts] = args;
  const calendar = await openCalendar(PRODUCT, environment, databaseUrl, timeouts);
  calendars.set(id, calendar);
  return { origin: calendar.origin, routes: calendar.routes };
}

const controlServer = createServer(async (request, response) => {
  try {
    const command = JSON.parse(await text(request));
    const result = await run(command);
    response.end(JSON.stringify(result ?? {}));
    if (command.command !== 'close') return;
    calendars.delete(command.id);
    // In the background, so that no test waits for it.
    void dropTestDatabase(command.id);
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error?.stack ?? error));
  }
});
// A test may block its process for longer than idle connections usually live.
controlServer.keepAliveTimeout = 0;
// The host exits with the process that started it.
process.on('disconnect', () => process.exit());
controlServer.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${controlServer.address().port}`));
