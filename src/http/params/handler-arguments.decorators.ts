import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { normalizeSlug } from '../../kernel/text/slugify.js';
import { requestContextOf } from '../request/request-state.js';
import { selectableView } from '../routes/selectable-fields.decorator.js';
import { storeFieldSelection } from './fields-parameter.js';
import { parametersOf, RequestInput } from './request-parameters.js';

/** Passes the {@link RequestContext} to a handler. */
export const Context = createParamDecorator((_data: unknown, execution: ExecutionContext) => {
  storeFieldSelection(execution);
  return requestContextOf(execution.switchToHttp().getRequest<Request>());
});

/**
 * Reads query and body into the DTO that is the type of the argument.
 * @example update(@Context() context: RequestContext, @Id() id: number, @Fields() input: UpdateVenueDto)
 */
export const Fields = createParamDecorator((_data: unknown, execution: ExecutionContext) => {
  const request = execution.switchToHttp().getRequest<Request>();
  const fields = storeFieldSelection(execution);
  const view = selectableView(execution.getHandler());
  return new RequestInput(parametersOf(request), requestContextOf(request), view && { view, fields });
});

const pathParameter = (execution: ExecutionContext, name: string): string =>
  String(execution.switchToHttp().getRequest<Request>().params[name] ?? '');

/** The `id` of the path. An id beyond the safe integers becomes 0, which no record has. */
export const Id = createParamDecorator((_data: unknown, execution: ExecutionContext) => {
  const id = Number(pathParameter(execution, 'id'));
  return Number.isSafeInteger(id) ? id : 0;
});

/** The `slug` of the path in normal form. */
export const Slug = createParamDecorator((_data: unknown, execution: ExecutionContext) =>
  normalizeSlug(pathParameter(execution, 'slug')),
);
