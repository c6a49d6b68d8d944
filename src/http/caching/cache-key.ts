import type { Request } from 'express';
import { stateOf } from '../request/request-state.js';
import { queryOf } from '../request/query-of.js';
import { isPasswordParameter } from '../request/is-password-parameter.js';

/** Everything that shapes the answer to an anonymous read; `undefined` where what is asked is not for everybody. */
export function cacheKey(request: Request): string | undefined {
  const { principal, address, language } = stateOf(request);
  if (principal?.role !== 'anonymous' || !address || !language || hasSecret(request)) return undefined;
  const { requested, isExplicit } = language;
  return JSON.stringify([request.url, address.baseUrl, requested, isExplicit, request.get('Prefer')]);
}

/** A password opens what is not for everybody, and may stand in no cache, not even in a key of it. */
export function hasSecret(request: Request): boolean {
  const isGiven = (name: string) => request.get(name) !== undefined;
  if (isGiven('Authorization') || isGiven('X-Event-Password')) return true;
  return [...queryOf(request).values.keys()].some(isPasswordParameter);
}
