import { randomBytes, timingSafeEqual } from 'node:crypto';
import { argon2id, COST, type HashedFor } from '../kernel/concurrency/slow-hash.js';

const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** What is stored: the string format of the reference implementation of argon2, which tells what it was made with. */
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Takes the place of a hash where there is none, so that to compare costs the same. No password fits. */
const NONE = stored(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

/**
 * Hashes a password for good keeping: argon2id (RFC 9106).
 * @throws {ApiError} `too_many_requests` where too many are being hashed
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return stored(salt, await argon2id('writing', { ...COST, message: password, nonce: salt, tagLength: TAG_BYTES }));
}

/** What is stored of a password that was sent; `undefined` leaves the one there is, `null` takes it away. */
export async function hashSent(password: string | null | undefined): Promise<string | null | undefined> {
  return typeof password === 'string' ? hashPassword(password) : password;
}

/**
 * Whether it is the password that was hashed. Where nothing was, it takes as long to find that out.
 * @throws {ApiError} `too_many_requests` where too many are being compared
 */
export async function isPassword(
  hashedFor: HashedFor,
  password: string,
  hash: string | null | undefined,
): Promise<boolean> {
  const [, memory = '', passes = '', parallelism = '', salt = '', tag = ''] = STORED.exec(hash ?? NONE) ?? [];
  const expected = Buffer.from(tag, 'base64');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const nonce = Buffer.from(salt, 'base64');
  const actual = await argon2id(hashedFor, { ...cost, message: password, nonce, tagLength: expected.length });
  return timingSafeEqual(actual, expected) && typeof hash === 'string';
}

function stored(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = COST;
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`;
}
