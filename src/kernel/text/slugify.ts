import { latinToAscii } from './latin-to-ascii.js';
import { nfc } from './nfc.js';

/** Maximum length of a slug in UTF-16 code units, so that it also holds in characters. */
export const MAX_SLUG_LENGTH = 200;

const CATALAN_MIDDLE_DOT = /(?<=l)[\u00b7\u2022\u2027\u2219\u22c5\u30fb](?=l)/g;
const INVISIBLE_CHARACTERS = /\p{Default_Ignorable_Code_Point}/gu;
// A mark belongs to a letter of another script; on a plain letter, a digit or nothing it is an accent left over.
const STRAY_MARKS = /(?<![\p{L}--\p{ASCII}]\p{M}*)\p{M}+/gv;
// Unicode counts them as letters.
const MODIFIERS_LIKE_APOSTROPHES = /[\u02b9-\u02df]/g;
const SEPARATORS = /[^a-z0-9\p{L}\p{M}\p{Nd}]+/gu;

/**
 * The part of an address that a title or name gives: lower-case letters, digits and dashes, at most 200 characters, in
 * NFC; empty where nothing is left. Latin letters become a to z, letters of other scripts stay. An apostrophe separates
 * (`L'Hospitalet` → `l-hospitalet`, `apunta't` → `apunta-t`), the point of the Catalan double l does not.
 *
 * `@sindresorhus/slugify` does not serve: it transliterates every script or none, spells ä as ae, and takes the vowel
 * signs of Indic scripts for separators.
 *
 * @example
 * slugify('Festa de la Mercè'); // 'festa-de-la-merce'
 */
export function slugify(text: string): string {
  const letters = nfc(text)
    .toLowerCase()
    .replaceAll('ŀ', 'l·')
    .replace(CATALAN_MIDDLE_DOT, '')
    .replace(MODIFIERS_LIKE_APOSTROPHES, '-');
  const plain = letters
    .replace(/[[\p{L}\p{N}]--\p{ASCII}]/gv, toAscii)
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(STRAY_MARKS, '')
    .replace(SEPARATORS, '-');
  return truncate(nfc(plain).replace(/^-/, ''), MAX_SLUG_LENGTH);
}

/**
 * A slug as it is compared: lower-case, in NFC.
 *
 * @example
 * normalizeSlug('Festa-De-La-Merce'); // 'festa-de-la-merce'
 */
export function normalizeSlug(text: string): string {
  return nfc(text.toLowerCase());
}

/**
 * A slug with a number behind it, shortened so that both stay within 200 characters.
 *
 * @example
 * slugWithSuffix('jazz', 2); // 'jazz-2'
 */
export function slugWithSuffix(slug: string, number: number): string {
  const suffix = `-${number}`;
  return truncate(slug, MAX_SLUG_LENGTH - suffix.length) + suffix;
}

// What Unicode takes apart into plain letters and accents (é, ﬁ, full-width letters, ²), and special Latin letters; all
// else stays whole.
function toAscii(character: string): string {
  const plain = character
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\u02bc\u2044]/, '-');
  const spelled = latinToAscii(plain.toLowerCase());
  return /^\p{ASCII}+$/u.test(spelled) ? spelled : character;
}

// Ends between two words, unless that would take more than half.
function truncate(slug: string, length: number): string {
  if (slug.length <= length) {
    return slug.replace(/-$/, '');
  }
  const prefix = slug.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  const dash = slug[prefix.length] === '-' ? prefix.length : prefix.lastIndexOf('-');
  return prefix.slice(0, dash > length / 2 ? dash : prefix.length).replace(/-$/, '');
}
