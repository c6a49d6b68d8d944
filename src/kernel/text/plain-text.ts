import { nfc } from './nfc.js';

/**
 * Markup in the order in which it is recognized: comments, scripts and style sheets with their content, tags with quoted values, other
 * tags. No alternative reads past the next markup of its kind, so that unclosed markup costs linear time.
 */
const MARKUP = [
  '<!--(?:(?!<!--)[^])*?-->',
  '<(script|style)(?=[\\s/>])(?:(?!<\\1[\\s/>])[^])*?(?=</\\1[\\s/>])',
  `<[a-z/!?][^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*>`,
  '<[a-z/!?][^<>]*>',
].join('|');
const MARKUP_PATTERN = new RegExp(MARKUP, 'gi');
const MARKUP_OR_STRAY_PATTERN = new RegExp(`${MARKUP}|<`, 'gi');

/**
 * A text without markup, in NFC and without outer blanks. Entities are neither created nor resolved. A `<` that would open a tag in the
 * result (`a<b`) gets a blank behind it. Idempotent.
 *
 * @example
 * toPlainText('<b>R&B</b> &amp; < jazz'); // 'R&B &amp; < jazz'
 * toPlainText('<<b>script>'); // '< script>'
 */
export function toPlainText(value: string): string {
  // NFC before, because it turns some characters into letters (U+212A), and after, because letters and marks may have met.
  const text = nfc(value).replace(MARKUP_PATTERN, '');
  return nfc(text.replace(/<(?=[a-z/!?])/gi, '< ')).trim();
}

/**
 * Escapes each `<` that opens no markup, so that no parser takes the rest of the text for a tag.
 * @example
 * escapeStrayBrackets('a<b <i>c</i>'); // 'a&lt;b <i>c</i>'
 */
export const escapeStrayBrackets = (html: string): string =>
  html.replace(MARKUP_OR_STRAY_PATTERN, (markup) => (markup === '<' ? '&lt;' : markup));

/**
 * Whether a text holds what PostgreSQL or UTF-8 cannot: U+0000, or half of a surrogate pair.
 *
 * @example
 * hasForbiddenCharacters('a\ud800'); // true
 */
export function hasForbiddenCharacters(value: string): boolean {
  return value.includes('\0') || !value.isWellFormed();
}
