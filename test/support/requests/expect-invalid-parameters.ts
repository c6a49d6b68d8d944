import { expect } from 'vitest';
import type { TestResponse } from '../calendar/test-calendar.js';

/** Expects a 400 for exactly these invalid parameters. */
export function expectInvalidParameters(response: Pick<TestResponse, 'status' | 'body'>, ...names: string[]): void {
  expectProblem(response, 'invalid_parameter', names);
}

/** Expects a 400 for exactly these missing parameters. */
export function expectMissingParameters(response: Pick<TestResponse, 'status' | 'body'>, ...names: string[]): void {
  expectProblem(response, 'missing_parameter', names);
}

function expectProblem({ status, body }: Pick<TestResponse, 'status' | 'body'>, code: string, names: string[]): void {
  const params = Object.keys(body['params'] ?? {});
  expect({ status, code: body['code'], params: params.toSorted() }).toEqual({
    status: 400,
    code,
    params: names.toSorted(),
  });
}
