import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PasswordHasher } from '../../../src/events/password-hasher.js';
import { Argon2id } from '../../../src/kernel/concurrency/argon2id.js';

const hasher = new PasswordHasher(new Argon2id());

const SALT = Buffer.from('0123456789abcdef');
/** A hash with the given parameters instead of those of the service. */
const hashWith = (password: string, memory: number, passes: number) => {
  const parameters = { message: password, nonce: SALT, parallelism: 1, tagLength: 32, memory, passes };
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${text(SALT)}$${text(argon2Sync('argon2id', parameters))}`;
};

describe('PasswordHasher', () => {
  it('hash() returns an argon2id string with its parameters and a new salt (8.12)', async () => {
    const [one, other] = [await hasher.hash('Sèsam'), await hasher.hash('Sèsam')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
    expect(await Promise.all([one, other].map((hash) => hasher.verify('verify', 'Sèsam', hash)))).toEqual([true, true]);
  });

  it('verify() uses the parameters of the hash (8.12)', async () => {
    expect(await hasher.verify('verify', 'Sèsam', hashWith('Sèsam', 1024, 1))).toBe(true);
    expect(await hasher.verify('verify', 'Sesam', hashWith('Sèsam', 1024, 1))).toBe(false);
  });
});
