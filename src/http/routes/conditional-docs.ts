import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { ApiProblems } from './api-problems.decorator.js';
import { headerReferences, RATE_LIMIT_HEADERS, ENTITY_TAG_EXAMPLE, type DocumentedHeader } from './operation-docs.js';

const entityTagHeaderDocs = (name: string, description: string) =>
  ApiHeader({ name, required: false, description, schema: { type: 'string', examples: [ENTITY_TAG_EXAMPLE] } });

/**
 * Documents that a read need not send again what the client has.
 * @param headers that its answers have beside those that every answer has; one without a body has them too
 */
export const conditionalReadDocs = (...headers: readonly DocumentedHeader[]): MethodDecorator =>
  applyDecorators(
    entityTagHeaderDocs('If-None-Match', 'fields.if_none_match'),
    ApiResponse({
      status: 304,
      description: 'operations.responses.not_modified',
      headers: headerReferences('Content-Language', 'ETag', ...RATE_LIMIT_HEADERS, ...headers),
    }),
  );

/** Documents that a write may be for one version of the record only. It stands before the problems of the operation. */
export const conditionalWriteDocs: MethodDecorator = applyDecorators(
  entityTagHeaderDocs('If-Match', 'fields.if_match'),
  ApiProblems('precondition_failed', 'precondition_required'),
);
