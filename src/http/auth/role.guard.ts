import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { factsOf } from '../request/request-facts.js';
import { leastRoleOf } from '../routes/authenticated.decorator.js';
import { notAllowed } from '../../kernel/context/permissions.js';
import { ANONYMOUS, ROLES, type Principal, type Role } from '../../kernel/context/principal.js';

const isAtLeast = ({ role }: Principal, least: Role): boolean =>
  role !== 'anonymous' && ROLES.indexOf(role) <= ROLES.indexOf(least);

/** Finds out whether whoever asks has a role that may call the route at all. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws {ApiError} `unauthorized`, `forbidden` */
  canActivate(execution: ExecutionContext): boolean {
    const { principal = ANONYMOUS } = factsOf(execution.switchToHttp().getRequest<Request>());
    const least = leastRoleOf(this.reflector, execution.getHandler(), execution.getClass());
    if (least === 'anonymous') return true;
    // Such a route keeps the application from starting; should it be met all the same, nobody is let in.
    if (least === undefined || !isAtLeast(principal, least)) throw notAllowed(principal);
    return true;
  }
}
