import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse } from '@nestjs/swagger';
import { headerReferences, RATE_LIMIT_HEADERS, type DocumentedHeader } from './operation-docs.js';
import { isReplayable } from './response-storage.decorators.js';
import { statusOfCode, type ErrorCode } from '../../kernel/errors/error-codes.js';
import { ProblemView } from '../problems/problem.view.js';

const ERROR_CODES_METADATA = 'calendar:problems';

/** Headers of problems with these statuses, beside those of every response. */
const PROBLEM_HEADERS_BY_STATUS: Readonly<Record<number, readonly DocumentedHeader[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', ...RATE_LIMIT_HEADERS],
  503: ['Retry-After'],
};

/** Declares error codes of an operation, in addition to those of other decorators. {@link ApiProblemResponses} documents them. */
export function ApiProblems(...codes: readonly ErrorCode[]): MethodDecorator {
  return (_target, _key, descriptor: PropertyDescriptor) => {
    const handler = descriptor.value as object;
    Reflect.defineMetadata(ERROR_CODES_METADATA, [...new Set([...declaredErrorCodesOf(handler), ...codes])], handler);
  };
}

/** Documents the declared errors, one response per status. Applied after all {@link ApiProblems} of the operation. */
export const ApiProblemResponses: MethodDecorator = (target, key, descriptor) => {
  const all = declaredErrorCodesOf(descriptor.value as object);
  const acceptsKey = all.includes('idempotency_conflict');
  const responses = [...Map.groupBy(all, statusOfCode)].map(([status, codes]) =>
    problemResponseDocs(status, codes, acceptsKey && isReplayable(status)),
  );
  applyDecorators(ApiExtraModels(ProblemView), ...responses)(target, key, descriptor);
};

const declaredErrorCodesOf = (handler: object): ErrorCode[] =>
  (Reflect.getMetadata(ERROR_CODES_METADATA, handler) ?? []) as ErrorCode[];

function problemResponseDocs(status: number, codes: readonly ErrorCode[], canBeReplayed: boolean): MethodDecorator {
  const replayed = canBeReplayed ? (['Idempotency-Replayed'] as const) : [];
  const headers = headerReferences('Content-Language', ...(PROBLEM_HEADERS_BY_STATUS[status] ?? []), ...replayed);
  // `addProblemDocs` replaces this response by one that describes the codes.
  const response = { status, headers, 'x-codes': codes };
  return ApiResponse(response);
}
