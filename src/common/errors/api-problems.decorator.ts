import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ERROR_CODES, type ErrorCode } from './error-codes.js';
import { ProblemView } from './problem.view.js';

const CODES = 'calendar:problems';

/** Documents the errors of an operation. Codes of one status share an answer; further calls add to it. */
export function ApiProblems(...codes: readonly ErrorCode[]): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    const handler = descriptor.value as object;
    const all = [...new Set([...((Reflect.getMetadata(CODES, handler) ?? []) as ErrorCode[]), ...codes])];
    Reflect.defineMetadata(CODES, all, handler);
    const byStatus = Map.groupBy(all, (code) => ERROR_CODES[code]);
    const answers = [...byStatus].map(([status, each]) => problemResponse(status, each));
    applyDecorators(ApiExtraModels(ProblemView), ...answers)(target, key, descriptor);
  };
}

function problemResponse(status: number, codes: readonly ErrorCode[]): MethodDecorator {
  return ApiResponse({
    status,
    description: codes.join(', '),
    content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemView) } } },
  });
}
