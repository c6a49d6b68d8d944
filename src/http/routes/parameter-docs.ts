import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiQuery } from '@nestjs/swagger';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_KEY_PATTERN } from '../request/idempotency-key.js';
import { LANGUAGES } from '../../kernel/language/languages.js';
import { fieldsOf, isPartialDto, type Field } from '../../kernel/schema/field.js';

/** Media types of bodies, see `BodyMiddleware`. */
const BODY_MEDIA_TYPES = ['application/json', 'application/x-www-form-urlencoded'];

/** The DTO of the handler's `@Fields()` argument. */
function parametersDtoOf(target: object, key: string | symbol): Type | undefined {
  const types = (Reflect.getMetadata('design:paramtypes', target, key) ?? []) as Type[];
  return types.find((type) => typeof type === 'function' && fieldsOf(type).length > 0);
}

/** The fields of a DTO as a reader wants them: what is its own before what it inherits. */
function ownFieldsFirst(dto: Type): readonly Field[] {
  const parent = Object.getPrototypeOf(dto) as Type | null;
  const inherited = parent?.prototype === undefined ? [] : ownFieldsFirst(parent);
  const known = new Set(inherited.map(({ name }) => name));
  const fields = new Map(fieldsOf(dto).map((each) => [each.name, each]));
  const own = [...fields.values()].filter(({ name }) => !known.has(name));
  return [...own, ...inherited.map((each) => fields.get(each.name) ?? each)];
}

/** What any request may say of how its parameters are to be read. */
const preferHeaderDocs = ApiHeader({
  name: 'Prefer',
  required: false,
  description: 'fields.prefer',
  schema: { type: 'string', examples: ['handling=strict'] },
});

/** By what name a write may safely be sent again. */
export const idempotencyKeyDocs = ApiHeader({
  name: IDEMPOTENCY_KEY_HEADER,
  required: false,
  description: 'fields.idempotency_key',
  schema: {
    type: 'string',
    pattern: IDEMPOTENCY_KEY_PATTERN.source,
    minLength: 1,
    maxLength: 255,
    examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'],
  },
});

/** The fields of the handler's DTO as parameters of the query, or as headers; first those that a page fills in. */
export const queryParameterDocs: MethodDecorator = (target, key, descriptor) => {
  const dto = parametersDtoOf(target, key);
  const fields = dto ? ownFieldsFirst(dto) : [];
  const isFilledIn = ({ example }: Field) => example !== undefined;
  const ordered = [...fields.filter(isFilledIn), ...fields.filter((each) => !isFilledIn(each))];
  applyDecorators(...ordered.map(queryOrHeaderDocs), preferHeaderDocs)(target, key, descriptor);
};

function queryOrHeaderDocs({ name, required, isHeader, schema, example }: Field): MethodDecorator {
  const { description, required: _required, ...type } = schema as { description: string; required?: boolean };
  const documented = {
    name,
    required,
    description,
    schema: { ...type, ...(example === undefined ? {} : { example }) },
  };
  if (isHeader) return ApiHeader(documented);
  return ApiQuery({ ...documented, ...('items' in type ? { style: 'form' as const, explode: false } : {}) });
}

/** What the example of an update sends: one field is enough, and it harms nothing. */
const UPDATE_EXAMPLE_FIELDS = new Set(['ml_language', 'description']);

/** A body that succeeds as it is: the fields that have an example of their own, and no others. */
function bodyExampleOf(dto: Type): Record<string, unknown> {
  const fields = ownFieldsFirst(dto).filter(({ example }) => example !== undefined);
  const updateFields = isPartialDto(dto) ? fields.filter(({ name }) => UPDATE_EXAMPLE_FIELDS.has(name)) : [];
  const exampleFields = updateFields.length > 0 ? updateFields : fields;
  return Object.fromEntries(exampleFields.map(({ name, example }) => [name, example]));
}

/** The fields of the handler's DTO as a JSON or form body. */
export const bodyDocs: MethodDecorator = (target, key, descriptor) => {
  const dto = parametersDtoOf(target, key);
  if (!dto) return;
  applyDecorators(
    ApiConsumes(...BODY_MEDIA_TYPES),
    ApiBody({
      type: dto,
      examples: { record: { summary: 'operations.example', value: bodyExampleOf(dto) } },
      required: fieldsOf(dto).some(({ required }) => required) && !isPartialDto(dto),
    }),
    ApiQuery({
      name: 'ml_language',
      required: false,
      description: 'fields.ml_language',
      schema: { type: 'string', enum: [...LANGUAGES], examples: [LANGUAGES[0]] },
    }),
    preferHeaderDocs,
  )(target, key, descriptor);
};
