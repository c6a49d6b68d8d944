import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { expect, it } from 'vitest';
import type { Request } from 'express';
import { AuthGuard } from '../../../../src/http/auth/auth.guard.js';
import { Authenticated, Public } from '../../../../src/http/routes/authenticated.decorator.js';
import type { Authenticator } from '../../../../src/http/auth/authenticator.js';
import { ANONYMOUS, type Principal } from '../../../../src/kernel/context/principal.js';
import { AuthenticationThrottle } from '../../../../src/http/auth/authentication-throttle.js';
import type { StrategyRegistry } from '../../../../src/records/extension-points/strategy-registry.js';
import { requestStateOf } from '../../../../src/http/request/request-state.js';

const EDITOR: Principal = { id: 7, role: 'editor' };

class Routes {
  @Public()
  publicHandler(this: void): void {}

  @Authenticated('author')
  authorHandler(this: void): void {}
}

/** Returns the principal of a request with a valid token to the given path and handler. */
async function principalOf(path: string, handler: () => void): Promise<Principal | undefined> {
  const authenticator = { authenticate: () => Promise.resolve(EDITOR) } as unknown as Authenticator;
  const strategies = { get: () => undefined } as unknown as StrategyRegistry;
  const guard = new AuthGuard(authenticator, new AuthenticationThrottle({ now: () => 0 }), new Reflector(), strategies);
  const request = { get: (_name: string) => 'Bearer right' } as Request;
  requestStateOf(request).route = path;
  const execution = { switchToHttp: () => ({ getRequest: () => request }), getHandler: () => handler };
  await guard.canActivate({ ...execution, getClass: () => Routes } as unknown as ExecutionContext);
  return requestStateOf(request).principal;
}

it('Credentials are checked outside the API only on routes that require authentication (8.2)', async () => {
  expect(await principalOf('/health/live', Routes.prototype.publicHandler)).toBe(ANONYMOUS);
  expect(await principalOf('/reports', Routes.prototype.authorHandler)).toBe(EDITOR);
});
