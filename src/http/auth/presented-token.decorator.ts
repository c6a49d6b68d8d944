import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { credentialsOf } from './credentials.js';

/** The token that a request brings, for a route that wants one; an empty text where it brings none. */
export const PresentedToken = createParamDecorator((_data: unknown, execution: ExecutionContext) => {
  const credentials = credentialsOf(execution.switchToHttp().getRequest<Request>());
  return typeof credentials === 'object' ? credentials.token : '';
});
