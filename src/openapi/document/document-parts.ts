import type { OpenAPIObject } from '@nestjs/swagger';
import { CODES_MEMBER } from '../../http/routes/api-problems.decorator.js';
import type { ErrorCode } from '../../kernel/errors/error-codes.js';

/** What a document says of one media type. */
export interface MediaTypeObject {
  schema?: Record<string, unknown>;
  examples?: Record<string, unknown>;
}

/** An answer of an operation, as a document describes it. */
export interface ResponseObject {
  description: string;
  content?: Record<string, MediaTypeObject>;
  [extension: `x-${string}`]: unknown;
}

/** A parameter of an operation, as a document describes it. */
export interface ParameterObject {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema?: Record<string, unknown>;
}

/** Methods of operations, as documents name them. */
export const OPERATION_METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The name that a reference ends with. */
export const schemaNameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

/** Every answer that a document describes. */
export function* eachResponse(document: OpenAPIObject): Generator<ResponseObject> {
  for (const { responses } of eachOperation(document)) yield* Object.values(responses ?? {}) as ResponseObject[];
}

/** The codes of the errors that an answer stands for, until they are explained. */
export const errorCodesOf = (response: ResponseObject): readonly ErrorCode[] =>
  (response[CODES_MEMBER] as readonly ErrorCode[] | undefined) ?? [];

/** Every parameter that a document describes. */
export function* eachParameter(document: OpenAPIObject): Generator<ParameterObject> {
  for (const { parameters } of eachOperation(document)) yield* (parameters ?? []) as unknown as ParameterObject[];
}

/** Every operation that a document describes. */
export function* eachOperation({ paths }: OpenAPIObject) {
  for (const item of Object.values(paths)) yield* OPERATION_METHODS.flatMap((method) => item[method] ?? []);
}
