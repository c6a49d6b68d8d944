import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Argon2id, ARGON2_PARAMETERS, type HashPurpose } from '../kernel/concurrency/argon2id.js';

const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Stored hashes have the string format of the reference implementation of Argon2, which contains the parameters. */
const HASH_PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hash to verify against if there is none, so that it takes the same time. No password matches it. */
const DUMMY_HASH = encodeHash(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

@Injectable()
export class PasswordHasher {
  constructor(private readonly argon2id: Argon2id) {}

  /** @throws {ApiError} `too_many_requests` if too many hashes are waiting */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const parameters = { ...ARGON2_PARAMETERS, message: password, nonce: salt, tagLength: TAG_BYTES };
    return encodeHash(salt, await this.argon2id.hash('write', parameters));
  }

  /**
   * Whether a password matches a hash. Without a hash the result is false, after the same time.
   * @throws {ApiError} `too_many_requests` if too many hashes are waiting
   */
  async verify(purpose: HashPurpose, password: string, hash: string | null): Promise<boolean> {
    const [, memory = '', passes = '', parallelism = '', salt = '', tag = ''] =
      HASH_PATTERN.exec(hash ?? DUMMY_HASH) ?? [];
    const expected = Buffer.from(tag, 'base64');
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const nonce = Buffer.from(salt, 'base64');
    const actual = await this.argon2id.hash(purpose, { ...cost, message: password, nonce, tagLength: expected.length });
    return timingSafeEqual(actual, expected) && typeof hash === 'string';
  }
}

function encodeHash(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = ARGON2_PARAMETERS;
  const toBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`;
}
