import type { Request } from 'express';
import { hasSecretInput } from '../request/has-secret-input.js';
import { isAnonymousRequest, requestStateOf } from '../request/request-state.js';

/** Cache key of an anonymous read: everything in the request that the response depends on. `undefined` if the response is private. */
export function publicCacheKey(request: Request): string | undefined {
  const { principal, address, language, isNegotiated } = requestStateOf(request);
  if (principal?.role !== 'anonymous' || !address || !language || isPrivateRequest(request)) return undefined;
  const { requested, isExplicit } = language;
  return JSON.stringify([request.url, address.baseUrl, requested, isExplicit, request.get('Prefer'), isNegotiated]);
}

/**
 * Whether the response depends on credentials or on a secret. A cache key must not contain either of them. Public pages
 * and files for search engines ignore credentials.
 */
export const isPrivateRequest = (request: Request): boolean =>
  (request.get('Authorization') !== undefined && !isAnonymousRequest(request)) || hasSecretInput(request);
