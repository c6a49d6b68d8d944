import type { OpenAPIObject } from '@nestjs/swagger';
import type { ErrorCode } from '../../kernel/errors/error-codes.js';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  /** As written by `@nestjs/swagger`; the final document has `examples`. */
  example?: unknown;
  enum?: unknown[];
  items?: Schema;
  properties?: Schemas;
  required?: string[];
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
}
export type Schemas = Record<string, Schema>;

export interface ParameterObject {
  $ref?: string;
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: Schema;
  style?: string;
  explode?: boolean;
}

export interface MediaTypeObject {
  schema?: Schema;
  examples?: Record<string, { $ref?: string; summary?: string; value?: unknown }>;
  encoding?: Record<string, { contentType: string }>;
}

export interface ResponseObject {
  $ref?: string;
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, MediaTypeObject>;
  /** The codes of an error response, see `ApiProblems`. `addProblemDocs` replaces the response by a reference. */
  'x-codes'?: readonly ErrorCode[];
}

export interface OperationObject {
  tags?: string[];
  parameters?: ParameterObject[];
  requestBody?: { content?: Record<string, MediaTypeObject> };
  responses?: Record<string, ResponseObject>;
}

export const OPERATION_METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type PathItem = Partial<Record<(typeof OPERATION_METHODS)[number], OperationObject>>;

/** The parts of an OpenAPI document that the service changes after `@nestjs/swagger` created them. */
export interface DocumentObject extends Omit<OpenAPIObject, 'paths' | 'components'> {
  paths: Record<string, PathItem>;
  components: {
    schemas: Schemas;
    parameters: Record<string, ParameterObject>;
    responses: Record<string, ResponseObject>;
    examples: NonNullable<MediaTypeObject['examples']>;
  };
}

export const operationsIn = ({ paths }: Pick<DocumentObject, 'paths'>): OperationObject[] =>
  Object.values(paths).flatMap((item) => OPERATION_METHODS.flatMap((method) => item[method] ?? []));

export const referencedName = (reference: string): string => reference.split('/').at(-1) ?? '';
