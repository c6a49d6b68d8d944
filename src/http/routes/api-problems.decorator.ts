import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse } from '@nestjs/swagger';
import { headerReferences, RATE_LIMIT_HEADERS, type DocumentedHeader } from './operation-docs.js';
import { isReplayable } from './is-replayable.js';
import { statusOfCode, type ErrorCode } from '../../kernel/errors/error-codes.js';
import { ProblemView } from '../problems/problem.view.js';

const ERROR_CODES_METADATA = 'calendar:problems';

/** Where a documented answer names its codes, until the texts of the document's language explain them. */
export const ERROR_CODES_EXTENSION = 'x-codes';

/** What problems of a status have beside the headers of any answer. */
const PROBLEM_HEADERS_BY_STATUS: Readonly<Record<number, readonly DocumentedHeader[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', ...RATE_LIMIT_HEADERS],
  503: ['Retry-After'],
};

/** Names errors of an operation; further calls add to them. {@link ApiProblemResponses} documents them. */
export function ApiProblems(...codes: readonly ErrorCode[]): MethodDecorator {
  return (_target, _key, descriptor: PropertyDescriptor) => {
    const handler = descriptor.value as object;
    Reflect.defineMetadata(ERROR_CODES_METADATA, [...new Set([...declaredErrorCodesOf(handler), ...codes])], handler);
  };
}

/** Documents the errors named for an operation, one answer per status. It stands behind all that name some. */
export function ApiProblemResponses(): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    const all = declaredErrorCodesOf(descriptor.value as object);
    const acceptsKey = all.includes('idempotency_conflict');
    const byStatus = Map.groupBy(all, statusOfCode);
    const responses = [...byStatus].map(([status, codes]) =>
      problemResponse(status, codes, acceptsKey && isReplayable(status)),
    );
    applyDecorators(ApiExtraModels(ProblemView), ...responses)(target, key, descriptor);
  };
}

const declaredErrorCodesOf = (handler: object): ErrorCode[] =>
  (Reflect.getMetadata(ERROR_CODES_METADATA, handler) ?? []) as ErrorCode[];

function problemResponse(status: number, codes: readonly ErrorCode[], canBeReplayed: boolean): MethodDecorator {
  const replayed = canBeReplayed ? (['Idempotency-Replayed'] as const) : [];
  const headers = headerReferences('Content-Language', ...(PROBLEM_HEADERS_BY_STATUS[status] ?? []), ...replayed);
  const response = { status, headers, [ERROR_CODES_EXTENSION]: codes };
  return ApiResponse(response);
}
