import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiOperation, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { LANGUAGES } from '../language/languages.js';
import { fieldsOf, isPartial } from '../validation/field.js';

/** Media types of bodies, see `BodyMiddleware`. */
const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded'];

/** The summary of an operation. */
export function documented(verb: string): MethodDecorator {
  return ApiOperation({ summary: `operations.${verb}` });
}

/** The parameters in the path of an operation. */
export const pathParameters = (path: string): MethodDecorator => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parameters = names.map((name) =>
    ApiParam({ name, description: `fields.path.${name}`, schema: { type: name === 'id' ? 'integer' : 'string' } }),
  );
  return applyDecorators(...parameters);
};

/** The success of an operation. */
export const answers = (status: number, view: Type): MethodDecorator =>
  ApiResponse({ status, type: view, description: `operations.answers.${status}` });

/** The DTO of the handler's `@Fields()` argument. */
function parametersOf(target: object, key: string | symbol): Type | undefined {
  const types = (Reflect.getMetadata('design:paramtypes', target, key) ?? []) as Type[];
  return types.find((type) => typeof type === 'function' && fieldsOf(type).length > 0);
}

/** The fields of the handler's DTO as parameters of the query. */
export const queryParameters: MethodDecorator = (target, key, descriptor) => {
  const dto = parametersOf(target, key);
  for (const { name, required, header, schema } of dto ? fieldsOf(dto) : []) {
    const { description, required: _required, ...rest } = schema as { description: string; required?: boolean };
    if (header) {
      ApiHeader({ name, required, description, schema: rest })(target, key, descriptor);
      continue;
    }
    const list = 'items' in rest ? { style: 'form' as const, explode: false } : {};
    ApiQuery({ name, required, description, schema: rest, ...list })(target, key, descriptor);
  }
};

/** A body that succeeds as it is: the fields that have an example of their own, and no others. */
const exampleOf = (dto: Type): Record<string, unknown> =>
  Object.fromEntries(fieldsOf(dto).flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])));

/** The fields of the handler's DTO as a JSON or form body. */
export const bodyParameters: MethodDecorator = (target, key, descriptor) => {
  const dto = parametersOf(target, key);
  if (!dto) return;
  applyDecorators(
    ApiConsumes(...BODY_TYPES),
    ApiBody({
      type: dto,
      examples: { record: { value: exampleOf(dto) } },
      required: fieldsOf(dto).some(({ required }) => required) && !isPartial(dto),
    }),
    ApiQuery({
      name: 'ml_language',
      required: false,
      description: 'fields.ml_language',
      schema: { type: 'string', enum: [...LANGUAGES] },
    }),
  )(target, key, descriptor);
};
