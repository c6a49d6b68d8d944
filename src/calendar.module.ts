import { Module, type DynamicModule, type NestModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { AccountsModule } from './accounts/accounts.module.js';
import { CategoriesModule } from './categories/categories.module.js';
import { AuthGuard } from './common/auth/auth.guard.js';
import { RoleGuard } from './common/auth/role.guard.js';
import { ResponseCache } from './common/cache/response-cache.interceptor.js';
import { CommonModule } from './common/common.module.js';
import { ProblemFilter } from './common/errors/problem.filter.js';
import { AddressMiddleware } from './common/http/address.middleware.js';
import { BodyMiddleware } from './common/http/body.middleware.js';
import { CacheInterceptor } from './common/http/cache.interceptor.js';
import { EntityTagInterceptor } from './common/http/conditional/entity-tag.interceptor.js';
import { PreconditionInterceptor } from './common/http/conditional/precondition.interceptor.js';
import { IdempotencyInterceptor } from './common/idempotency/idempotency.interceptor.js';
import { DeadlineInterceptor } from './common/http/deadline.interceptor.js';
import { LanguageInterceptor } from './common/language/language.interceptor.js';
import { messagesModule } from './common/language/messages.module.js';
import { RateLimitGuard } from './common/limits/rate-limit.guard.js';
import { rateLimitModule } from './common/limits/rate-limit.module.js';
import { PageInterceptor } from './common/pagination/page.interceptor.js';
import { onOneAccount } from './common/turns/waits.js';
import { ParametersPipe } from './common/validation/parameters.pipe.js';
import { DescriptionModule } from './description/description.module.js';
import { EventsModule } from './events/events.module.js';
import { HealthModule } from './health/health.module.js';
import { ObservabilityModule } from './observability/observability.module.js';
import { RequestObserver } from './observability/request-observer.js';
import { OrganizersModule } from './organizers/organizers.module.js';
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

/** The product as one module: five resources and what they share. */
@Module({})
export class CalendarModule implements NestModule {
  static forRoot(): DynamicModule {
    return {
      module: CalendarModule,
      imports: [
        messagesModule(),
        rateLimitModule(),
        CommonModule,
        ObservabilityModule,
        ...RESOURCES,
        AccountsModule,
        DescriptionModule,
        HealthModule,
      ],
      providers: [AddressMiddleware, BodyMiddleware, ...GLOBAL_PROVIDERS],
    };
  }

  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly observer: RequestObserver,
    private readonly address: AddressMiddleware,
    private readonly body: BodyMiddleware,
  ) {}

  /** Without a path: Express gives a middleware that has one back its address, and undoes what was taken off it. */
  configure(): void {
    const { httpAdapter } = this.adapter;
    httpAdapter.use((_request: Request, _response: Response, next: NextFunction) => onOneAccount(next));
    httpAdapter.use(this.observer.use.bind(this.observer));
    httpAdapter.use(this.address.use.bind(this.address));
    httpAdapter.use(this.body.use.bind(this.body));
  }
}
