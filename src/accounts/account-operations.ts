import { applyDecorators, Delete, Get, Post, type Type } from '@nestjs/common';
import { Authenticated } from '../common/auth/authenticated.decorator.js';
import type { Role } from '../common/auth/principal.js';
import type { ErrorCode } from '../common/errors/error-codes.js';
import { answers, bodyParameters, documented, pathParameters, queryParameters } from '../common/http/operation-docs.js';
import { byEveryVerb, problems, WRITE_PROBLEMS } from '../common/http/operations.js';

/** What one operation on accounts is for. */
interface Operation {
  /** The least powerful role that may call it. */
  readonly least: Role;
  readonly view: Type;
  /** What it may meet beside what its kind may. */
  readonly codes?: readonly ErrorCode[];
  /** What it does, by the key of its summary, where that is not what others of its kind do. */
  readonly verb?: string;
}

/** `GET` of a list that is not for everybody. Answers with credentials are never kept. */
export const ListAccounts = ({ least, view, codes = [], verb = 'list' }: Operation) =>
  applyDecorators(
    Get(),
    Authenticated(least),
    documented(verb),
    queryParameters,
    answers(200, view),
    problems('invalid_parameter', 'page_not_found', ...codes),
  );

/** `POST` of a new user or token. */
export const CreateAccount = ({ least, view, codes = [] }: Operation) =>
  applyDecorators(
    Post(),
    Authenticated(least),
    documented('create'),
    bodyParameters,
    answers(201, view),
    problems(...WRITE_PROBLEMS, ...codes),
  );

/** `GET` of one. */
export const ReadAccount = (path: string, { least, view, codes = [] }: Operation) =>
  applyDecorators(
    Get(path),
    Authenticated(least),
    documented('get'),
    pathParameters(path),
    queryParameters,
    answers(200, view),
    problems('invalid_parameter', ...codes),
  );

/** Update of one: POST, PUT and PATCH are one operation. */
export const UpdateAccount = (path: string, { least, view, codes = [] }: Operation) =>
  byEveryVerb(
    path,
    Authenticated(least),
    documented('update'),
    pathParameters(path),
    bodyParameters,
    answers(200, view),
    problems(...WRITE_PROBLEMS, ...codes),
  );

/** `DELETE` of one. */
export const RemoveAccount = (path: string, verb: 'delete' | 'revoke', { least, view, codes = [] }: Operation) =>
  applyDecorators(
    Delete(path),
    Authenticated(least),
    documented(verb),
    pathParameters(path),
    queryParameters,
    answers(200, view),
    problems('invalid_parameter', ...codes),
  );
