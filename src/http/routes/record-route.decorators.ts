import { applyDecorators, Delete, Get, HttpCode, Patch, Post, Put, type Type } from '@nestjs/common';
import { Authenticated, Public } from './authenticated.decorator.js';
import { minimumRoleFor } from '../../kernel/context/permissions.js';
import type { Role } from '../../kernel/context/principal.js';
import { Cached } from './response-storage.decorators.js';
import { ApiProblemResponses, ApiProblems } from './api-problems.decorator.js';
import type { ErrorCode } from '../../kernel/errors/error-codes.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { hasPublishing } from '../../records/types/record-kinds.js';
import { addAliasHandler } from './alias-method.js';
import {
  successResponseDocs,
  operationDocs,
  aliasOperationDocs,
  recordOperationDocs,
  type DocumentedHeader,
} from './operation-docs.js';
import { SelectableFields } from './selectable-fields.decorator.js';
import {
  bodyDocs,
  idempotencyKeyDocs,
  pathParametersDocs,
  queryParameterDocs,
  conditionalReadDocs,
  conditionalWriteDocs,
} from './parameter-docs.js';

/** Error codes of every create and update. */
export const WRITE_PROBLEMS = [
  'missing_parameter',
  'invalid_parameter',
  'invalid_json',
  'unsupported_media_type',
  'conflict',
] as const satisfies ErrorCode[];

/** Error codes of writes with an `Idempotency-Key`. */
export const IDEMPOTENCY_PROBLEMS = ['request_in_progress', 'idempotency_conflict'] as const satisfies ErrorCode[];

/** Error codes of every request. */
const COMMON_PROBLEMS = [
  'bad_request',
  'request_timeout',
  'payload_too_large',
  'uri_too_long',
  'header_fields_too_large',
  'too_many_requests',
  'internal',
  'unavailable',
] as const satisfies ErrorCode[];

export const PAGE_HEADERS = ['Link', 'X-Total', 'X-Total-Pages'] as const;

/**
 * `GET` of a list.
 * @param codes error codes of this list, beside those of every list
 */
export const List = (view: Type, kind: RecordKind, ...codes: readonly ErrorCode[]) =>
  applyDecorators(
    Get(),
    Public(),
    Cached(),
    recordOperationDocs('list', kind),
    queryParameterDocs,
    conditionalReadDocs(...PAGE_HEADERS),
    SelectableFields(view),
    successResponseDocs(200, view, 'list', PAGE_HEADERS),
    problemDocs('invalid_parameter', 'page_not_found', ...codes),
  );

/** `POST` that creates a record. */
export const Create = (view: Type, kind: RecordKind) =>
  applyDecorators(
    Post(),
    Authenticated(minimumWriterRole(kind)),
    recordOperationDocs('create', kind),
    bodyDocs,
    idempotencyKeyDocs,
    SelectableFields(view),
    successResponseDocs(201, view, 'create', ['Location', ...recordHeaders(kind), 'Idempotency-Replayed']),
    problemDocs(...WRITE_PROBLEMS, ...IDEMPOTENCY_PROBLEMS, ...conflictProblems(kind)),
  );

/**
 * `GET` of one record.
 * @param headers of the response, beside those of every record of the kind
 */
export const Read = (path: string, view: Type, kind: RecordKind, ...headers: readonly DocumentedHeader[]) =>
  applyDecorators(
    Get(path),
    Public(),
    Cached(),
    recordOperationDocs('get', kind, path),
    pathParametersDocs(path, kind),
    queryParameterDocs,
    conditionalReadDocs(...recordHeaders(kind), ...headers),
    SelectableFields(view),
    successResponseDocs(200, view, 'get', [...recordHeaders(kind), ...headers]),
    problemDocs(
      'invalid_parameter',
      'translation_not_found',
      ...notFoundProblems(kind),
      ...(kind.readErrorCodes ?? []),
    ),
  );

/** `POST`, `PUT` and `PATCH` of one record. All three update the members that the request contains. */
export const Update = (path: string, view: Type, kind: RecordKind): MethodDecorator =>
  updateMethodRoutes(
    path,
    Authenticated(minimumWriterRole(kind)),
    recordOperationDocs('update', kind, path),
    pathParametersDocs(path, kind),
    bodyDocs,
    conditionalWriteDocs,
    idempotencyKeyDocs,
    SelectableFields(view),
    successResponseDocs(200, view, 'update', [...recordHeaders(kind), 'Idempotency-Replayed']),
    problemDocs(...WRITE_PROBLEMS, ...IDEMPOTENCY_PROBLEMS, ...conflictProblems(kind), `${kind.name}_not_found`),
  );

/** Routes of an update by three HTTP methods. Nest has one HTTP method per handler, so two handlers are added with the same decorators. */
export const updateMethodRoutes = (path: string, ...decorators: readonly MethodDecorator[]): MethodDecorator => {
  const decorate = applyDecorators(HttpCode(200), ...decorators);
  return (target, key, descriptor: PropertyDescriptor) => {
    decorate(target, key, descriptor);
    addAliasHandler(target, String(key), 'ByPost', applyDecorators(Post(path), aliasOperationDocs('Post')));
    addAliasHandler(target, String(key), 'ByPut', applyDecorators(Put(path), aliasOperationDocs('Put')));
    Patch(path)(target, key, descriptor);
  };
};

/** `DELETE` of one record, or of one translation. */
export const Remove = (path: string, view: Type, kind: RecordKind) =>
  applyDecorators(
    Delete(path),
    Authenticated(minimumWriterRole(kind)),
    recordOperationDocs('delete', kind, path),
    pathParametersDocs(path, kind, 'delete'),
    queryParameterDocs,
    conditionalWriteDocs,
    idempotencyKeyDocs,
    SelectableFields(view),
    successResponseDocs(200, view, 'delete', [...recordHeaders(kind), 'Idempotency-Replayed']),
    problemDocs(
      'missing_parameter',
      'invalid_parameter',
      ...IDEMPOTENCY_PROBLEMS,
      'translation_not_found',
      'last_translation',
      ...conflictProblems(kind),
      ...notFoundProblems(kind),
      ...(kind.readErrorCodes ?? []),
    ),
  );

/**
 * `GET` of data that are no record, such as the API document.
 * @param name operation id, and key of its summary in `operations.json`
 */
export const Describe = (path: string, name: string, view: Type, ...codes: readonly ErrorCode[]) =>
  applyDecorators(
    Get(path),
    Public(),
    Cached(),
    operationDocs(name),
    queryParameterDocs,
    conditionalReadDocs(),
    successResponseDocs(200, view, 'get'),
    problemDocs('invalid_parameter', ...codes),
  );

export const problemDocs = (...codes: readonly ErrorCode[]) =>
  applyDecorators(ApiProblems(...codes, ...COMMON_PROBLEMS), ApiProblemResponses);

/** Headers of a response with one record. Terms have no date of change. */
const recordHeaders = (kind: RecordKind): DocumentedHeader[] =>
  hasPublishing(kind) ? ['Content-Location', 'Last-Modified'] : ['Content-Location'];

/** The lowest role that may write records of a kind. Whether a caller may write one record is decided later. */
const minimumWriterRole = (kind: RecordKind): Role => minimumRoleFor(hasPublishing(kind) ? 'editRecords' : 'editTerms');

const conflictProblems = (kind: RecordKind): ErrorCode[] => (hasPublishing(kind) ? [] : ['term_exists']);

const notFoundProblems = (kind: RecordKind): ErrorCode[] =>
  hasPublishing(kind) ? [`${kind.name}_not_found`, `${kind.name}_in_trash`] : [`${kind.name}_not_found`];
