import { removeControlCharacters, removeUnbalancedBidiControls, toOneLine } from './control-characters.js';
import { nfc } from './nfc.js';

/** An address in angle brackets, as mail programs write it. It counts as text, not as markup. */
const ADDRESS = String.raw`<(?:[a-z]+:\/\/|mailto:|tel:)[^\s<>]+>|<[^\s<>"'/=@!?]+@[^\s<>"'/=@]+>`;

/**
 * Markup in order of precedence: comments, scripts and style sheets with their content, tags with quoted values, other tags. No
 * alternative reads past the next markup of its kind, so that unclosed markup takes linear time.
 */
const MARKUP = [
  '<!--(?:(?!<!--)[^])*?-->',
  '<(?<name>script|style)(?=[\\s/>])(?:(?!<\\k<name>[\\s/>])[^])*?(?=</\\k<name>[\\s/>])',
  `<[a-z/!?][^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*>`,
  '<[a-z/!?][^<>]*>',
].join('|');
const ADDRESS_OR_MARKUP_PATTERN = new RegExp(`(${ADDRESS})|${MARKUP}`, 'gi');
const MARKUP_OR_STRAY_PATTERN = new RegExp(`(${ADDRESS})|${MARKUP}|<`, 'gi');
/** Only characters without a visible glyph: blanks, joiners, direction marks. */
const INVISIBLE_TEXT_PATTERN = /^[\s[\p{Cc}--\0]\p{Default_Ignorable_Code_Point}]*$/v;

/**
 * Removes markup from a text. The result is in NFC and trimmed. Entities are neither created nor resolved. A `<` that would open a tag in
 * the result (`a<b`) gets a blank after it. Idempotent.
 * @example removeMarkup('<b>R&B</b> &amp; < jazz') // 'R&B &amp; < jazz'
 */
export const removeMarkup = (value: string): string => separateBrackets(removeTags(value));

/** Removes markup, control characters except line breaks and tabs, and unbalanced bidirectional controls. */
export const cleanText = (value: string): string =>
  separateBrackets(removeUnbalancedBidiControls(removeTags(removeControlCharacters(value))));

/** {@link cleanText} for a text of one line: line breaks and tabs become blanks. */
export const cleanLine = (value: string): string => cleanText(toOneLine(value));

/** Whether a text has a character with a visible glyph. U+0000 counts as one, so that validation reports it. */
export const hasVisibleCharacter = (text: string): boolean => !INVISIBLE_TEXT_PATTERN.test(text);

/** NFC is needed before, because it turns some characters into letters: U+212A. */
const removeTags = (value: string): string =>
  nfc(value).replace(ADDRESS_OR_MARKUP_PATTERN, (_markup, address: string | undefined) => address ?? '');

/** NFC is needed after, because removed text can have separated a letter from its mark. */
const separateBrackets = (text: string): string => nfc(text.replace(/<(?=[a-z/!?])/gi, '< ')).trim();

/** Escapes each `<` that opens no markup, also those of addresses, so that no parser reads the rest of the text as a tag: `a&lt;b <i>c</i>`. */
export const escapeStrayBrackets = (html: string): string =>
  html.replace(MARKUP_OR_STRAY_PATTERN, (markup, address: string | undefined) =>
    address !== undefined || markup === '<' ? `&lt;${markup.slice(1)}` : markup,
  );

/** Whether a text contains a character that PostgreSQL or UTF-8 cannot store: U+0000 or a lone surrogate. */
export const hasForbiddenCharacters = (value: string): boolean => value.includes('\0') || !value.isWellFormed();
