import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Number of random characters: 178 bits. */
const TOKEN_SECRET_LENGTH = 30;
/** Length of a CRC-32 in base 62: 62⁶ is more than 2³². */
const CHECKSUM_LENGTH = 6;

/** `cal_`, random characters, and their checksum. */
const TOKEN_PATTERN = new RegExp(`^cal_([0-9A-Za-z]{${TOKEN_SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** Generates a token. Prefix and checksum let secret scanners recognize it offline. */
export function generateToken(): string {
  const random = Array.from(
    { length: TOKEN_SECRET_LENGTH },
    () => BASE62_ALPHABET[randomInt(BASE62_ALPHABET.length)],
  ).join('');
  return `cal_${random}${checksum(random)}`;
}

/** Whether a text has the form of a token with a wrong checksum. Tokens of former versions have another form. */
export function hasInvalidChecksum(token: string): boolean {
  const [, random, actualChecksum] = TOKEN_PATTERN.exec(token) ?? [];
  return random !== undefined && checksum(random) !== actualChecksum;
}

/** SHA-256 of a token, which is stored instead of it. */
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
