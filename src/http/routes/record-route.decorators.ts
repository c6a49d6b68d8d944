import { applyDecorators, Delete, Get, HttpCode, Patch, Post, Put, type Type } from '@nestjs/common';
import { Authenticated, Public } from './authenticated.decorator.js';
import { minimumRoleFor } from '../../kernel/context/permissions.js';
import type { Role } from '../../kernel/context/principal.js';
import { Cached } from './cached.decorator.js';
import { ApiProblemResponses, ApiProblems } from './api-problems.decorator.js';
import type { ErrorCode } from '../../kernel/errors/error-codes.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { hasPublishing } from '../../records/types/record-kinds.js';
import { addAliasHandler } from './alias-method.js';
import { conditionalReadDocs, conditionalWriteDocs } from './conditional-docs.js';
import {
  successResponseDocs,
  operationDocs,
  aliasOperationDocs,
  recordOperationDocs,
  pathParametersDocs,
  type DocumentedHeader,
} from './operation-docs.js';
import { SelectableFields } from './selectable-fields.decorator.js';
import { bodyDocs, idempotencyKeyDocs, queryParameterDocs } from './parameter-docs.js';

/** What any write may meet before its record is looked at. */
export const WRITE_PROBLEMS = [
  'missing_parameter',
  'invalid_parameter',
  'invalid_json',
  'unsupported_media_type',
  'conflict',
] as const satisfies ErrorCode[];

/** What any write may meet that brings an `Idempotency-Key`. */
export const IDEMPOTENCY_PROBLEMS = ['request_in_progress', 'idempotency_conflict'] as const satisfies ErrorCode[];

/** What any request may meet. */
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

/** Headers that lists have beside those of every answer. */
export const PAGE_HEADERS = ['Link', 'X-Total', 'X-Total-Pages'] as const;

/** `GET` of a list, with what it may meet beside what any list may. */
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

/** `POST` of a new record. */
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

/** `GET` of one record. */
export const Read = (path: string, view: Type, kind: RecordKind) =>
  applyDecorators(
    Get(path),
    Public(),
    Cached(),
    recordOperationDocs('get', kind, path),
    pathParametersDocs(path, kind),
    queryParameterDocs,
    conditionalReadDocs(...recordHeaders(kind)),
    SelectableFields(view),
    successResponseDocs(200, view, 'get', recordHeaders(kind)),
    problemDocs('invalid_parameter', 'translation_not_found', ...notFoundProblems(kind), ...passwordProblems(kind)),
  );

/** Update of one record: POST, PUT and PATCH are one operation. */
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

/** Nest keeps one verb a method, so each further verb of an update gets a method of its own that carries the same decorators. */
export const updateMethodRoutes = (path: string, ...decorators: readonly MethodDecorator[]): MethodDecorator => {
  const decorate = applyDecorators(HttpCode(200), ...decorators);
  return (target, key, descriptor: PropertyDescriptor) => {
    decorate(target, key, descriptor);
    addAliasHandler(target, String(key), 'ByPost', applyDecorators(Post(path), aliasOperationDocs('ByPost')));
    addAliasHandler(target, String(key), 'ByPut', applyDecorators(Put(path), aliasOperationDocs('ByPut')));
    Patch(path)(target, key, descriptor);
  };
};

/** `DELETE` of one record, or of one of its translations. */
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
      ...passwordProblems(kind),
    ),
  );

/** `GET` of what the service says of itself. */
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

/** Documents what an operation may meet, beside what any request may. */
export const problemDocs = (...codes: readonly ErrorCode[]) =>
  applyDecorators(ApiProblems(...codes, ...COMMON_PROBLEMS), ApiProblemResponses());

/** Headers of an answer that is one record; terms tell no date of their last change. */
const recordHeaders = (kind: RecordKind): DocumentedHeader[] =>
  hasPublishing(kind) ? ['Content-Location', 'Last-Modified'] : ['Content-Location'];

/** The least of those who may write records of a kind; which of them is decided on the record. */
const minimumWriterRole = (kind: RecordKind): Role => minimumRoleFor(hasPublishing(kind) ? 'editRecords' : 'editTerms');

/** What a write of a term may collide with. */
const conflictProblems = (kind: RecordKind): ErrorCode[] => (hasPublishing(kind) ? [] : ['term_exists']);

/** What a password may be wanted for. */
const passwordProblems = ({ readErrorCodes = [] }: RecordKind): readonly ErrorCode[] => readErrorCodes;

/** How a record may not be there. */
const notFoundProblems = (kind: RecordKind): ErrorCode[] =>
  hasPublishing(kind) ? [`${kind.name}_not_found`, `${kind.name}_in_trash`] : [`${kind.name}_not_found`];
