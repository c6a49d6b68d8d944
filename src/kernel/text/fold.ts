import { latinToAscii } from './latin-to-ascii.js';
import { nfc } from './nfc.js';

/** NFKD of Korean is three times as long as the text. */
const MAX_EXPANSION_FACTOR = 4;
const EXPANSION_ALLOWANCE = 1000;
const COMBINING_MARKS = /[\u0300-\u036f]/g;
const INVISIBLE_CHARACTERS = /\p{Default_Ignorable_Code_Point}/gu;
const ACUTE_ACCENT = /\u00b4/g;
const APOSTROPHES = /[\u0060\u2018-\u201b\u02bb\u02bc\u2032\u2035]/g;
const QUOTATION_MARKS = /[\u00ab\u00bb\u201c-\u201f\u2033\u2036\u2039\u203a\u301d-\u301f]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const CATALAN_MIDDLE_DOT = /(?<=l)[\u00b7.\u2022\u2027\u2219\u22c5\u30fb](?=l)/g;
/** й, ў and ї are letters of their own in CLDR's root collation. They keep their mark. */
const CYRILLIC_LETTERS_WITH_MARK = /[иу]\u0306|і\u0308/gi;

/**
 * Folds a text for search and for comparing names. Both the stored text and the query are folded.
 *
 * Removes differences of case, accents, compatible widths and ligatures, shapes of apostrophes, quotation marks and dashes, invisible
 * characters and white space. Special letters are transliterated (`ß` → `ss`, `ø` → `o`). Accents are the common combining marks
 * (U+0300–036F). Other marks change the word and stay: vowel signs of Indic scripts, points of Hebrew, voicing marks of kana.
 *
 * The dot of the Catalan double l is removed: `col·legi`, `coŀlegi`, `col.legi` and `collegi` are one word.
 *
 * Idempotent. NFC and NFD have the same result, which is in NFC.
 * @example fold('  Col·legi  MERCÈ ') // 'collegi merce'
 * @see https://unicode.org/reports/tr15/
 */
export function fold(text: string): string {
  const visible = nfc(text).replace(ACUTE_ACCENT, "'").replace(INVISIBLE_CHARACTERS, '');
  const plain = decompose(visible)
    .replace(CYRILLIC_LETTERS_WITH_MARK, (letter) => letter.normalize('NFC'))
    .replace(COMBINING_MARKS, '')
    .toUpperCase() // some lower-case letters share an upper-case letter with another one: ſ, ᲀ
    .toLowerCase()
    .replace(APOSTROPHES, "'")
    .replace(QUOTATION_MARKS, '"')
    .replace(DASHES, '-')
    .replaceAll('ς', 'σ');
  return latinToAscii(plain).replace(CATALAN_MIDDLE_DOT, '').replace(/\s+/g, ' ').trim().normalize('NFC');
}

/** Decomposes a text. In a text of phrase ligatures, such as U+FDFA, these stay: NFKD would be eighteen times as long. */
function decompose(text: string): string {
  const compatible = text.normalize('NFKD');
  return compatible.length > MAX_EXPANSION_FACTOR * text.length + EXPANSION_ALLOWANCE
    ? text.normalize('NFD')
    : compatible;
}

/**
 * Folds a name for comparison. A name that folding empties (`¨`) is only normalized to NFC and trimmed.
 * @example foldedNameKey(' Col·legi  MERCÈ ') // 'collegi merce'
 */
export const foldedNameKey = (name: string): string => fold(name) || nfc(name).trim();

/**
 * Splits a search query into folded words, the longest first. Words that are part of a longer one are omitted.
 * @example foldedWords('Jazz  café a JAZZ') // ['jazz', 'cafe']
 */
export function foldedWords(query: string): string[] {
  const words = [...new Set(fold(query).split(' '))].toSorted((a, b) => b.length - a.length);
  return words.filter((word, index) => word !== '' && !words.slice(0, index).some((longer) => longer.includes(word)));
}
