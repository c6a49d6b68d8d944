import { argon2, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { HashingLanes } from './hashing-lanes.js';

/** Half of Node's threads, and what they get through in some two seconds. */
const LANES = new HashingLanes(2, 250);

/** OWASP's password storage cheat sheet: 19 MiB, two passes, one lane; some 15 ms. */
export const COST = { memory: 19_456, passes: 2, parallelism: 1 };

/**
 * A hash that is dear to try out: argon2id (RFC 9106).
 * @throws {ApiError} `too_many_requests`, where too many wait for one
 */
export const argon2id = (parameters: Argon2Parameters): Promise<Buffer> =>
  LANES.run(() => promisify(argon2)('argon2id', parameters));
