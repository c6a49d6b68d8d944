import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { removeControlCharacters, removeUnbalancedBidiControls } from './control-characters.js';
import { nfc } from './nfc.js';
import { escapeStrayBrackets, removeMarkup } from './plain-text.js';

const splitWords = (text: string): string[] => text.split(' ');

/** Elements that separate words. */
const WORD_SEPARATING_TAGS: ReadonlySet<string> = new Set([
  ...splitWords(
    'address article aside blockquote br dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr',
  ),
  ...splitWords('img li ol p pre section summary ul caption col colgroup table tbody td tfoot th thead tr'),
]);

const INLINE_TAGS = splitWords(
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr',
);

/** Their content is not text, or is HTML that sanitizers and browsers have parsed differently. */
const TAGS_DROPPED_WITH_CONTENT = splitWords(
  'iframe math noembed noframes option script select style svg template textarea title xmp',
);

const RICH_TEXT_OPTIONS: IOptions = {
  allowedTags: [...WORD_SEPARATING_TAGS, ...INLINE_TAGS],
  allowedAttributes: {
    '*': ['dir', 'lang', 'title'],
    a: ['href', 'hreflang', 'rel', 'target'],
    blockquote: ['cite'],
    col: ['span'],
    colgroup: ['span'],
    del: ['cite', 'datetime'],
    details: ['open'],
    img: ['alt', 'height', 'src', 'width'],
    ins: ['cite', 'datetime'],
    li: ['value'],
    ol: ['reversed', 'start', 'type'],
    q: ['cite'],
    td: ['colspan', 'rowspan'],
    th: ['abbr', 'colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  nonTextTags: TAGS_DROPPED_WITH_CONTENT,
  transformTags: { a: addNoopener },
  // Deeper elements lose their tags and keep their text.
  nestingLimit: 50,
};

/** The parser needs time for each open element. Real texts nest far less. */
const MAX_OPEN_ELEMENTS = 1000;
const LINE_BREAK_PATTERN = /\r\n?|[\x85\u2028\u2029]/g;
const HTML_TAG_PATTERN = /<\/?([a-z][a-z0-9]*)[^>]*>/g;
const HTML_ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/**
 * Reduces HTML to the allow-list, in NFC and trimmed. Plain text becomes HTML (`R&B < jazz` → `R&amp;B &lt; jazz`), with paragraphs and
 * `<br />` for line breaks. HTML that nests too
 * deeply loses all tags. Control characters and unbalanced bidirectional controls are removed, also those written as entities. Idempotent.
 * @param maxLength UTF-16 code units. A longer text is not sanitized, or not completely, because the caller rejects it
 * @example sanitizeRichText('<p onclick="x()">R&B</p><script>alert(1)</script>') // '<p>R&amp;B</p>'
 */
export function sanitizeRichText(value: string, maxLength = Infinity): string {
  const text = nfc(value);
  if (text.length > maxLength) return text;
  return convertLineBreaks(sanitizeTwice(escapeStrayBrackets(text), maxLength));
}

function sanitizeTwice(html: string, maxLength: number): string {
  try {
    const clean = sanitizeOnce(html);
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

function sanitizeOnce(html: string): string {
  let open = 0;
  const onOpenTag = () => {
    open += 1;
    if (open > MAX_OPEN_ELEMENTS) throw new RangeError('Too many open elements');
  };
  const clean = sanitizeHtml(html, { ...RICH_TEXT_OPTIONS, onOpenTag, onCloseTag: () => void (open -= 1) });
  return nfc(removeMarksAfterTags(removeUnbalancedBidiControls(removeControlCharacters(clean)))).trim();
}

/** NFC would combine the ">" of a tag with a following U+0338 and break the tag. */
const removeMarksAfterTags = (html: string): string => html.replace(/>\p{M}+/gu, '>');

/** Prevents a page that a link opens in a new window from navigating this one, also in older browsers. */
function addNoopener(tagName: string, attribs: Attributes): Tag {
  const relations = splitWords(attribs.rel ?? '').filter((relation) => relation !== '');
  if (attribs.target === undefined || relations.includes('noopener')) return { tagName, attribs };
  return { tagName, attribs: { ...attribs, rel: [...relations, 'noopener'].join(' ') } };
}
