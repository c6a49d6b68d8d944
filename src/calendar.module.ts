import { MikroOrmModule } from '@mikro-orm/nestjs';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { Module, type DynamicModule, type NestModule } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { CategoriesModule } from './categories/categories.module.js';
import { PIPELINE } from './http/pipeline/pipeline.js';
import { EVENT_SECRET_INPUTS } from './kinds/secret-inputs.js';
import { HttpModule } from './http/http.module.js';
import { PersistenceModule } from './persistence/persistence.module.js';
import { RecordsModule } from './records/records.module.js';
import { MiddlewareSetup } from './http/pipeline/middleware-setup.js';
import { messagesModule } from './kernel/language/messages.module.js';
import { RequestLanguageResolver } from './http/request/resolve-language.js';
import { readConfiguration, readEnvironmentFile, type Configuration } from './kernel/config/configuration.js';
import { ConfigurationModule } from './kernel/config/configuration.module.js';
import {
  HostApplicationLifecycleModule,
  HostApplicationDatabaseModule,
  PREPARED_DATABASE,
} from './database/host-application.module.js';
import { databaseOptions } from './database/database-options.js';
import type { PreparedDatabase } from './database/prepare-database.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { EventsModule } from './events/events.module.js';
import type { Extension } from './extension/calendar-extension.js';
import { ExtensionsModule } from './extension/extensions.module.js';
import { NO_EXTENSIONS, resolveExtensions, type ResolvedExtensions } from './extension/extensions.js';
import { HealthModule } from './health/health.module.js';
import { ObservabilityModule } from './observability/observability.module.js';
import { RequestObserver } from './observability/request-observer.js';
import { OrganizersModule } from './organizers/organizers.module.js';
import { ServerModule } from './http/server/server.module.js';
import { ServerSetup } from './http/server/server-setup.js';
import { TagsModule } from './tags/tags.module.js';
import { VenuesModule } from './venues/venues.module.js';

const RESOURCE_MODULES = [EventsModule, VenuesModule, OrganizersModule, CategoriesModule, TagsModule];

/** What a calendar is made with, in an application of somebody else's. */
export interface CalendarOptions {
  /** Nest modules that extend the calendar, such as those with `@CalendarExtension`. */
  readonly extensions?: readonly Extension[];
  /** Variables of the configuration, such as `DATABASE_URL`; by default those of the process and of a file `.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** A database that is up to date, and what serves it. */
interface ForDatabaseOptions {
  readonly configuration: Configuration;
  readonly databaseUrl: string;
  readonly extensions?: ResolvedExtensions;
}

/** The product as one module: five resources and what they share, and what extends it. */
@Module({})
export class CalendarModule implements NestModule {
  /**
   * The calendar for a Nest application, which is created with a {@link CalendarAdapter}. The database is opened and brought up to date
   * with the application, and closed with it.
   * @throws {SetupError} where configuration or extensions are wrong, saying what to do
   * @example
   * ```ts
   * @Module({ imports: [CalendarModule.forRoot({ extensions: [SpeakersModule] })] })
   * class AppModule {}
   *
   * const application = await NestFactory.create(AppModule, new CalendarAdapter());
   * await application.listen(3000);
   * ```
   */
  static forRoot({ extensions = [], environment = readEnvironmentFile() }: CalendarOptions = {}): DynamicModule {
    const configuration = readConfiguration(environment);
    const resolvedExtensions = resolveExtensions(extensions);
    const database = MikroOrmModule.forRootAsync({
      driver: PostgreSqlDriver,
      inject: [PREPARED_DATABASE],
      useFactory: ({ url }: PreparedDatabase) => databaseOptions(url, 'serve', resolvedExtensions),
      ...ORM_WITHOUT_REQUEST_CONTEXT,
    });
    return createCalendarModule(configuration, resolvedExtensions, [
      HostApplicationDatabaseModule,
      database,
      HostApplicationLifecycleModule,
    ]);
  }

  /** The calendar on a database that whoever starts it has opened, and closes. */
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

/** Entity managers are handed on, never found in what is around. */
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
      ServerModule,
      // Before ours, as whoever adds `/events/upcoming` means it, and no event whose id is "upcoming".
      ...extensions.modules,
      ...RESOURCE_MODULES,
      AccountsModule,
      OpenApiModule,
      HealthModule,
    ],
    providers: PIPELINE,
    // Extensions read and write records by the services that the routes of the calendar use.
    exports: RESOURCE_MODULES,
    global: true,
  };
}
