import type { Request } from 'express';
import { factsOf } from '../request/request-facts.js';
import { queryOf } from '../request/query-of.js';
import { bringsPassword } from '../request/password-parameter.js';

/** Everything that shapes the answer to an anonymous read; `undefined` where what is asked is not for everybody. */
export function cacheKey(request: Request): string | undefined {
  const { principal, address, language } = factsOf(request);
  if (principal?.role !== 'anonymous' || !address || !language || bringsSecret(request)) return undefined;
  const { asked, named } = language;
  return JSON.stringify([request.url, address.root, asked, named, request.get('Prefer')]);
}

/** A password opens what is not for everybody, and may stand in no cache, not even in a key of it. */
export function bringsSecret(request: Request): boolean {
  const isGiven = (name: string) => request.get(name) !== undefined;
  if (isGiven('Authorization') || isGiven('X-Event-Password')) return true;
  return [...queryOf(request).values.keys()].some(bringsPassword);
}
