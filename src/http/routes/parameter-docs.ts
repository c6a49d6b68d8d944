import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_KEY_PATTERN } from '../request/idempotency-key.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { LANGUAGES } from '../../kernel/language/languages.js';
import { parameterTypes } from '../../kernel/schema/collect-extensible-classes.js';
import { fieldsOf, isPartialDto, type Field } from '../../kernel/schema/field.js';
import { ApiProblems } from './api-problems.decorator.js';
import {
  headerReferences,
  RATE_LIMIT_HEADERS,
  ENTITY_TAG_EXAMPLE,
  type DocumentedHeader,
  type OperationVerb,
} from './operation-docs.js';

/** See `BodyMiddleware`. */
const BODY_MEDIA_TYPES = ['application/json', 'application/x-www-form-urlencoded'];

const parametersDtoOf = (target: object, key: string | symbol): Type | undefined =>
  parameterTypes(target, String(key)).find((type) => fieldsOf(type).length > 0);

/** The fields of a DTO, its own before the inherited ones, because they matter more to readers of the document. */
function ownFieldsFirst(dto: Type): readonly Field[] {
  const parent = Object.getPrototypeOf(dto) as Type | null;
  const inherited = parent?.prototype === undefined ? [] : ownFieldsFirst(parent);
  const known = new Set(inherited.map(({ name }) => name));
  const fields = new Map(fieldsOf(dto).map((each) => [each.name, each]));
  const own = [...fields.values()].filter(({ name }) => !known.has(name));
  return [...own, ...inherited.map((each) => fields.get(each.name) ?? each)];
}

/**
 * Path parameters of an operation, and the error of an id that is no number. Applied before `problemDocs`. "Try it out" fills in a record of
 * the demo agenda. Deletions have no such example, so that no click deletes a record by accident. Accounts have none, because the demo has no
 * accounts.
 */
export const pathParametersDocs = (path: string, kind?: RecordKind, verb?: OperationVerb): MethodDecorator => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const hasExample = kind !== undefined && verb !== 'delete';
  const problems = names.includes('id') ? [ApiProblems('no_route')] : [];
  return applyDecorators(...names.map((name) => pathParameterDocs(name, kind, hasExample)), ...problems);
};

function pathParameterDocs(name: string, kind: RecordKind | undefined, hasExample: boolean): MethodDecorator {
  const isId = name === 'id';
  const sample = isId ? 1 : `examples.known.${kind?.name}`;
  const type = isId ? { type: 'integer' as const, minimum: 1 } : { type: 'string' as const };
  const example = hasExample ? { example: sample } : {};
  return ApiParam({
    name,
    description: `fields.path.${name}`,
    schema: { ...type, examples: [sample], ...example },
  });
}

const preferHeaderDocs = ApiHeader({
  name: 'Prefer',
  required: false,
  description: 'fields.prefer',
  schema: { type: 'string', examples: ['handling=strict'] },
});

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

/** Documents the fields of the handler's DTO as query parameters or headers. Parameters that "Try it out" fills in come first. */
export const queryParameterDocs: MethodDecorator = (target, key, descriptor) => {
  const dto = parametersDtoOf(target, key);
  const fields = dto ? ownFieldsFirst(dto) : [];
  const { filledIn = [], empty = [] } = Object.groupBy(fields, ({ example }) =>
    example === undefined ? 'empty' : 'filledIn',
  );
  const decorators = [...filledIn, ...empty].map((field) =>
    (field.isHeader ? ApiHeader : ApiQuery)(parameterDocs(field)),
  );
  applyDecorators(...decorators, preferHeaderDocs)(target, key, descriptor);
};

export function parameterDocs(field: Field) {
  const { description = '', ...type } = fieldSchema(field);
  const { name, required, example } = field;
  const schema = { ...type, ...(example === undefined ? {} : { example }) };
  return {
    name,
    required,
    description,
    schema,
    ...('items' in type ? { style: 'form' as const, explode: false } : {}),
  };
}

/** The JSON Schema of a field, without the `required` that `@nestjs/swagger` moves to the schema of the object. */
export function fieldSchema({ schema }: Field): object & { readonly description?: string } {
  const { required: _required, ...own } = schema as object & { required?: unknown };
  return own;
}

/** Fields in the example of an update. One harmless field is enough to try it. */
const UPDATE_EXAMPLE_FIELDS = new Set(['ml_language', 'description']);

/** A body that the service accepts as it is: the fields that have an example. */
function bodyExampleOf(dto: Type): Record<string, unknown> {
  const fields = ownFieldsFirst(dto).filter(({ example }) => example !== undefined);
  const updateFields = isPartialDto(dto) ? fields.filter(({ name }) => UPDATE_EXAMPLE_FIELDS.has(name)) : [];
  const exampleFields = updateFields.length > 0 ? updateFields : fields;
  return Object.fromEntries(exampleFields.map(({ name, example }) => [name, example]));
}

/** Bodies that translate a record: the texts of its create example in each language. */
function translationExamplesOf(dto: Type) {
  const texts = fieldsOf(dto).filter(({ name, example }) => {
    return name !== 'slug' && name !== 'ml_language' && typeof example === 'string' && example.startsWith('examples.');
  });
  if (texts.length === 0) return {};
  const translations = LANGUAGES.map((language) => {
    const fields = texts.map(({ name, example }) => [name, `${language}:${String(example)}`]);
    const value = { ...Object.fromEntries(fields), ml_language: language };
    return [`translation_${language}`, { summary: `operations.translation.${language}`, value }] as const;
  });
  return Object.fromEntries(translations);
}

/** Documents the fields of the handler's DTO as a JSON or form body. */
export const bodyDocs: MethodDecorator = (target, key, descriptor) => {
  const dto = parametersDtoOf(target, key);
  if (!dto) return;
  applyDecorators(
    ApiConsumes(...BODY_MEDIA_TYPES),
    ApiBody({
      type: dto,
      examples: {
        record: { summary: 'operations.example', value: bodyExampleOf(dto) },
        ...(isPartialDto(dto) ? translationExamplesOf(dto) : {}),
      },
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

const entityTagHeaderDocs = (name: string, description: string) =>
  ApiHeader({ name, required: false, description, schema: { type: 'string', examples: [ENTITY_TAG_EXAMPLE] } });

/** Documents `If-None-Match` and the response 304, which has `headers` beside those of every response. */
export const conditionalReadDocs = (...headers: readonly DocumentedHeader[]): MethodDecorator =>
  applyDecorators(
    entityTagHeaderDocs('If-None-Match', 'fields.if_none_match'),
    ApiResponse({
      status: 304,
      description: 'operations.responses.not_modified',
      headers: headerReferences('Content-Language', 'ETag', ...RATE_LIMIT_HEADERS, ...headers),
    }),
  );

/** Documents `If-Match` and its errors. Applied before `problemDocs`. */
export const conditionalWriteDocs: MethodDecorator = applyDecorators(
  entityTagHeaderDocs('If-Match', 'fields.if_match'),
  ApiProblems('precondition_failed', 'precondition_required'),
);
