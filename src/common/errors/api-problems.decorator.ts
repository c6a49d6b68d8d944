import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ERROR_CODES, type ErrorCode } from './error-codes.js';
import { ProblemView } from './problem.view.js';

const CODES = 'calendar:problems';

/** Names errors of an operation; further calls add to them. {@link ApiProblemAnswers} documents them. */
export function ApiProblems(...codes: readonly ErrorCode[]): MethodDecorator {
  return (_target, _key, descriptor: PropertyDescriptor) => {
    const handler = descriptor.value as object;
    Reflect.defineMetadata(CODES, [...new Set([...codesOf(handler), ...codes])], handler);
  };
}

/** Documents the errors named for an operation, one answer per status. It stands behind all that name some. */
export function ApiProblemAnswers(): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    const byStatus = Map.groupBy(codesOf(descriptor.value as object), (code) => ERROR_CODES[code]);
    const answers = [...byStatus].map(([status, codes]) => problemAnswer(status, codes));
    applyDecorators(ApiExtraModels(ProblemView), ...answers)(target, key, descriptor);
  };
}

const codesOf = (handler: object): ErrorCode[] => (Reflect.getMetadata(CODES, handler) ?? []) as ErrorCode[];

function problemAnswer(status: number, codes: readonly ErrorCode[]): MethodDecorator {
  return ApiResponse({
    status,
    description: codes.join(', '),
    content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemView) } } },
  });
}
