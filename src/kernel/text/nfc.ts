const MAX_CONSECUTIVE_MARKS = 30;
const EXCESSIVE_MARKS = new RegExp(`(\\p{M}{${MAX_CONSECUTIVE_MARKS}})\\p{M}+`, 'gu');

/**
 * Normalizes a text to NFC and keeps at most 30 consecutive combining marks, the limit of Unicode's Stream-Safe Text Format. Sorting them
 * takes quadratic time: seconds for the length of a description.
 * @see https://unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export function nfc(text: string): string {
  // The second limit makes the function idempotent: composing can bring marks together.
  return text.replace(EXCESSIVE_MARKS, '$1').normalize('NFC').replace(EXCESSIVE_MARKS, '$1');
}
