import type { Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AuthGuard } from '../auth/auth.guard.js';
import { RoleGuard } from '../auth/role.guard.js';
import { CacheControlInterceptor } from '../caching/cache-control.interceptor.js';
import { EntityTagInterceptor } from '../caching/entity-tag.interceptor.js';
import { PreconditionInterceptor } from '../caching/precondition.interceptor.js';
import { ResponseCacheInterceptor } from '../caching/response-cache.interceptor.js';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor.js';
import { DeadlineInterceptor } from '../limits/deadline.interceptor.js';
import { RateLimitGuard } from '../limits/rate-limit.guard.js';
import { BodyMiddleware } from '../params/body.middleware.js';
import { ParametersPipe } from '../params/parameters.pipe.js';
import { ProblemFilter } from '../problems/problem.filter.js';
import { MiddlewareSetup } from './middleware-setup.js';
import { RoutingMiddleware } from './routing.middleware.js';
import { LanguageInterceptor } from './language.interceptor.js';
import { PageInterceptor } from './page.interceptor.js';

/** Middleware, in order. The middleware of nestjs-i18n follows, which resolves the language by `RequestLanguageResolver`. */
export const MIDDLEWARE = [RoutingMiddleware, BodyMiddleware] as const;

/** The request pipeline behind the middleware. Nest runs guards, interceptors (outermost first), the pipe, the handler; the filter on any error. */
export const PIPELINE: Provider[] = [
  ...MIDDLEWARE,
  MiddlewareSetup,
  { provide: APP_GUARD, useClass: AuthGuard },
  { provide: APP_GUARD, useClass: RateLimitGuard },
  { provide: APP_GUARD, useClass: RoleGuard },
  { provide: APP_INTERCEPTOR, useClass: DeadlineInterceptor }, // outermost: nothing may outlive the deadline
  { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor }, // within the deadline
  { provide: APP_INTERCEPTOR, useClass: PreconditionInterceptor }, // not for a replay, whose first run changed the version
  { provide: APP_INTERCEPTOR, useClass: ResponseCacheInterceptor }, // within: a 304 is decided on cached responses, too
  { provide: APP_INTERCEPTOR, useClass: EntityTagInterceptor }, // what is cached has its tag and headers
  { provide: APP_INTERCEPTOR, useClass: LanguageInterceptor },
  { provide: APP_INTERCEPTOR, useClass: PageInterceptor },
  { provide: APP_INTERCEPTOR, useClass: CacheControlInterceptor },
  { provide: APP_PIPE, useClass: ParametersPipe },
  { provide: APP_FILTER, useClass: ProblemFilter },
];
