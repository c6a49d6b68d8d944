import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { ApiError } from '../../kernel/errors/api-error.js';
import { networkOf } from '../request/client-address.js';
import { requestStateOf } from '../request/request-state.js';
type ThrottlerRequest = Parameters<ThrottlerGuard['handleRequest']>[0];

/**
 * Limits how often one may ask: every user, and of those without credentials every network. Who asks is known by then. What no route
 * serves, `OPTIONS`, bodies that cannot be read and wrong credentials have been answered before, and do not count.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  private isEnabled = false;

  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    this.isEnabled = this.throttlers.some(({ limit }) => limit !== 0);
  }

  override canActivate(execution: ExecutionContext): Promise<boolean> {
    return this.isEnabled ? super.canActivate(execution) : RESOLVED_TRUE;
  }

  /** @throws {ApiError} `too_many_requests` */
  protected override async handleRequest({
    context,
    limit,
    ttl,
    blockDuration,
    throttler,
  }: ThrottlerRequest): Promise<boolean> {
    const { req, res } = this.getRequestResponse(context) as { req: Request; res: Response };
    const name = throttler.name ?? 'default';
    const counted = await this.storageService.increment(rateLimitKeyOf(req), ttl, limit, blockDuration, name);
    const { totalHits, timeToExpire, isBlocked } = counted;
    res.setHeader('RateLimit-Policy', `"${name}";q=${limit};w=${ttl / 1000}`);
    res.setHeader('RateLimit', `"${name}";r=${Math.max(0, limit - totalHits)};t=${timeToExpire}`);
    if (isBlocked) throw new ApiError('too_many_requests', { headers: { 'Retry-After': String(timeToExpire) } });
    return true;
  }
}

const RESOLVED_TRUE = Promise.resolve(true);

function rateLimitKeyOf(request: Request): string {
  const { principal, address } = requestStateOf(request);
  return typeof principal?.id === 'number' ? `user ${principal.id}` : networkOf(address?.clientAddress ?? '');
}
