import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { MonotonicClock } from '../../kernel/time/clock.js';
import { networkOf } from '../request/client-address.js';
import { requestStateOf } from '../request/request-state.js';

const WINDOW_SECONDS = 60;
/** Bounds the memory. Eviction resets a count, but a client that can force it has this many networks, each with its own limit. */
const MAX_CLIENTS = 50_000;

/** Excludes the routes of a controller from the rate limit: `@SkipRateLimit(true)`. */
export const SkipRateLimit = Reflector.createDecorator<boolean>();

/**
 * Limits the requests of each user, and the requests without credentials of each network, to `RATE_LIMIT` per minute. A minute begins with
 * the first request. Requests that no route serves, invalid bodies and wrong credentials are rejected earlier and do not count.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly windows = new LRUCache<string, { requests: number; readonly endMs: number }>({ max: MAX_CLIENTS });

  constructor(
    private readonly clock: MonotonicClock,
    private readonly reflector: Reflector,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  /** @throws {ApiError} `too_many_requests` */
  canActivate(execution: ExecutionContext): boolean {
    const { RATE_LIMIT } = this.configuration;
    if (RATE_LIMIT === 0 || this.reflector.get(SkipRateLimit, execution.getClass())) return true;
    const http = execution.switchToHttp();
    const response = http.getResponse<Response>();
    const { requests, secondsLeft } = this.count(clientKeyOf(http.getRequest<Request>()));
    const remaining = Math.max(0, RATE_LIMIT - requests);
    response.setHeader('RateLimit-Policy', `"default";q=${RATE_LIMIT};w=${WINDOW_SECONDS}`);
    response.setHeader('RateLimit', `"default";r=${remaining};t=${secondsLeft}`);
    if (requests <= RATE_LIMIT) return true;
    throw new ApiError('too_many_requests', { headers: { 'Retry-After': String(secondsLeft) } });
  }

  private count(client: string): { requests: number; secondsLeft: number } {
    const now = this.clock.now();
    const current = this.windows.get(client);
    const window = current && current.endMs > now ? current : { requests: 0, endMs: now + WINDOW_SECONDS * 1000 };
    window.requests += 1;
    if (window !== current) this.windows.set(client, window);
    return { requests: window.requests, secondsLeft: Math.ceil((window.endMs - now) / 1000) };
  }
}

function clientKeyOf(request: Request): string {
  const { principal, address } = requestStateOf(request);
  return typeof principal?.id === 'number' ? `user ${principal.id}` : networkOf(address?.clientAddress ?? '');
}
