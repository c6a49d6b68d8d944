import { MikroOrmModule } from '@mikro-orm/nestjs';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { Module, type DynamicModule, type NestModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { AccountsModule } from './accounts/accounts.module.js';
import { CategoriesModule } from './categories/categories.module.js';
import { AuthGuard } from './http/auth/auth.guard.js';
import { RoleGuard } from './http/auth/role.guard.js';
import { ResponseCache } from './http/caching/response-cache.interceptor.js';
import { HttpModule } from './http/http.module.js';
import { PersistenceModule } from './persistence/persistence.module.js';
import { RecordsModule } from './records/records.module.js';
import { ProblemFilter } from './http/problems/problem.filter.js';
import { AddressMiddleware } from './http/pipeline/address.middleware.js';
import { BodyMiddleware } from './http/params/body.middleware.js';
import { CacheInterceptor } from './http/caching/cache.interceptor.js';
import { EntityTagInterceptor } from './http/caching/entity-tag.interceptor.js';
import { PreconditionInterceptor } from './http/caching/precondition.interceptor.js';
import { IdempotencyInterceptor } from './http/idempotency/idempotency.interceptor.js';
import { DeadlineInterceptor } from './http/limits/deadline.interceptor.js';
import { LanguageInterceptor } from './http/pipeline/language.interceptor.js';
import { messagesModule } from './kernel/language/messages.module.js';
import { RequestLanguageResolver } from './http/pipeline/request-language.resolver.js';
import { RateLimitGuard } from './http/limits/rate-limit.guard.js';
import { rateLimitModule } from './http/limits/rate-limit.module.js';
import { PageInterceptor } from './http/pipeline/page.interceptor.js';
import { onOneAccount } from './kernel/concurrency/waits.js';
import { ParametersPipe } from './http/params/parameters.pipe.js';
import { readConfiguration, readEnvironmentFile, type Configuration } from './kernel/config/configuration.js';
import { ConfigurationModule } from './kernel/config/configuration.module.js';
import { HostedCareModule, HostedDatabaseModule, READY_DATABASE } from './database/hosted-database.module.js';
import { databaseOptions } from './database/database.js';
import type { ReadyDatabase } from './database/ready-database.js';
import { DescriptionModule } from './openapi/description.module.js';
import { EventsModule } from './events/events.module.js';
import type { Extension } from './extension/calendar-extension.js';
import { ExtensionsModule } from './extension/extensions.module.js';
import { NO_EXTENSIONS, readExtensions, type Extensions } from './extension/extensions.js';
import { HealthModule } from './health/health.module.js';
import { ObservabilityModule } from './observability/observability.module.js';
import { RequestObserver } from './observability/request-observer.js';
import { OrganizersModule } from './organizers/organizers.module.js';
import { ServerModule } from './http/server/server.module.js';
import { ServerSetup } from './http/server/server-setup.js';
import { TagsModule } from './tags/tags.module.js';
import { VenuesModule } from './venues/venues.module.js';

const RESOURCES = [EventsModule, VenuesModule, OrganizersModule, CategoriesModule, TagsModule];

/**
 * The way of every request, in this order: middleware, guards, interceptors, pipe, handler; the filter on any error. Interceptors stand as
 * they do because nothing may be outside the deadline; a write under a key is carried out within it, and its replay is
 * not judged again by a precondition, which its first run has changed; a 304 is decided on kept answers too, and those have
 * the tag and the headers that are made inside.
 */
const GLOBAL_PROVIDERS = [
  { provide: APP_GUARD, useClass: AuthGuard },
  { provide: APP_GUARD, useClass: RateLimitGuard },
  { provide: APP_GUARD, useClass: RoleGuard },
  { provide: APP_INTERCEPTOR, useClass: DeadlineInterceptor },
  { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
  { provide: APP_INTERCEPTOR, useClass: PreconditionInterceptor },
  { provide: APP_INTERCEPTOR, useClass: ResponseCache },
  { provide: APP_INTERCEPTOR, useClass: EntityTagInterceptor },
  { provide: APP_INTERCEPTOR, useClass: LanguageInterceptor },
  { provide: APP_INTERCEPTOR, useClass: PageInterceptor },
  { provide: APP_INTERCEPTOR, useClass: CacheInterceptor },
  { provide: APP_PIPE, useClass: ParametersPipe },
  { provide: APP_FILTER, useClass: ProblemFilter },
];

/** What a calendar is made with, in an application of somebody else's. */
export interface CalendarOptions {
  /** Nest modules that extend the calendar, such as those with `@CalendarExtension`. */
  readonly extensions?: readonly Extension[];
  /** Variables of the configuration, such as `DATABASE_URL`; by default those of the process and of a file `.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** A database that is up to date, and what serves it. */
interface Served {
  readonly configuration: Configuration;
  readonly databaseUrl: string;
  readonly extensions?: Extensions;
}

/** The product as one module: five resources and what they share, and what extends it. */
@Module({})
export class CalendarModule implements NestModule {
  /**
   * The calendar for a Nest application, which is created with a {@link CalendarAdapter}. The database is opened and brought up to date
   * with the application, and closed with it.
   * @throws {OperatorError} where configuration or extensions are wrong, saying what to do
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
    const read = readExtensions(extensions);
    const database = MikroOrmModule.forRootAsync({
      driver: PostgreSqlDriver,
      inject: [READY_DATABASE],
      useFactory: ({ url }: ReadyDatabase) => databaseOptions(url, 'serve', read),
      ...NO_REQUEST_CONTEXT,
    });
    return calendarModule(configuration, read, [HostedDatabaseModule, database, HostedCareModule]);
  }

  /** The calendar on a database that whoever starts it has opened, and closes. */
  static on({ configuration, databaseUrl, extensions = NO_EXTENSIONS }: Served): DynamicModule {
    const database = MikroOrmModule.forRoot({
      ...databaseOptions(databaseUrl, 'serve', extensions),
      ...NO_REQUEST_CONTEXT,
    });
    return calendarModule(configuration, extensions, [database]);
  }

  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly server: ServerSetup,
    private readonly observer: RequestObserver,
    private readonly address: AddressMiddleware,
    private readonly body: BodyMiddleware,
  ) {}

  /** Without a path: Express gives a middleware that has one back its address, and undoes what was taken off it. */
  configure(): void {
    const { httpAdapter } = this.adapter;
    this.server.setUp(this.observer);
    httpAdapter.use((_request: Request, _response: Response, next: NextFunction) => onOneAccount(next));
    httpAdapter.use(this.observer.use.bind(this.observer));
    httpAdapter.use(this.address.use.bind(this.address));
    httpAdapter.use(this.body.use.bind(this.body));
  }
}

/** Entity managers are handed on, never found in what is around. */
const NO_REQUEST_CONTEXT = { registerRequestContext: false };

function calendarModule(
  configuration: Configuration,
  extensions: Extensions,
  database: NonNullable<DynamicModule['imports']>,
): DynamicModule {
  return {
    module: CalendarModule,
    imports: [
      ConfigurationModule.forRoot(configuration),
      ExtensionsModule.for(extensions),
      ...database,
      messagesModule(extensions.messages, [RequestLanguageResolver]),
      rateLimitModule(),
      PersistenceModule,
      RecordsModule,
      HttpModule,
      ObservabilityModule,
      ServerModule,
      // Before ours, as whoever adds `/events/upcoming` means it, and no event whose id is "upcoming".
      ...extensions.modules,
      ...RESOURCES,
      AccountsModule,
      DescriptionModule,
      HealthModule,
    ],
    providers: [AddressMiddleware, BodyMiddleware, ...GLOBAL_PROVIDERS],
    // Extensions read and write records by the services that the routes of the calendar use.
    exports: RESOURCES,
    global: true,
  };
}
