import { latinToAscii } from './latin-to-ascii.js';
import { nfc } from './nfc.js';

/** How many times as long a text may become when it is taken apart: those of Korean become three times as long. */
const MAX_EXPANSION_FACTOR = 4;
const MAX_LIGATURE_LENGTH = 1000;
const COMBINING_MARKS = /[\u0300-\u036f]/g;
const INVISIBLE_CHARACTERS = /\p{Default_Ignorable_Code_Point}/gu;
const ACUTE_ACCENT = /\u00b4/g;
const APOSTROPHES = /[\u0060\u2018-\u201b\u02bb\u02bc\u2032\u2035]/g;
const QUOTATION_MARKS = /[\u00ab\u00bb\u201c-\u201f\u2033\u2036\u2039\u203a\u301d-\u301f]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const CATALAN_MIDDLE_DOT = /(?<=l)[\u00b7.\u2022\u2027\u2219\u22c5\u30fb](?=l)/g;
// Letters of their own, and no accented ones, also for CLDR's root collation. Shielded while marks are dropped.
const CYRILLIC_LETTERS = /[иу]\u0306|і\u0308/gi;

/**
 * The form in which texts are searched and names compared; stored text and question both go through it.
 *
 * Case and accents do not count, nor do the widths and ligatures that Unicode calls compatible, the shapes of
 * apostrophes, quotation marks and dashes, invisible characters, or how much white space there is. Special letters are
 * spelt out (`ß` → `ss`, `ø` → `o`). Only the common combining marks (U+0300–036F) are accents: the vowel signs of
 * Indic scripts, the points of Hebrew and the voicing marks of kana change the word and stay; so do й, ў and ї, which
 * are letters, while ё is found as е, as it is usually written.
 *
 * The Catalan double l is written with a point that keyboards often lack: `col·legi`, `coŀlegi`, `col.legi` and
 * `collegi` are one word. The point between two l simply goes, so that the parts of the word are found as well.
 *
 * Idempotent; NFC and NFD give the same; the result is in NFC.
 *
 * @example
 * fold('  Col·legi  MERCÈ '); // 'collegi merce'
 * @see https://unicode.org/reports/tr15/
 */
export function fold(text: string): string {
  const visible = nfc(text).replace(ACUTE_ACCENT, "'").replace(INVISIBLE_CHARACTERS, '');
  const plain = decompose(visible)
    .replace(CYRILLIC_LETTERS, (letter) => letter.normalize('NFC'))
    .replace(COMBINING_MARKS, '')
    .toUpperCase() // as some lower-case letters have another of the same upper case: ſ, ᲀ
    .toLowerCase()
    .replace(APOSTROPHES, "'")
    .replace(QUOTATION_MARKS, '"')
    .replace(DASHES, '-')
    .replaceAll('ς', 'σ');
  return latinToAscii(plain).replace(CATALAN_MIDDLE_DOT, '').replace(/\s+/g, ' ').trim().normalize('NFC');
}

/** Ligatures of whole sentences stay one letter where a text consists of them: it would become eighteen times as long. */
function decompose(text: string): string {
  const compatible = text.normalize('NFKD');
  return compatible.length > MAX_EXPANSION_FACTOR * text.length + MAX_LIGATURE_LENGTH
    ? text.normalize('NFD')
    : compatible;
}

/**
 * The form in which names are compared: folded, or as they are where folding leaves nothing (`¨`).
 *
 * @example
 * foldedNameKey(' Col·legi  MERCÈ '); // 'collegi merce'
 */
export function foldedNameKey(name: string): string {
  return fold(name) || nfc(name).trim();
}

/**
 * The words of a search, folded, the longest first; a text that contains them contains those that are left out, which are
 * parts of them.
 *
 * @example
 * foldedWords('Jazz  café a JAZZ'); // ['jazz', 'cafe']
 */
export function foldedWords(query: string): string[] {
  const words = [...new Set(fold(query).split(' '))].toSorted((a, b) => b.length - a.length);
  return words.filter((word, index) => word !== '' && !words.slice(0, index).some((longer) => longer.includes(word)));
}
