import type { Request } from 'express';
import type { FieldErrors } from '../../kernel/errors/api-error.js';
import { parsedQueryOf, requestStateOf } from './request-state.js';

/** Query parameter that names the method of a `POST`. */
export const METHOD_PARAMETER = '_method';

const METHOD_HEADER = 'X-HTTP-Method-Override';
const METHODS = ['PUT', 'PATCH', 'DELETE'];

/**
 * Replaces the method of a `POST` that names another one: client libraries of WordPress send `PUT`, `PATCH` and
 * `DELETE` in this way.
 */
export function overrideMethod(request: Request): void {
  if (request.method !== 'POST') return;
  const requested = new Map([
    [METHOD_HEADER, request.headersDistinct[METHOD_HEADER.toLowerCase()] ?? []],
    [METHOD_PARAMETER, methodsInQuery(request)],
  ]);
  const methods = new Set([...requested.values()].flat().map(normalize));
  const [method, second] = methods;
  const isValid = method === undefined || (second === undefined && METHODS.includes(method));
  requestStateOf(request).methodErrors = isValid ? {} : methodErrors(requested);
  if (isValid && method !== undefined) request.method = method;
}

/** A name with brackets, such as `_method[]`, has no valid value. */
function methodsInQuery(request: Request): string[] {
  const names = [...parsedQueryOf(request).values].filter(([name]) => name.split('[', 1)[0] === METHOD_PARAMETER);
  return names.flatMap(([name, values]) => (name === METHOD_PARAMETER ? values : ['']));
}

/** The errors of unknown methods, or of two different ones. */
function methodErrors(requested: ReadonlyMap<string, readonly string[]>): FieldErrors {
  const unknown = [...requested].filter(([, values]) => values.some((value) => !METHODS.includes(normalize(value))));
  if (unknown.length > 0) {
    const error = { key: 'validation.one_of', args: { values: METHODS.join(', ') } };
    return Object.fromEntries(unknown.map(([name]) => [name, error]));
  }
  const named = [...requested].filter(([, values]) => values.length > 0);
  return Object.fromEntries(named.map(([name]) => [name, { key: 'validation.method_conflict' }]));
}

const normalize = (method: string): string => method.trim().toUpperCase();
