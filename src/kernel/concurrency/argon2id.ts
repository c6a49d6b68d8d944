import { argon2, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../errors/api-error.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

/** What a hash is computed for: verifying the password of a reader, or a write of a user. Each has its own limiter. */
export type HashPurpose = 'verify' | 'write';

/** Hashes that wait meanwhile: what a thread gets through in some two seconds. */
const MAX_QUEUED_HASHES = 125;

/** What is thrown where so many wait already. */
export const hashQueueFullError = () =>
  new ApiError('too_many_requests', {
    headers: { 'Retry-After': '3' },
    detail: { key: 'errors.too_many_requests.hashing' },
  });

/** OWASP's password storage cheat sheet: 19 MiB, two passes, one lane; some 15 ms. */
export const ARGON2_PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };

/** Computes argon2id hashes (RFC 9106), which are expensive to guess. The limits are those of an application. */
@Injectable()
export class Argon2id {
  /**
   * Readers have one, and writers two, of the four threads that Node.js also decompresses bodies, reads files and looks names up with:
   * passwords alone are never to have them all, and clients that try many do not keep others from writing.
   */
  private readonly limiters: Readonly<Record<HashPurpose, ConcurrencyLimiter>> = {
    verify: new ConcurrencyLimiter(1, MAX_QUEUED_HASHES, hashQueueFullError),
    write: new ConcurrencyLimiter(2, MAX_QUEUED_HASHES, hashQueueFullError),
  };

  /** @throws {ApiError} `too_many_requests` if the queue of the purpose is full */
  hash(purpose: HashPurpose, parameters: Argon2Parameters): Promise<Buffer> {
    return this.limiters[purpose].run(() => promisify(argon2)('argon2id', parameters));
  }
}
