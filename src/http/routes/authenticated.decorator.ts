import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiBasicAuth, ApiBearerAuth, ApiSecurity } from '@nestjs/swagger';
import { ApiProblems } from './api-problems.decorator.js';
import { ROLES, type Role } from '../../kernel/context/principal.js';

/** Metadata key of {@link minimumRoleOf}. */
const MINIMUM_ROLE_METADATA = 'calendar:minimum-role';

/** Routes for known principals of at least this role: guard and OpenAPI security at once. The last of the roles lets in everybody who is known. */
export const Authenticated = (minimumRole: Role) =>
  applyDecorators(
    SetMetadata(MINIMUM_ROLE_METADATA, minimumRole),
    ApiBearerAuth(),
    ApiBasicAuth(),
    ApiProblems(
      'unauthorized',
      'invalid_credentials',
      ...(minimumRole === ROLES.at(-1) ? [] : (['forbidden'] as const)),
    ),
  );

/** Routes for everybody. Credentials are optional, but not wrong ones. */
export const Public = () =>
  applyDecorators(
    SetMetadata(MINIMUM_ROLE_METADATA, 'anonymous'),
    ApiSecurity({}),
    ApiBearerAuth(),
    ApiBasicAuth(),
    ApiProblems('invalid_credentials'),
  );

/** The least powerful role that may call a route; what is said of a handler wins over what is said of its controller. */
export const minimumRoleOf = (
  reflector: Reflector,
  handler: Parameters<Reflector['get']>[1],
  controller: Parameters<Reflector['get']>[1],
): Role | 'anonymous' | undefined => reflector.getAllAndOverride(MINIMUM_ROLE_METADATA, [handler, controller]);
