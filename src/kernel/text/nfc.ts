const MAX_COMBINING_MARKS = 30;
const EXCESSIVE_MARKS = new RegExp(`(\\p{M}{${MAX_COMBINING_MARKS}})\\p{M}+`, 'gu');

/**
 * A text in Unicode's normal form C, of more than 30 combining marks in a row only the first 30. No language needs so
 * many (Unicode's Stream-Safe Text Format draws the same line), while the time to sort them grows with the square of
 * their number: seconds for the length of a description.
 *
 * @example
 * nfc('e\u0301'); // 'é'
 * @see https://unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export function nfc(text: string): string {
  // Composed first, a text that was stored loses nothing when it comes back; hence the limit on both sides.
  return text.replace(EXCESSIVE_MARKS, '$1').normalize('NFC').replace(EXCESSIVE_MARKS, '$1');
}
