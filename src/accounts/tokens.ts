import { createHash, randomBytes } from 'node:crypto';

/** Random bytes of a token: 160 bits. */
const TOKEN_BYTES = 20;

/** A new token: `cal_` tells secret scanners what it is. */
export function newToken(): string {
  return `cal_${randomBytes(TOKEN_BYTES).toString('hex')}`;
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}
