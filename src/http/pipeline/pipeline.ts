import type { Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AuthGuard } from '../auth/auth.guard.js';
import { RoleGuard } from '../auth/role.guard.js';
import { IdempotentWrites } from '../idempotency/idempotent-writes.js';
import { RequestDeadline } from '../limits/request-deadline.js';
import { RateLimitGuard } from '../limits/rate-limit.guard.js';
import { BodyMiddleware } from '../params/body.middleware.js';
import { ParametersPipe } from '../params/parameters.pipe.js';
import { ProblemFilter } from '../problems/problem.filter.js';
import { MiddlewareSetup } from './middleware-setup.js';
import { RoutingMiddleware } from './routing.middleware.js';
import { ResponseInterceptor } from './response.interceptor.js';
import { ViewSerializer } from './view-serializer.js';

/** Middleware, in order. The middleware of nestjs-i18n follows, which resolves the language by `RequestLanguageResolver`. */
export const MIDDLEWARE = [RoutingMiddleware, BodyMiddleware] as const;

/** The request pipeline behind the middleware. Nest runs guards, interceptors (outermost first), the pipe, the handler; the filter on any error. */
export const PIPELINE: Provider[] = [
  ...MIDDLEWARE,
  MiddlewareSetup,
  RequestDeadline,
  IdempotentWrites,
  ViewSerializer,
  { provide: APP_GUARD, useClass: AuthGuard },
  { provide: APP_GUARD, useClass: RateLimitGuard },
  { provide: APP_GUARD, useClass: RoleGuard },
  { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor }, // its docstring lists the steps: deadline, writes, conditional reads, cache, JSON and headers
  { provide: APP_PIPE, useClass: ParametersPipe },
  { provide: APP_FILTER, useClass: ProblemFilter },
];
