import { EntityManager } from '@mikro-orm/postgresql';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { AccountStore } from '../../../src/accounts/account-store.js';
import { CalendarModule } from '../../../src/calendar.module.js';
import { migrateAndSyncLanguages } from '../../../src/database/migrate.js';
import { RequestTimeouts } from '../../../src/http/limits/request-deadline.js';
import { RouteTable } from '../../../src/http/routes/route-table.js';
import { CalendarAdapter } from '../../../src/http/server/calendar-adapter.js';
import { readConfiguration } from '../../../src/kernel/config/configuration.js';
import type { Role } from '../../../src/kernel/context/principal.js';
import { Clock } from '../../../src/kernel/time/clock.js';
import { ApiDocument } from '../../../src/openapi/document/api-document.js';
import { DatabaseErrorCounts } from '../../../src/persistence/client/database-error-counts.js';
import { Housekeeping } from '../../../src/persistence/maintenance/housekeeping.js';
import type { ConformanceReport } from '../document/conformance-log.js';
import { watchResponses } from '../document/watch-responses.js';

/** A path of the service with its methods, as routed. */
export interface ServedRoute {
  readonly path: string;
  readonly methods: readonly string[];
}

/** The service on a test database. */
export interface OpenCalendar {
  readonly application: NestExpressApplication;
  readonly origin: string;
  readonly routes: readonly ServedRoute[];
  createUser(username: string, role: Role): Promise<{ token: string }>;
  /** @param instant milliseconds since 1970; `undefined` restarts the clock */
  setNow(instant: number | undefined): void;
  /** Deletes expired rows. */
  runHousekeeping(): Promise<void>;
  /** Closes the calendar. `unreadable` is the number of values that the database could not read. */
  close(): Promise<ConformanceReport & { readonly unreadable: number }>;
}

/** Expiry of tokens. Tests move the clock by centuries. */
const TOKEN_EXPIRY = { days: 400_000 };

/** SQLSTATE class 22, data exception: a value that the database could not read. */
const DATA_EXCEPTION = '22';

/** API documents by what they depend on. To build one takes longer than most tests. */
const documents = new Map<string, object>();

/** The document depends on the routes and, of the settings, only on `REQUIRE_IF_MATCH`. */
function documentOf(routes: readonly ServedRoute[], requireIfMatch: boolean, build: () => object): object {
  const key = JSON.stringify([routes, requireIfMatch]);
  const document = documents.get(key) ?? build();
  documents.set(key, document);
  return document;
}

/** Opens a calendar. It listens on a free port, tests can stop its clock, and its responses are checked. */
export async function openCalendar(
  environment: NodeJS.ProcessEnv,
  databaseUrl: string,
  timeouts: Partial<RequestTimeouts> = {},
): Promise<OpenCalendar> {
  const configuration = readConfiguration(environment);
  // The template of the test databases is migrated for English. `CalendarModule` does not migrate.
  if (configuration.DEFAULT_LANGUAGE !== 'en')
    await migrateAndSyncLanguages(databaseUrl, configuration.DEFAULT_LANGUAGE);
  let now: number | undefined;
  const module = await Test.createTestingModule({
    imports: [CalendarModule.forDatabase({ configuration, databaseUrl })],
  })
    .overrideProvider(Clock)
    .useValue({ now: () => now ?? Date.now() } satisfies Clock)
    .overrideProvider(RequestTimeouts)
    .useValue({ ...new RequestTimeouts(), ...timeouts })
    .compile();
  const application = module.createNestApplication<NestExpressApplication>(new CalendarAdapter(), {
    logger: ['error'],
  });
  const routes = () => application.get(RouteTable).routes.map(({ path, methods }) => ({ path, methods: [...methods] }));
  const document = () => application.get(ApiDocument, { strict: false }).forLanguage('en');
  const knownDocument = () => documentOf(routes(), configuration.REQUIRE_IF_MATCH, document);
  const conformance = watchResponses(application.getHttpServer(), knownDocument, configuration.REST_ROOT);
  await application.listen(0, '127.0.0.1');
  const accounts = new AccountStore(application.get(EntityManager));
  return {
    application,
    origin: await application.getUrl(),
    routes: routes(),
    createUser: (username, role) => accounts.create(username, role, undefined, TOKEN_EXPIRY),
    setNow: (instant) => {
      now = instant;
    },
    runHousekeeping: () => application.get(Housekeeping).run(),
    close: async () => {
      const errors = application.get(DatabaseErrorCounts);
      await application.close();
      return { ...conformance.report(), unreadable: errors.bySqlStateClass.get(DATA_EXCEPTION) ?? 0 };
    },
  };
}
