import { nfc } from './nfc.js';

/**
 * Markup in order of precedence: comments, scripts and style sheets with their content, tags with quoted values, other tags. No
 * alternative reads past the next markup of its kind, so that unclosed markup takes linear time.
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
 * Removes markup from a text. The result is in NFC and trimmed. Entities are neither created nor resolved. A `<` that would open a tag in
 * the result (`a<b`) is followed by a blank. Idempotent.
 * @example removeMarkup('<b>R&B</b> &amp; < jazz') // 'R&B &amp; < jazz'
 */
export function removeMarkup(value: string): string {
  // NFC is needed before, because it turns some characters into letters (U+212A), and after, because removed markup can have separated
  // a letter from its mark.
  const text = nfc(value).replace(MARKUP_PATTERN, '');
  return nfc(text.replace(/<(?=[a-z/!?])/gi, '< ')).trim();
}

/** Escapes each `<` that opens no markup, so that no parser reads the rest of the text as a tag: `a&lt;b <i>c</i>`. */
export const escapeStrayBrackets = (html: string): string =>
  html.replace(MARKUP_OR_STRAY_PATTERN, (markup) => (markup === '<' ? '&lt;' : markup));

/** Whether a text contains what PostgreSQL or UTF-8 cannot store: U+0000 or a lone surrogate. */
export const hasForbiddenCharacters = (value: string): boolean => value.includes('\0') || !value.isWellFormed();
