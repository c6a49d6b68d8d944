import type { Request } from 'express';
import type { Message } from '../../kernel/language/message.js';
import { isWriteMethod } from './http-methods.js';

/** The header by which a client names a write, so that it may safely send it again (draft-ietf-httpapi-idempotency-key-header). */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';

/** Visible ASCII. A header that was sent twice arrives as one with a blank in it, and is no key either. */
export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/** The key of a write, taken as it is; reads have none, and one that cannot be used is left to {@link idempotencyKeyErrors}. */
export function idempotencyKey(request: Request): string | undefined {
  const key = idempotencyKeyHeader(request);
  return key !== undefined && IDEMPOTENCY_KEY_PATTERN.test(key) ? key : undefined;
}

/** What is wrong with the key of a write, to be reported with all else that is. */
export function idempotencyKeyErrors(request: Request): Record<string, Message> {
  const key = idempotencyKeyHeader(request);
  return key === undefined || IDEMPOTENCY_KEY_PATTERN.test(key)
    ? {}
    : { [IDEMPOTENCY_KEY_HEADER]: { key: 'validation.idempotency_key' } };
}

const idempotencyKeyHeader = (request: Request): string | undefined =>
  isWriteMethod(request.method) ? request.get(IDEMPOTENCY_KEY_HEADER) : undefined;
