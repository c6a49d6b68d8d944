import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import type { Request } from 'express';
import type { FieldSelection } from '../../kernel/context/field-selection.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { requestContextOf } from '../request/request-state.js';
import { selectableView } from '../routes/selectable-fields.decorator.js';
import { storeFieldSelection } from './field-selection.js';
import { parametersOf, type RequestParameters } from './request-parameters.js';

/** The argument of `@Fields()` before `ParametersPipe` reads it into a DTO. */
export class RequestInput {
  constructor(
    readonly parameters: RequestParameters,
    readonly context: Pick<RequestContext, 'principal' | 'language' | 'precondition'>,
    /** The view of the response and its selected members, if the operation has the parameter `fields`. */
    readonly selection?: { readonly view: Type; readonly fields: FieldSelection | undefined },
  ) {}

  /** The same request with other values: the members of an object among the parameters. */
  withValues(values: ReadonlyMap<string, unknown>): RequestInput {
    return new RequestInput({ ...this.parameters, values }, this.context);
  }
}

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
