import { ApiError } from './api-error.js';
import type { ErrorCode } from './error-codes.js';

/** An answer that asks for credentials. Never `Basic`: browsers would ask their user for a password. */
export function authenticationError(code: Extract<ErrorCode, 'unauthorized' | 'invalid_credentials'>): ApiError {
  return new ApiError(code, { headers: { 'WWW-Authenticate': 'Bearer realm="calendar"' } });
}
