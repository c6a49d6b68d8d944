import type { Request } from 'express';
import type { Message } from '../../kernel/language/message.js';
import { isWriteMethod } from './http-methods.js';

/** Header that identifies a write, so that the client can retry it (draft-ietf-httpapi-idempotency-key-header). */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';

/** Visible ASCII. Repeated headers are invalid, because Node joins them with a comma and a blank. */
export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/** The valid key of a write. Reads have none. */
export function idempotencyKey(request: Request): string | undefined {
  const key = idempotencyKeyHeader(request);
  return key !== undefined && IDEMPOTENCY_KEY_PATTERN.test(key) ? key : undefined;
}

/** The message for an invalid key. Parameter validation reports it with all other errors of the request. */
export function idempotencyKeyErrors(request: Request): Record<string, Message> {
  const isInvalid = idempotencyKeyHeader(request) !== undefined && idempotencyKey(request) === undefined;
  return isInvalid ? { [IDEMPOTENCY_KEY_HEADER]: { key: 'validation.idempotency_key' } } : {};
}

const idempotencyKeyHeader = (request: Request): string | undefined =>
  isWriteMethod(request.method) ? request.get(IDEMPOTENCY_KEY_HEADER) : undefined;
