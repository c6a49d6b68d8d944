import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { requestContextOf } from '../request/request-state.js';
import { storeFieldSelection } from './field-selection.js';

/** Passes the {@link RequestContext} to a handler. */
export const Context = createParamDecorator((_data: unknown, execution: ExecutionContext) => {
  storeFieldSelection(execution);
  return requestContextOf(execution.switchToHttp().getRequest<Request>());
});
