import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiBasicAuth, ApiBearerAuth, ApiSecurity } from '@nestjs/swagger';
import { ApiProblems } from './api-problems.decorator.js';
import { ROLES, type Role } from '../../kernel/context/principal.js';

const MINIMUM_ROLE_METADATA = 'calendar:minimum-role';

/** Bearer comes last: generated clients that get a token without a scheme use the last one. */
const ApiCredentials = () => applyDecorators(ApiBasicAuth(), ApiBearerAuth());

/**
 * Restricts a route to authenticated callers, and documents that.
 * @param minimumRole `subscriber`, the lowest role, admits every authenticated caller
 * @throws {ApiError} `unauthorized`, `invalid_credentials` or `forbidden`, when the route is called
 */
export const Authenticated = (minimumRole: Role) =>
  applyDecorators(
    SetMetadata(MINIMUM_ROLE_METADATA, minimumRole),
    ApiCredentials(),
    ApiProblems(
      'unauthorized',
      'invalid_credentials',
      ...(minimumRole === ROLES.at(-1) ? [] : (['forbidden'] as const)),
    ),
  );

/** Opens a route to anonymous callers. Credentials are optional, but invalid ones are 401. */
export const Public = () =>
  applyDecorators(
    SetMetadata(MINIMUM_ROLE_METADATA, 'anonymous'),
    ApiSecurity({}),
    ApiCredentials(),
    ApiProblems('invalid_credentials'),
  );

/** The lowest role that may call a route. The decorator of a handler overrides that of its controller. */
export const minimumRoleOf = (
  reflector: Reflector,
  handler: Parameters<Reflector['get']>[1],
  controller: Parameters<Reflector['get']>[1],
): Role | 'anonymous' | undefined => reflector.getAllAndOverride(MINIMUM_ROLE_METADATA, [handler, controller]);
