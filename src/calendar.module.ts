import { MikroOrmModule } from '@mikro-orm/nestjs';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { Module, type DynamicModule, type NestModule } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { CategoriesModule } from './categories/categories.module.js';
import { PIPELINE } from './http/pipeline/pipeline.js';
import { EVENT_SECRET_INPUTS } from './kinds/event-secret-inputs.js';
import { HttpModule } from './http/http.module.js';
import { PersistenceModule } from './persistence/persistence.module.js';
import { RecordsModule } from './records/records.module.js';
import { MiddlewareSetup } from './http/pipeline/middleware-setup.js';
import { messagesModule } from './kernel/language/messages.module.js';
import { RequestLanguageResolver } from './http/request/resolve-language.js';
import { readConfiguration, type Configuration } from './kernel/config/configuration.js';
import { loadEnvironmentFile } from './kernel/config/environment-file.js';
import { ConfigurationModule } from './kernel/config/configuration.module.js';
import {
  HostApplicationLifecycleModule,
  HostApplicationDatabaseModule,
  PREPARED_DATABASE_TOKEN,
} from './database/host-application.module.js';
import { databaseOptions } from './database/database-options.js';
import type { PreparedDatabase } from './database/prepare-database.js';
import { DemoModule } from './demo/demo.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { EventsModule } from './events/events.module.js';
import type { Extension } from './extension/calendar-extension.js';
import { ExtensionsModule } from './extension/extensions.module.js';
import { NO_EXTENSIONS, resolveExtensions, type ResolvedExtensions } from './extension/resolve-extensions.js';
import { FeedsModule } from './feeds/feeds.module.js';
import { HealthModule } from './health/health.module.js';
import { ObservabilityModule } from './observability/observability.module.js';
import { RequestObserver } from './observability/request-observer.js';
import { PagesModule } from './pages/pages.module.js';
import { OrganizersModule } from './organizers/organizers.module.js';
import { ResponseHeaders } from './http/server/response-headers.js';
import { ServerSetup } from './http/server/server-setup.js';
import { TagsModule } from './tags/tags.module.js';
import { VenuesModule } from './venues/venues.module.js';

const RESOURCE_MODULES = [EventsModule, VenuesModule, OrganizersModule, CategoriesModule, TagsModule];

/** Options of {@link CalendarModule.forRoot}. */
export interface CalendarOptions {
  /** Nest modules that extend the calendar, such as classes with `@CalendarExtension`. */
  readonly extensions?: readonly Extension[];
  /** Configuration variables, such as `DATABASE_URL`. Default: the environment of the process and the file `.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /**
   * Whether the application also serves the public pages, with `/sitemap.xml` and `/robots.txt`, unless `PAGES` is `false`. Default: `false`.
   * @example
   * ```ts
   * CalendarModule.forRoot({ pages: true }) // http://127.0.0.1:3000/ca/agenda
   * ```
   */
  readonly pages?: boolean;
}

interface ForDatabaseOptions {
  readonly configuration: Configuration;
  /** URL of a migrated database. */
  readonly databaseUrl: string;
  readonly extensions?: ResolvedExtensions | undefined;
}

/** The calendar as one Nest module: resources, accounts, documentation, health checks, and extensions. */
@Module({})
export class CalendarModule implements NestModule {
  /**
   * The calendar as part of a Nest application, which must be created with a {@link CalendarAdapter}. The database is opened and migrated
   * when the application starts, and closed with it.
   * @throws {SetupError} if the configuration or an extension is invalid. The message says what to do
   * @example
   * ```ts
   * @Module({ imports: [CalendarModule.forRoot({ extensions: [SpeakersModule] })] })
   * class AppModule {}
   *
   * const application = await NestFactory.create(AppModule, new CalendarAdapter());
   * await application.listen(3000);
   * ```
   */
  static forRoot({
    extensions = [],
    environment = loadEnvironmentFile(),
    pages = false,
  }: CalendarOptions = {}): DynamicModule {
    const configuration = readConfiguration(pages ? environment : { ...environment, PAGES: 'false' });
    const resolvedExtensions = resolveExtensions(extensions);
    const database = MikroOrmModule.forRootAsync({
      driver: PostgreSqlDriver,
      inject: [PREPARED_DATABASE_TOKEN],
      useFactory: ({ url }: PreparedDatabase) => databaseOptions(url, 'serve', resolvedExtensions),
      ...ORM_WITHOUT_REQUEST_CONTEXT,
    });
    return createCalendarModule(configuration, resolvedExtensions, [
      HostApplicationDatabaseModule,
      database,
      HostApplicationLifecycleModule,
    ]);
  }

  /** The calendar on a database that the caller opens and closes. */
  static forDatabase({ configuration, databaseUrl, extensions = NO_EXTENSIONS }: ForDatabaseOptions): DynamicModule {
    const database = MikroOrmModule.forRoot({
      ...databaseOptions(databaseUrl, 'serve', extensions),
      ...ORM_WITHOUT_REQUEST_CONTEXT,
    });
    return createCalendarModule(configuration, extensions, [database]);
  }

  constructor(
    private readonly server: ServerSetup,
    private readonly observer: RequestObserver,
    private readonly middleware: MiddlewareSetup,
  ) {}

  configure(): void {
    this.server.setUp();
    this.middleware.setUp((request, response) => this.observer.observe(request, response));
  }
}

/** Requests pass their entity manager as an argument, not in an asynchronous context. */
const ORM_WITHOUT_REQUEST_CONTEXT = { registerRequestContext: false };

function createCalendarModule(
  configuration: Configuration,
  extensions: ResolvedExtensions,
  database: NonNullable<DynamicModule['imports']>,
): DynamicModule {
  return {
    module: CalendarModule,
    imports: [
      ConfigurationModule.forRoot(configuration),
      ExtensionsModule.forRoot(extensions),
      ...database,
      messagesModule(extensions.messageFolders, [RequestLanguageResolver]),
      PersistenceModule,
      RecordsModule,
      HttpModule.forRoot(EVENT_SECRET_INPUTS),
      ObservabilityModule,
      // Before the resources, so that a route `/events/upcoming` of an extension wins over `/events/:id`.
      ...extensions.modules,
      // Before the resources, so that `/events/by-slug/concert.ics` is not the event with the slug `concert.ics`.
      FeedsModule,
      ...(configuration.PAGES ? [PagesModule] : []),
      ...RESOURCE_MODULES,
      AccountsModule,
      OpenApiModule,
      DemoModule,
      HealthModule,
    ],
    providers: [ServerSetup, ResponseHeaders, ...PIPELINE],
    // Extensions inject the services of the resources.
    exports: RESOURCE_MODULES,
    global: true,
  };
}
