import { createHash, createHmac } from 'node:crypto';
import type { Request } from 'express';
import { requestStateOf } from '../request/request-state.js';
import { hasSecretInput } from '../request/has-secret-input.js';
import { type Argon2id, ARGON2_PARAMETERS } from '../../kernel/concurrency/argon2id.js';

/** What tells a request from others, without telling what it was. */
export interface IdempotencyClaim {
  /** Of principal and key: those of two principals never meet. */
  readonly key: Buffer;
  /** Of all that decides what the request does and how it is answered. */
  readonly fingerprint: Buffer;
}

/** Headers that decide what a write does, beside those that give its language and its sender. */
const FINGERPRINT_HEADERS = ['If-Match', 'If-None-Match', 'Prefer'];

const HASH_BYTES = 32;

/**
 * The claim of a request that has passed the guards to its key. The fingerprint is keyed by what the client alone knows. A client may
 * choose keys that can be guessed: then a secret must not be easier to find out by this hash than by the one that is stored of it.
 */
export async function createClaim(argon2id: Argon2id, request: Request, key: string): Promise<IdempotencyClaim> {
  const { principal } = requestStateOf(request);
  const hash = createHash('sha256')
    .update(JSON.stringify([principal?.id, key]))
    .digest();
  const message = canonicalRequest(request);
  const fingerprint = hasSecretInput(request, Object.keys((request.body ?? {}) as object))
    ? await argon2id.hash('write', { ...ARGON2_PARAMETERS, message, nonce: hash, tagLength: HASH_BYTES })
    : createHmac('sha256', key).update(message).digest();
  return { key: hash, fingerprint };
}

/** One text for requests that are the same; forms and JSON are read in different ways, so they never are. */
function canonicalRequest(request: Request): string {
  const { language: { requested, isExplicit } = {}, form, rawBody, secretInputs } = requestStateOf(request);
  // What cannot be decoded could else be taken for a text that looks like it.
  const isForm = form && form.undecodable.size > 0 ? [...form.undecodable].toSorted() : form !== undefined;
  const headers = [...FINGERPRINT_HEADERS, ...(secretInputs?.headers ?? [])].map((name) => request.get(name) ?? null);
  return JSON.stringify([
    request.method,
    request.url,
    requested,
    isExplicit,
    isForm,
    rawBody ?? canonicalize(request.body),
    headers,
  ]);
}

/** The same value with the members of all objects in one order. Objects become lists, as theirs would put numbers first. */
function canonicalize(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return ['[', ...value.map(canonicalize)];
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return ['{', ...members.map(([name, member]) => [name, canonicalize(member)])];
}
