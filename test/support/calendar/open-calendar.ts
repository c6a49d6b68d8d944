import { EntityManager } from '@mikro-orm/postgresql';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { AccountStore } from '../../../src/accounts/account-store.js';
import type { CalendarModule } from '../../../src/calendar.module.js';
import type { migrateAndSyncLanguages } from '../../../src/database/migrate.js';
import type { RequestTimeouts } from '../../../src/http/limits/request-deadline.js';
import type { RouteTable } from '../../../src/http/routes/route-table.js';
import type { CalendarAdapter } from '../../../src/http/server/calendar-adapter.js';
import type { readConfiguration } from '../../../src/kernel/config/configuration.js';
import type { Role } from '../../../src/kernel/context/principal.js';
import type { Clock } from '../../../src/kernel/time/clock.js';
import type { ApiDocument } from '../../../src/openapi/document/api-document.js';
import type { DatabaseErrorCounts } from '../../../src/persistence/client/database-error-counts.js';
import type { Housekeeping } from '../../../src/persistence/maintenance/housekeeping.js';
import type { ConformanceReport } from '../document/conformance-log.js';
import { watchResponses } from '../document/watch-responses.js';

/** The parts of the product that a test calendar uses: from `src` in a test's own process, from `dist` in a host process. */
export interface Product {
  readonly AccountStore: typeof AccountStore;
  readonly ApiDocument: typeof ApiDocument;
  readonly CalendarModule: typeof CalendarModule;
  readonly CalendarAdapter: typeof CalendarAdapter;
  readonly Clock: typeof Clock;
  readonly DatabaseErrorCounts: typeof DatabaseErrorCounts;
  readonly Housekeeping: typeof Housekeeping;
  readonly RequestTimeouts: typeof RequestTimeouts;
  readonly RouteTable: typeof RouteTable;
  readonly migrate: typeof migrateAndSyncLanguages;
  readonly readConfiguration: typeof readConfiguration;
}

/** A path of the service with its methods, as routed. */
export interface ServedRoute {
  readonly path: string;
  readonly methods: readonly string[];
}

/** Control interface of an open calendar. */
export interface CalendarHost {
  readonly origin: string;
  readonly routes: readonly ServedRoute[];
  createUser(username: string, role: Role): Promise<{ token: string }>;
  /** @param instant milliseconds since 1970; `undefined` restarts the clock */
  setNow(instant: number | undefined): Promise<void>;
  /** Deletes expired rows. */
  runHousekeeping(): Promise<void>;
  /** Closes the calendar. `unreadable` is the number of values that the database could not read. */
  close(): Promise<ConformanceReport & { readonly unreadable: number }>;
}

/** Expiry of tokens. Tests move the clock by centuries. */
const TOKEN_EXPIRY = { days: 400_000 };

/** SQLSTATE class 22, data exception: a value that the database could not read. */
const DATA_EXCEPTION = '22';

/** API documents by configuration. To build one takes longer than most tests. */
const documents = new Map<string, object>();

function documentOf(configuration: string, build: () => object): object {
  const document = documents.get(configuration) ?? build();
  documents.set(configuration, document);
  return document;
}

/**
 * Opens a calendar in this process. It listens on a free port, tests can stop its clock, and its responses are checked.
 */
export async function openCalendar(
  product: Product,
  environment: NodeJS.ProcessEnv,
  databaseUrl: string,
  timeouts: Partial<RequestTimeouts> = {},
): Promise<CalendarHost & { readonly application: NestExpressApplication }> {
  const configuration = product.readConfiguration(environment);
  // The template of the test databases is migrated for English. The service itself migrates at every start.
  if (configuration.DEFAULT_LANGUAGE !== 'en') await product.migrate(databaseUrl, configuration.DEFAULT_LANGUAGE);
  let now: number | undefined;
  const module = await Test.createTestingModule({
    imports: [product.CalendarModule.forDatabase({ configuration, databaseUrl })],
  })
    .overrideProvider(product.Clock)
    .useValue({ now: () => now ?? Date.now() } satisfies Clock)
    .overrideProvider(product.RequestTimeouts)
    .useValue({ ...new product.RequestTimeouts(), ...timeouts })
    .compile();
  const application = module.createNestApplication<NestExpressApplication>(new product.CalendarAdapter(), {
    logger: ['error'],
  });
  const document = () => application.get(product.ApiDocument, { strict: false }).forLanguage('en');
  const knownDocument = () => documentOf(JSON.stringify(configuration), document);
  const conformance = watchResponses(application.getHttpServer(), knownDocument, configuration.REST_ROOT);
  await application.listen(0, '127.0.0.1');
  const accounts = new product.AccountStore(application.get(EntityManager));
  const { routes } = application.get(product.RouteTable);
  return {
    application,
    origin: await application.getUrl(),
    routes: routes.map(({ path, methods }) => ({ path, methods: [...methods] })),
    createUser: (username, role) => accounts.create(username, role, undefined, TOKEN_EXPIRY),
    setNow: async (instant) => {
      now = instant ?? undefined;
    },
    runHousekeeping: () => application.get(product.Housekeeping).run(),
    close: async () => {
      const errors = application.get(product.DatabaseErrorCounts);
      await application.close();
      return { ...conformance.report(), unreadable: errors.bySqlStateClass.get(DATA_EXCEPTION) ?? 0 };
    },
  };
}
