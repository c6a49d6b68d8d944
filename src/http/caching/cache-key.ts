import type { Request } from 'express';
import { requestStateOf } from '../request/request-state.js';
import { hasSecretInput } from '../request/has-secret-input.js';

/** Everything that shapes the answer to an anonymous read; `undefined` where what is asked is not for everybody. */
export function cacheKey(request: Request): string | undefined {
  const { principal, address, language } = requestStateOf(request);
  if (principal?.role !== 'anonymous' || !address || !language || isPrivateRequest(request)) return undefined;
  const { requested, isExplicit } = language;
  return JSON.stringify([request.url, address.baseUrl, requested, isExplicit, request.get('Prefer')]);
}

/** Whether a response is for this client alone: it depends on credentials or on a secret, which must not be part of a cache key either. */
export const isPrivateRequest = (request: Request): boolean =>
  request.get('Authorization') !== undefined || hasSecretInput(request);
