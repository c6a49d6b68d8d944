import { describe, expect, it } from 'vitest';
import { Argon2id, type HashPurpose } from '../../../../src/kernel/concurrency/argon2id.js';

const argon2id = new Argon2id();

/** Hashes with the lowest cost that the algorithm allows. */
const hash = (purpose: HashPurpose) =>
  argon2id.hash(purpose, {
    memory: 8,
    passes: 1,
    parallelism: 1,
    message: 'Sesam',
    nonce: Buffer.alloc(16),
    tagLength: 4,
  });

describe('Argon2id', () => {
  it.each<[HashPurpose, HashPurpose, number]>([
    ['verify', 'write', 1],
    ['write', 'verify', 2],
  ])(
    'rejects a hash for %s while 125 others wait, and still accepts a hash for %s (8.13, 12.5)',
    async (purpose, otherPurpose, maxRunning) => {
      const waiting = Array.from({ length: maxRunning + 125 }, () => hash(purpose));
      const [rejected, accepted] = await Promise.allSettled([hash(purpose), hash(otherPurpose)]);
      expect(rejected).toMatchObject({
        status: 'rejected',
        reason: {
          code: 'too_many_requests',
          details: { headers: { 'Retry-After': '3' }, detail: { key: 'errors.too_many_requests.hashing' } },
        },
      });
      expect(accepted).toMatchObject({ status: 'fulfilled', value: { length: 4 } });
      expect(new Set((await Promise.all(waiting)).map((digest) => digest.toString('hex'))).size).toBe(1);
      expect(await hash(purpose)).toHaveLength(4);
    },
  );
});
