import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { factsOf } from '../http/request-context.js';
import { LEAST_ROLE } from './authenticated.decorator.js';
import { Authenticator } from './authenticator.js';
import { credentialsOf } from './credentials.js';
import { notAllowed } from './permissions.js';
import { ANONYMOUS, ROLES, type Principal, type Role } from './principal.js';
import { refusal } from './refusal.js';

const isAtLeast = ({ role }: Principal, least: Role): boolean =>
  role !== 'anonymous' && ROLES.indexOf(role) <= ROLES.indexOf(least);

/** Finds out who asks, and whether one of that role may call the route at all. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<Request>();
    const principal = await this.principalOf(request);
    factsOf(request).principal = principal;
    const least = this.reflector.getAllAndOverride<Role | 'anonymous' | undefined>(LEAST_ROLE, [
      execution.getHandler(),
      execution.getClass(),
    ]);
    if (least === 'anonymous') return true;
    // Such a route keeps the application from starting; should it be met all the same, nobody is let in.
    if (least === undefined || !isAtLeast(principal, least)) throw notAllowed(principal);
    return true;
  }

  private async principalOf(request: Request): Promise<Principal> {
    const credentials = credentialsOf(request);
    if (credentials === undefined) return ANONYMOUS;
    if (credentials === 'refused') throw refusal('invalid_credentials');
    const principal = await this.authenticator.authenticate(credentials.token, credentials.username);
    if (!principal) throw refusal('invalid_credentials');
    return principal;
  }
}
