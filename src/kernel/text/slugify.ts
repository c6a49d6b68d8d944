import { latinToAscii } from './latin-to-ascii.js';
import { nfc } from './nfc.js';

/** Maximum length of a slug in Unicode code points. */
export const MAX_SLUG_LENGTH = 200;

const CATALAN_MIDDLE_DOT = /(?<=l)[\u00b7\u2022\u2027\u2219\u22c5\u30fb](?=l)/g;
const INVISIBLE_CHARACTERS = /\p{Default_Ignorable_Code_Point}/gu;
/** Marks on plain letters, on digits or at the beginning are remains of accents. Marks on letters of other scripts stay. */
const STRAY_MARKS = /(?<![\p{L}--\p{ASCII}]\p{M}*)\p{M}+/gv;
/** Apostrophe-like characters that Unicode counts as letters. */
const MODIFIERS_LIKE_APOSTROPHES = /[\u02b9-\u02df]/g;
const SEPARATORS = /[^a-z0-9\p{L}\p{M}\p{Nd}]+/gu;

/**
 * Derives a slug from a title or name: lower-case letters, digits and dashes, at most 200 characters, in NFC; empty if nothing is left.
 * Latin letters are transliterated to a–z, letters of other scripts stay. An apostrophe separates words (`L'Hospitalet` →
 * `l-hospitalet`), the middle dot of Catalan does not.
 *
 * `@sindresorhus/slugify` is no alternative: it transliterates every script or none, spells ä as ae, and treats vowel signs of Indic
 * scripts as separators.
 * @example slugify('Festa de la Mercè') // 'festa-de-la-merce'
 */
export function slugify(text: string): string {
  const letters = nfc(text)
    .toLowerCase()
    .replaceAll('ŀ', 'l·')
    .replace(CATALAN_MIDDLE_DOT, '')
    .replace(MODIFIERS_LIKE_APOSTROPHES, '-');
  const plain = letters
    .replace(/[[\p{L}\p{N}]--\p{ASCII}]/gv, transliterateCharacter)
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(STRAY_MARKS, '')
    .replace(SEPARATORS, '-');
  return truncate(nfc(plain).replace(/^-/, ''), MAX_SLUG_LENGTH);
}

/** Normalizes a slug for comparison: lower case, NFC. */
export const normalizeSlug = (text: string): string => nfc(text.toLowerCase());

/** Appends a number (`jazz-2`), and shortens the slug so that the result has at most 200 characters. */
export function slugWithSuffix(slug: string, number: number): string {
  const suffix = `-${number}`;
  return truncate(slug, MAX_SLUG_LENGTH - suffix.length) + suffix;
}

/** Transliterates a character that Unicode decomposes into ASCII and accents (é, ﬁ, ²), or a special Latin letter. Others stay. */
function transliterateCharacter(character: string): string {
  const plain = character
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\u02bc\u2044]/, '-');
  const spelled = latinToAscii(plain.toLowerCase());
  return /^\p{ASCII}+$/u.test(spelled) ? spelled : character;
}

/** Cuts a slug at a word boundary, unless less than half would remain. */
function truncate(slug: string, length: number): string {
  const characters = Array.from(slug);
  if (characters.length <= length) return slug.replace(/-$/, '');
  const dash = characters.lastIndexOf('-', length);
  return characters
    .slice(0, dash > length / 2 ? dash : length)
    .join('')
    .replace(/-$/, '');
}
