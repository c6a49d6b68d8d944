import { rewriteMarkup } from './markup-scanner.js';
import { nfc } from './nfc.js';

/**
 * A text without markup: tags, comments, and the content of scripts and style sheets go. The rest stays as it was written,
 * entities are neither made nor resolved; NFC, outer blanks removed. Idempotent, in linear time.
 *
 * sanitize-html is no help here, as it writes entities. A `<` that would still open a tag afterwards, because that never
 * ends (`a<b`) or because its parts met when another between them went, gets a blank behind it: no word is lost, and the
 * text is safe even where it is put into a page as it is.
 *
 * @example
 * toPlainText('<b>R&B</b> &amp; < jazz'); // 'R&B &amp; < jazz'
 * toPlainText('<<b>script>'); // '< script>'
 */
export function toPlainText(value: string): string {
  // Before, as it makes plain letters of some characters (U+212A); afterwards, as letters and marks may have met.
  const text = rewriteMarkup(nfc(value), () => '', '<');
  return nfc(text.replace(/<(?=[a-z/!?])/gi, '< ')).trim();
}

/**
 * Whether a text holds what PostgreSQL or UTF-8 cannot: U+0000, or half of a surrogate pair.
 *
 * @example
 * hasForbiddenCharacters('a\ud800'); // true
 */
export function hasForbiddenCharacters(value: string): boolean {
  return value.includes('\0') || !value.isWellFormed();
}
