import { applyDecorators, Delete, Get, Post, type Type } from '@nestjs/common';
import { Authenticated } from '../http/routes/authenticated.decorator.js';
import type { Role } from '../kernel/context/principal.js';
import type { ErrorCode } from '../kernel/errors/error-codes.js';
import { conditionalRead, conditionalWrite } from '../http/routes/conditional-docs.js';
import { answers, documented, pathParameters } from '../http/routes/operation-docs.js';
import { byEveryVerb, KEY_PROBLEMS, PAGE_HEADERS, problems, WRITE_PROBLEMS } from '../http/routes/operations.js';
import { bodyParameters, keyParameter, queryParameters } from '../http/routes/parameter-docs.js';
import { HoldsSecret } from '../http/routes/holds-secret.decorator.js';

/** What one operation on accounts is for. */
interface Operation {
  /** What clients call it, see `documented`. */
  readonly name: string;
  /** The least powerful role that may call it. */
  readonly least: Role;
  readonly view: Type;
  /** What it may meet beside what its kind may. */
  readonly codes?: readonly ErrorCode[];
}

/** `GET` of a list that is not for everybody. Answers with credentials are never kept. */
export const ListAccounts = ({ name, least, view, codes = [] }: Operation) =>
  applyDecorators(
    Get(),
    Authenticated(least),
    documented(name),
    queryParameters,
    conditionalRead(...PAGE_HEADERS),
    answers(200, view, 'list', PAGE_HEADERS),
    problems('invalid_parameter', 'page_not_found', ...codes),
  );

/** `POST` of a new user or token: the answer holds a token, and is the only one that does. */
export const CreateAccount = ({ name, least, view, codes = [] }: Operation) =>
  applyDecorators(
    Post(),
    Authenticated(least),
    documented(name),
    HoldsSecret(),
    bodyParameters,
    keyParameter,
    answers(201, view, 'create', ['Location']),
    problems(...WRITE_PROBLEMS, ...KEY_PROBLEMS, ...codes),
  );

/** `GET` of one. */
export const ReadAccount = (path: string, { name, least, view, codes = [] }: Operation) =>
  applyDecorators(
    Get(path),
    Authenticated(least),
    documented(name),
    pathParameters(path),
    queryParameters,
    conditionalRead(),
    answers(200, view, 'get'),
    problems('invalid_parameter', ...codes),
  );

/** Update of one: POST, PUT and PATCH are one operation. */
export const UpdateAccount = (path: string, { name, least, view, codes = [] }: Operation) =>
  byEveryVerb(
    path,
    Authenticated(least),
    documented(name),
    pathParameters(path),
    bodyParameters,
    conditionalWrite,
    keyParameter,
    answers(200, view, 'update', ['Idempotency-Replayed']),
    problems(...WRITE_PROBLEMS, ...KEY_PROBLEMS, ...codes),
  );

/** `DELETE` of one. */
export const RemoveAccount = (path: string, { name, least, view, codes = [] }: Operation) =>
  applyDecorators(
    Delete(path),
    Authenticated(least),
    documented(name),
    pathParameters(path),
    queryParameters,
    conditionalWrite,
    keyParameter,
    answers(200, view, 'delete', ['Idempotency-Replayed']),
    problems('invalid_parameter', ...KEY_PROBLEMS, ...codes),
  );
