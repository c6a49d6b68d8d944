import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { stateOf, isApiRequest } from '../request/request-state.js';
import { Strategies } from '../../records/extension-points/strategies.js';
import { minimumRoleOf } from '../routes/authenticated.decorator.js';
import { Authenticator } from './authenticator.js';
import { credentialsOf } from './credentials.js';
import { ANONYMOUS, type Principal } from '../../kernel/context/principal.js';
import { AuthenticationThrottle } from './authentication-throttle.js';

/** Finds out who asks. Credentials that are right are let in, however many wrong ones came from where they come from. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly throttle: AuthenticationThrottle,
    private readonly reflector: Reflector,
    private readonly strategies: Strategies,
  ) {}

  /** @throws {ApiError} `invalid_credentials`, `too_many_requests` */
  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<Request>();
    const state = stateOf(request);
    const principal = this.isPublicRoute(execution, request) ? ANONYMOUS : await this.principalOf(request);
    if (!principal) throw this.throttle.recordFailure(state.address?.clientAddress ?? '');
    state.principal = principal;
    return true;
  }

  /** Probes and pages tell everybody the same: whether a process answers is not to depend on who asks, or on the database. */
  private isPublicRoute(execution: ExecutionContext, request: Request): boolean {
    if (isApiRequest(request)) return false;
    return minimumRoleOf(this.reflector, execution.getHandler(), execution.getClass()) === 'anonymous';
  }

  private async principalOf(request: Request): Promise<Principal | undefined> {
    const credentials = credentialsOf(request);
    if (credentials === undefined) return ANONYMOUS;
    if (credentials === 'invalid') return undefined;
    const principal = await this.authenticator.authenticate(credentials.token, credentials.username);
    return principal && this.withStrategyRole(principal);
  }

  /** Which role a known user has may be somebody else's to say; who he is, is not. */
  private async withStrategyRole(principal: Principal): Promise<Principal> {
    const { id, role } = principal;
    const strategy = this.strategies.get('permission');
    if (!strategy || id === null || role === 'anonymous') return principal;
    return { ...principal, role: await strategy.resolveRole({ ...principal, id, role }) };
  }
}
