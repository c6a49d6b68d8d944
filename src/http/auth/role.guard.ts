import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { requestStateOf } from '../request/request-state.js';
import { minimumRoleOf } from '../routes/authenticated.decorator.js';
import { accessDeniedError } from '../../kernel/context/permissions.js';
import { ANONYMOUS, ROLES, type Principal, type Role } from '../../kernel/context/principal.js';

const isAtLeast = ({ role }: Principal, minimumRole: Role): boolean =>
  role !== 'anonymous' && ROLES.indexOf(role) <= ROLES.indexOf(minimumRole);

/** Finds out whether whoever asks has a role that may call the route at all. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws {ApiError} `unauthorized`, `forbidden` */
  canActivate(execution: ExecutionContext): boolean {
    const { principal = ANONYMOUS } = requestStateOf(execution.switchToHttp().getRequest<Request>());
    const minimumRole = minimumRoleOf(this.reflector, execution.getHandler(), execution.getClass());
    if (minimumRole === 'anonymous') return true;
    // Such a route keeps the application from starting; should it be met all the same, nobody is let in.
    if (minimumRole === undefined || !isAtLeast(principal, minimumRole)) throw accessDeniedError(principal);
    return true;
  }
}
