import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { RoleGuard } from '../../../../src/http/auth/role.guard.js';
import { requestStateOf } from '../../../../src/http/request/request-state.js';
import { Authenticated, Public } from '../../../../src/http/routes/authenticated.decorator.js';
import { ANONYMOUS, ROLES, type Principal } from '../../../../src/kernel/context/principal.js';

class Routes {
  @Public()
  publicHandler(this: void): void {}

  @Authenticated('author')
  authorHandler(this: void): void {}

  handlerWithoutRule(this: void): void {}
}

const CALLERS: readonly Principal[] = [ANONYMOUS, ...ROLES.map((role, index) => ({ id: index + 1, role }))];

/** Roles of the callers that the guard lets through, and the codes for the others. */
function outcomesOf(handler: () => void): string[] {
  const guard = new RoleGuard(new Reflector());
  return CALLERS.map((principal) => {
    const request = {};
    requestStateOf(request as never).principal = principal;
    const execution = { switchToHttp: () => ({ getRequest: () => request }), getHandler: () => handler };
    try {
      guard.canActivate({ ...execution, getClass: () => Routes } as unknown as ExecutionContext);
      return principal.role;
    } catch (error) {
      return (error as { code: string }).code;
    }
  });
}

describe('RoleGuard', () => {
  const { publicHandler, authorHandler, handlerWithoutRule } = Routes.prototype;

  it('lets callers through from the role of the route upwards (8.3)', () => {
    expect(outcomesOf(publicHandler)).toEqual(['anonymous', ...ROLES]);
    expect(outcomesOf(authorHandler)).toEqual([
      'unauthorized',
      'administrator',
      'editor',
      'author',
      'forbidden',
      'forbidden',
    ]);
  });

  it('rejects every caller, including administrators, on a route without an access rule (8.3)', () => {
    expect(outcomesOf(handlerWithoutRule)).toEqual(['unauthorized', ...ROLES.map(() => 'forbidden')]);
  });
});
