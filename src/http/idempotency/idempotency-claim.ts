import { createHash, createHmac } from 'node:crypto';
import type { Request } from 'express';
import { type Argon2id, ARGON2_PARAMETERS } from '../../kernel/concurrency/argon2id.js';
import { hasSecretInput } from '../request/has-secret-input.js';
import { requestStateOf } from '../request/request-state.js';

/** Identifies a write without storing its content. */
export interface IdempotencyClaim {
  /** Hash of principal and key. */
  readonly key: Buffer;
  /** Hash of everything that decides the effect and the response of the request. */
  readonly fingerprint: Buffer;
}

/** Headers that decide the effect of a write, besides those for language and credentials. */
const FINGERPRINT_HEADERS = ['If-Match', 'If-None-Match', 'Prefer'];

const HASH_BYTES = 32;

/**
 * Creates the claim of an authenticated request. The fingerprint is keyed with the `Idempotency-Key`. Clients may choose guessable keys, so
 * a request with a secret gets an argon2id hash: it is as expensive to guess as the stored hash of the secret.
 */
export async function computeClaim(argon2id: Argon2id, request: Request, key: string): Promise<IdempotencyClaim> {
  const { principal } = requestStateOf(request);
  const keyHash = createHash('sha256')
    .update(JSON.stringify([principal?.id, key]))
    .digest();
  const message = canonicalRequest(request);
  const fingerprint = hasSecretInput(request, Object.keys((request.body ?? {}) as object))
    ? await argon2id.hash('write', { ...ARGON2_PARAMETERS, message, nonce: keyHash, tagLength: HASH_BYTES })
    : createHmac('sha256', key).update(message).digest();
  return { key: keyHash, fingerprint };
}

/** Serializes a request. Equal requests have the same text; a form never equals a JSON body, because their values are read differently. */
function canonicalRequest(request: Request): string {
  const { language: { requested, isExplicit } = {}, form, rawBody, secretInputs } = requestStateOf(request);
  // An undecodable value is kept as sent and could equal a decoded one, so the names of such values are included.
  const format = form && form.undecodable.size > 0 ? [...form.undecodable].toSorted() : form !== undefined;
  const headers = [...FINGERPRINT_HEADERS, ...(secretInputs?.headers ?? [])].map((name) => request.get(name) ?? null);
  const body = rawBody ?? canonicalize(request.body);
  return JSON.stringify([request.method, request.url, requested, isExplicit, format, body, headers]);
}

/** Sorts the members of all objects. Objects become arrays, because objects put integer names first. */
function canonicalize(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return ['[', ...value.map(canonicalize)];
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return ['{', ...members.map(([name, member]) => [name, canonicalize(member)])];
}
