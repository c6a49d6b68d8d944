import { applyDecorators, Delete, Get, HttpCode, Patch, Post, Put, type Type } from '@nestjs/common';
import { METHOD_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { ApiBody, ApiExtraModels, ApiOperation, ApiParam, ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { Authenticated, Public } from '../auth/authenticated.decorator.js';
import { ApiProblems } from '../errors/api-problems.decorator.js';
import type { ErrorCode } from '../errors/error-codes.js';
import type { SlugKind } from '../slug/take-slug.js';
import { fieldsOf } from '../validation/field.js';

/** Media types of bodies, see `BodyMiddleware`. */
const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded'];

/** `GET` of a list. */
export const List = (view: Type) =>
  applyDecorators(
    Get(),
    Public(),
    documented('list'),
    queryParameters,
    answers(200, view),
    ApiProblems('invalid_parameter', 'page_not_found'),
  );

/** `POST` of a new record. */
export const Create = (view: Type) =>
  applyDecorators(
    Post(),
    Authenticated('editor'),
    documented('create'),
    bodyParameters,
    answers(201, view),
    ApiProblems(
      'missing_parameter',
      'invalid_parameter',
      'invalid_json',
      'unsupported_media_type',
      'payload_too_large',
      'conflict',
    ),
  );

/** `GET` of one record. */
export const Read = (path: string, view: Type, kind: SlugKind) =>
  applyDecorators(
    Get(path),
    Public(),
    documented('get'),
    pathParameters(path),
    queryParameters,
    answers(200, view),
    ApiProblems('invalid_parameter', 'translation_not_found', ...absences(kind)),
  );

/**
 * Update of one record: POST, PUT and PATCH are one operation. Nest keeps one verb a method, so each further verb gets
 * a method of its own that carries the same decorators.
 */
export const Update = (path: string, view: Type, kind: SlugKind): MethodDecorator => {
  const decorate = applyDecorators(
    HttpCode(200),
    Authenticated('editor'),
    pathParameters(path),
    bodyParameters,
    answers(200, view),
    ApiProblems(
      'invalid_parameter',
      'invalid_json',
      'unsupported_media_type',
      'payload_too_large',
      'conflict',
      ...absences(kind),
    ),
  );
  return (target, key, descriptor: PropertyDescriptor) => {
    decorate(target, key, descriptor);
    alias(target, String(key), 'ByPost', Post(path));
    alias(target, String(key), 'ByPut', Put(path));
    applyDecorators(Patch(path), documented('update'))(target, key, descriptor);
  };
};

/** `DELETE` of one record, or of one of its translations. */
export const Remove = (path: string, view: Type, kind: SlugKind) =>
  applyDecorators(
    Delete(path),
    Authenticated('editor'),
    documented('remove'),
    pathParameters(path),
    queryParameters,
    answers(200, view),
    ApiProblems('invalid_parameter', 'translation_not_found', 'last_translation', ...absences(kind)),
  );

/** `GET` of what the service says of itself. */
export const Describe = (path: string, verb: string) =>
  applyDecorators(
    Get(path),
    Public(),
    documented(verb),
    queryParameters,
    ApiResponse({ status: 200, description: 'operations.answers.200', schema: { type: 'object' } }),
    ApiProblems('invalid_parameter', 'no_route'),
  );

/** How a record may not be there. */
const absences = (kind: SlugKind): ErrorCode[] =>
  kind === 'category' || kind === 'tag' ? [`${kind}_not_found`] : [`${kind}_not_found`, `${kind}_in_trash`];

function alias(target: object, key: string, suffix: string, verb: MethodDecorator): void {
  const original = (target as Record<string, (...args: unknown[]) => unknown>)[key];
  const name = `${key}${suffix}`;
  if (!original) throw new Error(`${key} is no method`);
  const copy = {
    [name](this: unknown, ...args: unknown[]) {
      return original.apply(this, args);
    },
  }[name] as object;
  for (const metadata of Reflect.getMetadataKeys(original)) {
    Reflect.defineMetadata(metadata, Reflect.getMetadata(metadata, original), copy);
  }
  Reflect.deleteMetadata(METHOD_METADATA, copy);
  Object.defineProperty(target, name, { value: copy, writable: true, configurable: true });
  for (const metadata of Reflect.getMetadataKeys(target, key)) {
    Reflect.defineMetadata(metadata, Reflect.getMetadata(metadata, target, key), target, name);
  }
  const parameters: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, key);
  Reflect.defineMetadata(ROUTE_ARGS_METADATA, parameters, target.constructor, name);
  const descriptor = Object.getOwnPropertyDescriptor(target, name) as PropertyDescriptor;
  applyDecorators(verb, documented('update'))(target, name, descriptor);
}

function documented(verb: string): MethodDecorator {
  return ApiOperation({ summary: `operations.${verb}` });
}

const pathParameters = (path: string): MethodDecorator => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parameters = names.map((name) =>
    ApiParam({ name, description: `fields.path.${name}`, schema: { type: name === 'id' ? 'integer' : 'string' } }),
  );
  return applyDecorators(...parameters);
};

const answers = (status: number, view: Type): MethodDecorator =>
  ApiResponse({ status, type: view, description: `operations.answers.${status}` });

/** The DTO of the handler's `@Fields()` argument. */
function parametersOf(target: object, key: string | symbol): Type | undefined {
  const types = (Reflect.getMetadata('design:paramtypes', target, key) ?? []) as Type[];
  return types.find((type) => typeof type === 'function' && fieldsOf(type).length > 0);
}

const queryParameters: MethodDecorator = (target, key, descriptor) => {
  const dto = parametersOf(target, key);
  for (const { name, required, schema } of dto ? fieldsOf(dto) : []) {
    const { description, required: _required, ...rest } = schema as { description: string; required?: boolean };
    const list = 'items' in rest ? { style: 'form' as const, explode: false } : {};
    ApiQuery({ name, required, description, schema: rest, ...list })(target, key, descriptor);
  }
};

const bodyParameters: MethodDecorator = (target, key, descriptor) => {
  const dto = parametersOf(target, key);
  if (!dto) return;
  const content = Object.fromEntries(BODY_TYPES.map((type) => [type, { schema: { $ref: getSchemaPath(dto) } }]));
  applyDecorators(
    ApiExtraModels(dto),
    ApiBody({ required: false, ...({ content } as object) } as Parameters<typeof ApiBody>[0]),
    ApiQuery({ name: 'ml_language', required: false, description: 'fields.ml_language', schema: { type: 'string' } }),
  )(target, key, descriptor);
};
