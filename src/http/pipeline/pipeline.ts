import type { Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AuthGuard } from '../auth/auth.guard.js';
import { RoleGuard } from '../auth/role.guard.js';
import { IdempotentWrites } from '../idempotency/idempotent-writes.js';
import { RateLimitGuard } from '../limits/rate-limit.guard.js';
import { RequestDeadline } from '../limits/request-deadline.js';
import { BodyMiddleware } from '../params/body.middleware.js';
import { ParametersPipe } from '../params/parameters.pipe.js';
import { ProblemFilter } from '../problems/problem.filter.js';
import { MiddlewareSetup } from './middleware-setup.js';
import { ResponseInterceptor } from './response.interceptor.js';
import { RoutingMiddleware } from './routing.middleware.js';
import { ViewSerializer } from './view-serializer.js';

/**
 * The request pipeline in order: middleware (finds the route, selects the format by `Accept`, reads the body); the language by nestjs-i18n;
 * guards, interceptor, pipe, handler; on any error the filter. The interceptor runs the deadline, idempotent writes, conditional reads (with
 * compression and the start of streams), the cache and the serializer.
 */
export const PIPELINE: Provider[] = [
  MiddlewareSetup,
  RoutingMiddleware,
  BodyMiddleware,
  { provide: APP_GUARD, useClass: AuthGuard },
  { provide: APP_GUARD, useClass: RateLimitGuard },
  { provide: APP_GUARD, useClass: RoleGuard },
  RequestDeadline,
  IdempotentWrites,
  ViewSerializer,
  { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor },
  { provide: APP_PIPE, useClass: ParametersPipe },
  { provide: APP_FILTER, useClass: ProblemFilter },
];
