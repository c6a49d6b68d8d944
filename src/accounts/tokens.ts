import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random characters of a token: 178 bits. */
const RANDOM_CHARACTERS = 30;
/** Characters that any CRC-32 fits into: 62⁶ is more than 2³². */
const CHECKSUM_CHARACTERS = 6;

/** `cal_`, what is random, and its checksum. */
const SHAPE = new RegExp(`^cal_([0-9A-Za-z]{${RANDOM_CHARACTERS}})([0-9A-Za-z]{${CHECKSUM_CHARACTERS}})$`);

/** A new token: by prefix and checksum, secret scanners tell it from other texts without asking anybody. */
export function newToken(): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `cal_${random}${checksum(random)}`;
}

/** Whether a text is shaped like a token, and yet none that was ever made. Tokens of former shapes are not. */
export function isMistyped(token: string): boolean {
  const [, random, end] = SHAPE.exec(token) ?? [];
  return random !== undefined && checksum(random) !== end;
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** CRC-32 (ISO 3309, as zlib has it) in base 62, zero-padded. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_CHARACTERS) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
