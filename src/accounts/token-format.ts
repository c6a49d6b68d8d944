import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random characters of a token: 178 bits. */
const TOKEN_SECRET_LENGTH = 30;
/** Characters that any CRC-32 fits into: 62⁶ is more than 2³². */
const CHECKSUM_LENGTH = 6;

/** `cal_`, what is random, and its checksum. */
const TOKEN_PATTERN = new RegExp(`^cal_([0-9A-Za-z]{${TOKEN_SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** A new token: by prefix and checksum, secret scanners tell it from other texts without asking anybody. */
export function generateToken(): string {
  const random = Array.from(
    { length: TOKEN_SECRET_LENGTH },
    () => BASE62_ALPHABET[randomInt(BASE62_ALPHABET.length)],
  ).join('');
  return `cal_${random}${checksum(random)}`;
}

/** Whether a text is shaped like a token, and yet none that was ever made. Tokens of former shapes are not. */
export function hasInvalidChecksum(token: string): boolean {
  const [, random, actualChecksum] = TOKEN_PATTERN.exec(token) ?? [];
  return random !== undefined && checksum(random) !== actualChecksum;
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** CRC-32 (ISO 3309, as zlib has it) in base 62, zero-padded. */
function checksum(text: string): string {
  let remainder = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = `${BASE62_ALPHABET[remainder % BASE62_ALPHABET.length]}${digits}`;
    remainder = Math.floor(remainder / BASE62_ALPHABET.length);
  }
  return digits;
}
