import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ANONYMOUS, type Principal } from '../../kernel/context/principal.js';
import { StrategyRegistry } from '../../records/extension-points/strategy-registry.js';
import { isApiRequest, requestStateOf } from '../request/request-state.js';
import { minimumRoleOf } from '../routes/authenticated.decorator.js';
import { AuthenticationThrottle } from './authentication-throttle.js';
import { Authenticator } from './authenticator.js';
import { credentialsOf, type Credentials } from './credentials.js';

@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly throttle: AuthenticationThrottle,
    private readonly reflector: Reflector,
    private readonly strategies: StrategyRegistry,
  ) {}

  /** @throws {ApiError} `invalid_credentials`, `too_many_requests` */
  canActivate(execution: ExecutionContext): boolean | Promise<boolean> {
    const request = execution.switchToHttp().getRequest<Request>();
    const credentials = this.ignoresCredentials(execution, request) ? undefined : credentialsOf(request);
    if (credentials !== undefined) return this.authenticate(request, credentials);
    requestStateOf(request).principal = ANONYMOUS;
    return true;
  }

  /** Public routes outside the API ignore credentials: probes and pages must not depend on the caller or the database. */
  private ignoresCredentials(execution: ExecutionContext, request: Request): boolean {
    if (isApiRequest(request)) return false;
    return minimumRoleOf(this.reflector, execution.getHandler(), execution.getClass()) === 'anonymous';
  }

  private async authenticate(request: Request, credentials: Credentials | 'invalid'): Promise<true> {
    const state = requestStateOf(request);
    const principal =
      credentials === 'invalid'
        ? undefined
        : await this.authenticator.authenticate(credentials.token, credentials.username);
    if (!principal) throw this.throttle.recordFailure(state.address?.clientAddress ?? '');
    state.principal = await this.applyPermissionStrategy(principal);
    return true;
  }

  /** The strategy of an extension can decide the role of an authenticated user. */
  private async applyPermissionStrategy(principal: Principal): Promise<Principal> {
    const { id, role } = principal;
    const strategy = this.strategies.get('permission');
    if (!strategy || id === null || role === 'anonymous') return principal;
    return { ...principal, role: await strategy.resolveRole({ ...principal, id, role }) };
  }
}
