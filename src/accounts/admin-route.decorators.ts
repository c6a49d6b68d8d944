import { applyDecorators, Delete, Get, Post, type Type } from '@nestjs/common';
import { Authenticated } from '../http/routes/authenticated.decorator.js';
import type { Role } from '../kernel/context/principal.js';
import type { ErrorCode } from '../kernel/errors/error-codes.js';
import { successResponseDocs, operationDocs } from '../http/routes/operation-docs.js';
import {
  updateMethodRoutes,
  IDEMPOTENCY_PROBLEMS,
  PAGE_HEADERS,
  problemDocs,
  WRITE_PROBLEMS,
} from '../http/routes/record-route.decorators.js';
import { SelectableFields } from '../http/routes/selectable-fields.decorator.js';
import {
  pathParametersDocs,
  bodyDocs,
  idempotencyKeyDocs,
  queryParameterDocs,
  conditionalReadDocs,
  conditionalWriteDocs,
} from '../http/routes/parameter-docs.js';
import { ReturnsSecret } from '../http/routes/response-storage.decorators.js';

interface AdminRouteOptions {
  /** `operationId`, see `operationDocs`. */
  readonly name: string;
  readonly minimumRole: Role;
  readonly view: Type;
  /** Errors in addition to those of the method. */
  readonly codes?: readonly ErrorCode[];
}

export const AdminListRoute = ({ name, minimumRole, view, codes = [] }: AdminRouteOptions) =>
  applyDecorators(
    Get(),
    Authenticated(minimumRole),
    operationDocs(name),
    queryParameterDocs,
    conditionalReadDocs(...PAGE_HEADERS),
    SelectableFields(view),
    successResponseDocs(200, view, 'list', PAGE_HEADERS),
    problemDocs('invalid_parameter', 'page_not_found', ...codes),
  );

/** `POST` of a new user or token. Only this response contains the token. */
export const AdminCreateRoute = ({ name, minimumRole, view, codes = [] }: AdminRouteOptions) =>
  applyDecorators(
    Post(),
    Authenticated(minimumRole),
    operationDocs(name),
    ReturnsSecret(),
    bodyDocs,
    idempotencyKeyDocs,
    SelectableFields(view),
    successResponseDocs(201, view, 'create', ['Location']),
    problemDocs(...WRITE_PROBLEMS, ...IDEMPOTENCY_PROBLEMS, ...codes),
  );

export const AdminReadRoute = (path: string, { name, minimumRole, view, codes = [] }: AdminRouteOptions) =>
  applyDecorators(
    Get(path),
    Authenticated(minimumRole),
    operationDocs(name),
    pathParametersDocs(path),
    queryParameterDocs,
    conditionalReadDocs(),
    SelectableFields(view),
    successResponseDocs(200, view, 'get'),
    problemDocs('invalid_parameter', ...codes),
  );

/** `POST`, `PUT` and `PATCH` of one user. All three update the members that the request contains. */
export const AdminUpdateRoute = (path: string, { name, minimumRole, view, codes = [] }: AdminRouteOptions) =>
  updateMethodRoutes(
    path,
    Authenticated(minimumRole),
    operationDocs(name),
    pathParametersDocs(path),
    bodyDocs,
    conditionalWriteDocs,
    idempotencyKeyDocs,
    SelectableFields(view),
    successResponseDocs(200, view, 'update', ['Idempotency-Replayed']),
    problemDocs(...WRITE_PROBLEMS, ...IDEMPOTENCY_PROBLEMS, ...codes),
  );

export const AdminRemoveRoute = (path: string, { name, minimumRole, view, codes = [] }: AdminRouteOptions) =>
  applyDecorators(
    Delete(path),
    Authenticated(minimumRole),
    operationDocs(name),
    pathParametersDocs(path),
    queryParameterDocs,
    conditionalWriteDocs,
    idempotencyKeyDocs,
    SelectableFields(view),
    successResponseDocs(200, view, 'delete', ['Idempotency-Replayed']),
    problemDocs('invalid_parameter', ...IDEMPOTENCY_PROBLEMS, ...codes),
  );
