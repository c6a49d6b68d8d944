import { argon2, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../errors/api-error.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

/** `verify`: the password of a reader is checked. `write`: a write hashes or checks a secret. Each has its own limiter. */
export type HashPurpose = 'verify' | 'write';

/** Maximum length of a queue. One thread computes as many hashes in about two seconds. */
const MAX_QUEUED_HASHES = 125;

export const hashQueueFullError = () =>
  new ApiError('too_many_requests', {
    headers: { 'Retry-After': '3' },
    detail: { key: 'errors.too_many_requests.hashing' },
  });

/** Recommendation of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. Takes about 15 ms. */
export const ARGON2_PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };

/** Computes argon2id hashes (RFC 9106). The limits apply to each application. */
@Injectable()
export class Argon2id {
  /**
   * Verifications use one and writes two of the four threads of Node's pool, which also decompresses bodies, reads files and resolves
   * names. Clients that try many passwords delay neither this work nor writes.
   */
  private readonly limiters: Readonly<Record<HashPurpose, ConcurrencyLimiter>> = {
    verify: new ConcurrencyLimiter(1, MAX_QUEUED_HASHES, hashQueueFullError),
    write: new ConcurrencyLimiter(2, MAX_QUEUED_HASHES, hashQueueFullError),
  };

  hash(purpose: HashPurpose, parameters: Argon2Parameters): Promise<Buffer> {
    return this.limiters[purpose].run(() => promisify(argon2)('argon2id', parameters));
  }
}
