import sanitizeHtml from 'sanitize-html';
import { BLOCK_TAGS, RICH_TEXT_OPTIONS } from './rich-text.options.js';
import { limitNesting } from './limit-nesting.js';
import { nfc } from './nfc.js';

// Where a tag that was removed had kept others apart, a second pass may read the rest differently. A third has never
// found anything to do; the number only bounds the time.
const MAX_PASSES = 5;
const TAG = /<\/?([a-z][a-z0-9]*)[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/**
 * HTML reduced to an allow-list: elements that structure and emphasize text, links, images, tables; addresses of the
 * schemes http, https, mailto and tel; no handlers, no styles. A text that is no HTML becomes such (`R&B < jazz` →
 * `R&amp;B &lt; jazz`). NFC, outer blanks removed. Idempotent, and in linear time.
 *
 * @example
 * sanitizeRichText('<p onclick="x()">R&B</p><script>alert(1)</script>'); // '<p>R&amp;B</p>'
 * @param maxLength UTF-16 units beyond which nobody takes it: what is longer is not cleaned to the end
 */
export function sanitizeRichText(value: string, maxLength = Infinity): string {
  let html = limitNesting(nfc(value));
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const clean = sanitize(html);
    if (clean === html || clean.length > maxLength) {
      return clean;
    }
    html = clean;
  }
  return sanitize(html.replace(TAG, ' '));
}

/**
 * The text of HTML that {@link sanitizeRichText} wrote, for search: without markup, entities resolved, white space collapsed. Blocks and line breaks separate
 * words, other elements do not.
 *
 * @example
 * htmlToText('<p>R&amp;B</p><p>j<b>azz</b></p>'); // 'R&B jazz'
 */
export function htmlToText(html: string): string {
  // In what sanitizeRichText wrote, every `<` and `>` belongs to a tag, and no entities occur but its own.
  return html
    .replace(TAG, (_tag, name: string) => (BLOCK_TAGS.has(name) ? ' ' : ''))
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

function sanitize(html: string): string {
  // NFC joins the stroke of U+0338 even to the `>` of a tag, and so breaks it: a text cannot begin with a mark.
  return nfc(sanitizeHtml(html, RICH_TEXT_OPTIONS).replace(/>\p{M}+/gu, '>')).trim();
}
