import sanitizeHtml from 'sanitize-html';
import { BLOCK_TAGS, RICH_TEXT_OPTIONS } from './rich-text.options.js';
import { nfc } from './nfc.js';
import { escapeStrayBrackets, toPlainText } from './plain-text.js';

/** The parser's time grows with the number of open elements. Far deeper than any real text. */
const MAX_OPEN_ELEMENTS = 1000;
const HTML_TAG_PATTERN = /<\/?([a-z][a-z0-9]*)[^>]*>/g;
const HTML_ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/**
 * HTML reduced to an allow-list (see {@link RICH_TEXT_OPTIONS}), in NFC and without outer blanks. Plain text becomes HTML
 * (`R&B < jazz` → `R&amp;B &lt; jazz`). HTML that is nested too deeply loses all its tags. Idempotent.
 *
 * @example
 * sanitizeRichText('<p onclick="x()">R&B</p><script>alert(1)</script>'); // '<p>R&amp;B</p>'
 * @param maxLength UTF-16 units. The caller rejects a longer result, so that it needs no second pass
 */
export function sanitizeRichText(value: string, maxLength = Infinity): string {
  const html = escapeStrayBrackets(nfc(value));
  try {
    const clean = sanitize(html);
    // A removed tag may have kept others apart: the second pass reads them together.
    return clean === html || clean.length > maxLength ? clean : sanitize(clean);
  } catch (error) {
    if (error instanceof RangeError) return sanitize(toPlainText(html));
    throw error;
  }
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
    .replace(HTML_TAG_PATTERN, (_tag, name: string) => (BLOCK_TAGS.has(name) ? ' ' : ''))
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => HTML_ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

function sanitize(html: string): string {
  let open = 0;
  const onOpenTag = () => {
    open += 1;
    if (open > MAX_OPEN_ELEMENTS) throw new RangeError('Too many open elements');
  };
  const clean = sanitizeHtml(html, { ...RICH_TEXT_OPTIONS, onOpenTag, onCloseTag: () => void (open -= 1) });
  // NFC joins the stroke of U+0338 even to the `>` of a tag, and so breaks it: a text cannot begin with a mark.
  return nfc(clean.replace(/>\p{M}+/gu, '>')).trim();
}
