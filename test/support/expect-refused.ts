import { expect } from '@jest/globals';
import type { Answer } from './test-calendar.js';

/** Expects that an answer refuses exactly these parameters, because they are wrong. */
export function expectRefused(answer: Pick<Answer, 'status' | 'body'>, ...names: string[]): void {
  expectProblem(answer, 'invalid_parameter', names);
}

/** Expects that an answer misses exactly these parameters. */
export function expectMissing(answer: Pick<Answer, 'status' | 'body'>, ...names: string[]): void {
  expectProblem(answer, 'missing_parameter', names);
}

function expectProblem({ status, body }: Pick<Answer, 'status' | 'body'>, code: string, names: string[]): void {
  const params = Object.keys(body['params'] ?? {});
  expect({ status, code: body['code'], params: params.toSorted() }).toEqual({
    status: 400,
    code,
    params: names.toSorted(),
  });
}
