import { applyDecorators, SetMetadata } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import type { Reflector } from '@nestjs/core';
import { ApiBasicAuth, ApiBearerAuth, ApiSecurity } from '@nestjs/swagger';
import { ApiProblemResponses, ApiProblems } from './api-problems.decorator.js';
import { ROLES, type Role } from '../../kernel/context/principal.js';

const MINIMUM_ROLE_METADATA = 'calendar:minimum-role';

/** Bearer comes last: generated clients that get a token without a scheme use the last one. */
const ApiCredentials = () => applyDecorators(ApiBasicAuth(), ApiBearerAuth());

/**
 * Restricts a route to authenticated callers, and documents that. On a controller, it applies to the routes without a rule of their own.
 * @param minimumRole `subscriber`, the lowest role, admits every authenticated caller
 * @throws {ApiError} `unauthorized`, `invalid_credentials` or `forbidden`, when the route is called
 */
export const Authenticated = (minimumRole: Role): MethodDecorator & ClassDecorator =>
  accessRule(
    minimumRole,
    ApiCredentials(),
    ApiProblems(
      'unauthorized',
      'invalid_credentials',
      ...(minimumRole === ROLES.at(-1) ? [] : (['forbidden'] as const)),
    ),
  );

/**
 * Opens a route to anonymous callers. Credentials are optional: invalid ones are 401 below `/calendar/`, and ignored elsewhere. On a
 * controller, it applies to the routes without a rule of their own.
 */
export const Public = (): MethodDecorator & ClassDecorator =>
  accessRule('anonymous', ApiSecurity({}), ApiCredentials(), ApiProblems('invalid_credentials'));

function accessRule(minimumRole: Role | 'anonymous', ...docs: readonly MethodDecorator[]) {
  const decorateHandler = applyDecorators(SetMetadata(MINIMUM_ROLE_METADATA, minimumRole), ...docs);
  return (target: object, key?: string | symbol, handler?: PropertyDescriptor): void => {
    if (key !== undefined && handler) return decorateHandler(target, key, handler);
    // Inherited routes get the rule, but not its documentation: other controllers may inherit the same handlers.
    Reflect.defineMetadata(MINIMUM_ROLE_METADATA, minimumRole, target);
    const { prototype } = target as Function;
    for (const [name, own] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
      if (isRouteWithoutRule(own)) applyDecorators(decorateHandler, ApiProblemResponses)(prototype, name, own);
  };
}

const isRouteWithoutRule = ({ value }: PropertyDescriptor): boolean =>
  typeof value === 'function' &&
  Reflect.hasMetadata(METHOD_METADATA, value) &&
  !Reflect.hasMetadata(MINIMUM_ROLE_METADATA, value);

/** The lowest role that may call a route. The decorator of a handler overrides that of its controller. */
export const minimumRoleOf = (
  reflector: Reflector,
  handler: Parameters<Reflector['get']>[1],
  controller: Parameters<Reflector['get']>[1],
): Role | 'anonymous' | undefined => reflector.getAllAndOverride(MINIMUM_ROLE_METADATA, [handler, controller]);
