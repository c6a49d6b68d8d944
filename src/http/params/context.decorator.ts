import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { contextOf } from '../request/request-state.js';

/** Hands the {@link RequestContext} to a handler. */
export const Context = createParamDecorator((_data: unknown, execution: ExecutionContext) =>
  contextOf(execution.switchToHttp().getRequest<Request>()),
);
