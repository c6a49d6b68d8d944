import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { accessDeniedError } from '../../kernel/context/permissions.js';
import { ANONYMOUS, ROLES } from '../../kernel/context/principal.js';
import { requestStateOf } from '../request/request-state.js';
import { minimumRoleOf } from '../routes/authenticated.decorator.js';

@Injectable()
export class RoleGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws {ApiError} `unauthorized`, `forbidden` */
  canActivate(execution: ExecutionContext): boolean {
    const minimumRole = minimumRoleOf(this.reflector, execution.getHandler(), execution.getClass());
    if (minimumRole === 'anonymous') return true;
    const { principal = ANONYMOUS } = requestStateOf(execution.switchToHttp().getRequest<Request>());
    const { role } = principal;
    // AccessRuleCheck guarantees that a route has a rule. A route without one would reject every caller.
    const isAllowed = minimumRole && role !== 'anonymous' && ROLES.indexOf(role) <= ROLES.indexOf(minimumRole);
    if (!isAllowed) throw accessDeniedError(principal);
    return true;
  }
}
