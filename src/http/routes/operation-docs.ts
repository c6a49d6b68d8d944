import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtension, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { RecordKind } from '../../kernel/context/record-kind.js';

/** Entity tag of a record with `version` 3. */
export const ENTITY_TAG_EXAMPLE = '"3-44136fa355b3678a1146ad16f7e8649e"';

/** Response headers in `components` of the API document. */
export const DOCUMENTED_HEADERS = {
  'Content-Disposition': { type: 'string', examples: ['inline; filename="events.ics"'] },
  'Content-Language': { type: 'string', examples: ['examples.language'] },
  'Content-Location': {
    type: 'string',
    format: 'uri',
    examples: ['https://agenda.example/calendar/events/v1/events/12?ml_language=ca'],
  },
  ETag: { type: 'string', examples: [ENTITY_TAG_EXAMPLE] },
  'Last-Modified': { type: 'string', examples: ['Fri, 20 Nov 2026 16:45:00 GMT'] },
  'Idempotency-Replayed': { type: 'string', enum: ['true'], examples: ['true'] },
  Link: { type: 'string', examples: ['<https://agenda.example/calendar/events/v1/events?page=2>; rel="next"'] },
  Location: { type: 'string', format: 'uri', examples: ['https://agenda.example/calendar/events/v1/events/12'] },
  RateLimit: { type: 'string', examples: ['"default";r=57;t=31'] },
  'RateLimit-Policy': { type: 'string', examples: ['"default";q=100;w=60'] },
  'Retry-After': { type: 'integer', minimum: 0, examples: [1] },
  'WWW-Authenticate': { type: 'string', examples: ['Bearer realm="calendar"'] },
  'X-Request-Id': { type: 'string', maxLength: 64, examples: ['7b13ffc5-56ad-4bd4-97ef-4703d4ae7da0'] },
  'X-Total': { type: 'integer', minimum: 0, examples: [124] },
  'X-Total-Pages': { type: 'integer', minimum: 0, examples: [11] },
} as const;
export type DocumentedHeader = keyof typeof DOCUMENTED_HEADERS;

export const RATE_LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy'] as const;

export type OperationVerb = 'list' | 'create' | 'get' | 'update' | 'delete';

/** Operation id, such as `updateVenueBySlug`, and texts of an operation on records. */
export function recordOperationDocs(verb: OperationVerb, kind: RecordKind, path: string = ''): MethodDecorator {
  const operationId = `${verb}${pascalCase(verb === 'list' ? kind.plural : kind.name)}${path.includes(':slug') ? 'BySlug' : ''}`;
  return operationDocs(operationId, `${verb}.${kind.family}`);
}

const pascalCase = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/**
 * Operation id and texts of an operation.
 * @param operationId also the key of the summary in `operations.json`
 * @param description key of the description below `operations.descriptions`
 */
export function operationDocs(operationId: string, description: string = operationId): MethodDecorator {
  return ApiOperation({
    operationId,
    summary: `operations.${operationId}`,
    description: `operations.descriptions.${description}`,
  });
}

/**
 * Documents an operation by another HTTP method, such as `Put`. The operation must be documented already. Converters to MCP leave it out:
 * agents need one tool per operation.
 */
export const aliasOperationDocs =
  (method: string): MethodDecorator =>
  (target, key, descriptor: PropertyDescriptor) => {
    const operation = Reflect.getMetadata(SWAGGER_OPERATION_METADATA, descriptor.value as object) as {
      operationId: string;
      summary: string;
    };
    const alias = {
      operationId: `${operation.operationId}By${method}`,
      summary: `{${operation.summary}} (${method.toUpperCase()})`,
      description: 'operations.descriptions.alias',
    };
    applyDecorators(ApiOperation({ ...operation, ...alias }), ApiExtension('x-mcp', false))(target, key, descriptor);
  };

/** The key under which {@link ApiOperation} stores its metadata. `@nestjs/swagger` does not export it. */
const SWAGGER_OPERATION_METADATA = 'swagger/apiOperation';

/** `description` is a key below `operations.responses`. `headers` come on top of those that every successful response has. */
export const successResponseDocs = (
  status: number,
  view: Type,
  description: string,
  headers: readonly DocumentedHeader[] = [],
): MethodDecorator =>
  ApiResponse({
    status,
    description: `operations.responses.${description}`,
    type: view,
    headers: headerReferences('Content-Language', 'ETag', ...RATE_LIMIT_HEADERS, ...headers),
  });

/** References to the headers of a response, and to `X-Request-Id`, which every response has. */
export const headerReferences = (...names: readonly DocumentedHeader[]) =>
  Object.fromEntries(
    (['X-Request-Id', ...names] as const).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
