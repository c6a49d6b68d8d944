import sanitizeHtml, { type IOptions } from 'sanitize-html';
import { removeControlCharacters, removeUnbalancedBidiControls } from './control-characters.js';
import { nfc } from './nfc.js';
import { escapeStrayBrackets, hasVisibleCharacter, removeMarkup } from './plain-text.js';
import { MEDIA_OPTIONS, RICH_TEXT_OPTIONS, WORD_SEPARATING_TAGS } from './rich-text-options.js';

/** The parser needs time for each open element. Real texts nest far less. */
const MAX_OPEN_ELEMENTS = 1000;
const MEDIA_PATTERN = /<(?:audio|embed|iframe|video)[\s/>]/i;
const SANITIZED_MEDIA_PATTERN = /<(audio|iframe|video)[ >][^]*?<\/\1>|<embed [^>]*>/g;
const MEDIA_ADDRESS_PATTERN = /<(?:audio|embed|iframe|source|video)[^>]* src="(https?:[^"]*)"/i;
const IMAGE_WITHOUT_ADDRESS_PATTERN = /<img(?![^>]* src=")(?:[^>]* alt="([^"]*)")?[^>]*>/g;
const LINE_BREAK_PATTERN = /\r\n?|[\x85\u2028\u2029]/g;
const HTML_TAG_PATTERN = /<\/?([a-z][a-z0-9]*)[^>]*>/g;
const HTML_ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/**
 * Reduces HTML to the allow-list, in NFC and trimmed. Idempotent.
 *
 * - Plain text becomes HTML (`R&B < jazz` → `R&amp;B &lt; jazz`), with `<p>` and `<br />` for line breaks.
 * - Media become links. An image without an accepted address becomes its alternative text.
 * - Control characters and unbalanced bidirectional controls are removed, also those written as entities.
 * - HTML that nests too deeply loses all tags. HTML that shows nothing becomes empty.
 * @param maxLength UTF-16 code units. A longer text is not sanitized, or not completely, because the caller rejects it
 * @example sanitizeRichText('<p onclick="x()">R&B</p><script>alert(1)</script>') // '<p>R&amp;B</p>'
 */
export function sanitizeRichText(value: string, maxLength = Infinity): string {
  const text = nfc(value);
  if (text.length > maxLength) return text;
  const clean = sanitizeTwice(escapeStrayBrackets(text), maxLength);
  return clean.includes('<img ') || hasVisibleCharacter(htmlToText(clean)) ? convertLineBreaks(clean) : '';
}

function sanitizeTwice(html: string, maxLength: number): string {
  try {
    const clean = sanitizeOnce(MEDIA_PATTERN.test(html) ? linkMedia(html) : html);
    // Removing a tag can join its neighbours to a new one, which the second pass removes.
    return clean === html || clean.length > maxLength ? clean : sanitizeOnce(clean);
  } catch (error) {
    if (error instanceof RangeError) return sanitizeOnce(removeMarkup(html));
    throw error;
  }
}

/**
 * Extracts the text of sanitized HTML for search: without tags, entities resolved, white space collapsed. Block elements separate words,
 * inline elements do not.
 * @param html a result of {@link sanitizeRichText}: each `<` and `>` belongs to a tag, and only its four entities occur
 * @example htmlToText('<p>R&amp;B</p><p>j<b>azz</b></p>') // 'R&B jazz'
 */
export function htmlToText(html: string): string {
  return html
    .replace(HTML_TAG_PATTERN, (_tag, name: string) => (WORD_SEPARATING_TAGS.has(name) ? ' ' : ''))
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => HTML_ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

/** In sanitized HTML without tags, blank lines separate paragraphs, and other line breaks become `<br />`. */
function convertLineBreaks(html: string): string {
  const lines = html.replace(LINE_BREAK_PATTERN, '\n');
  if (html.includes('<') || !lines.includes('\n')) return html;
  const paragraphs = lines.split(/\n\s*\n/).map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`);
  return removeMarksAfterTags(paragraphs.join('\n'));
}

/** Replaces media by links to their addresses. The result is not sanitized. */
const linkMedia = (html: string): string =>
  sanitizeWith(MEDIA_OPTIONS, html).replace(SANITIZED_MEDIA_PATTERN, (media) => {
    const [, address] = MEDIA_ADDRESS_PATTERN.exec(media) ?? [];
    return address === undefined ? media : `<a href="${address}">${address}</a>`;
  });

function sanitizeOnce(html: string): string {
  const clean = sanitizeWith(RICH_TEXT_OPTIONS, html).replace(IMAGE_WITHOUT_ADDRESS_PATTERN, '$1');
  return nfc(removeMarksAfterTags(removeUnbalancedBidiControls(removeControlCharacters(clean)))).trim();
}

function sanitizeWith(options: IOptions, html: string): string {
  let open = 0;
  const onOpenTag = () => {
    open += 1;
    if (open > MAX_OPEN_ELEMENTS) throw new RangeError('Too many open elements');
  };
  return sanitizeHtml(html, { ...options, onOpenTag, onCloseTag: () => void (open -= 1) });
}

/** NFC would combine the ">" of a tag with a following U+0338 and break the tag. */
const removeMarksAfterTags = (html: string): string => html.replace(/>\p{M}+/gu, '>');
