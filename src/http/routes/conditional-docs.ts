import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { ApiProblems } from './api-problems.decorator.js';
import { headerReferences, RATE_LIMIT_HEADERS, ENTITY_TAG_EXAMPLE, type DocumentedHeader } from './operation-docs.js';

const entityTagHeaderDocs = (name: string, description: string) =>
  ApiHeader({ name, required: false, description, schema: { type: 'string', examples: [ENTITY_TAG_EXAMPLE] } });

/**
 * Documents `If-None-Match` and the response 304.
 * @param headers of the operation, beside those of every response. A 304 has them too
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

/** Documents `If-Match` and its errors. Applied before `problemDocs`. */
export const conditionalWriteDocs: MethodDecorator = applyDecorators(
  entityTagHeaderDocs('If-Match', 'fields.if_match'),
  ApiProblems('precondition_failed', 'precondition_required'),
);
