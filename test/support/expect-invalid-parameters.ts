import { expect } from '@jest/globals';
import type { TestResponse } from './test-calendar.js';

/** Expects that an answer refuses exactly these parameters, because they are wrong. */
export function expectInvalidParameters(answer: Pick<TestResponse, 'status' | 'body'>, ...names: string[]): void {
  expectProblem(answer, 'invalid_parameter', names);
}

/** Expects that an answer misses exactly these parameters. */
export function expectMissingParameters(answer: Pick<TestResponse, 'status' | 'body'>, ...names: string[]): void {
  expectProblem(answer, 'missing_parameter', names);
}

function expectProblem({ status, body }: Pick<TestResponse, 'status' | 'body'>, code: string, names: string[]): void {
  const params = Object.keys(body['params'] ?? {});
  expect({ status, code: body['code'], params: params.toSorted() }).toEqual({
    status: 400,
    code,
    params: names.toSorted(),
  });
}
