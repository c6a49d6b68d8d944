import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBasicAuth, ApiBearerAuth, ApiSecurity } from '@nestjs/swagger';
import { ApiProblems } from '../errors/api-problems.decorator.js';
import { ROLES, type Role } from './principal.js';

/** Metadata key: the least powerful role that may call a route, or `anonymous`. */
export const LEAST_ROLE = 'calendar:least-role';

/** Routes for known principals of at least this role: guard and OpenAPI security at once. The last of the roles lets in everybody who is known. */
export const Authenticated = (least: Role) =>
  applyDecorators(
    SetMetadata(LEAST_ROLE, least),
    ApiBearerAuth(),
    ApiBasicAuth(),
    ApiProblems('unauthorized', 'invalid_credentials', ...(least === ROLES.at(-1) ? [] : (['forbidden'] as const))),
  );

/** Routes for everybody. Credentials are optional, but not wrong ones. */
export const Public = () =>
  applyDecorators(
    SetMetadata(LEAST_ROLE, 'anonymous'),
    ApiSecurity({}),
    ApiBearerAuth(),
    ApiBasicAuth(),
    ApiProblems('invalid_credentials'),
  );
