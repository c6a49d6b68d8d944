import type { Attributes, IOptions, Tag } from 'sanitize-html';

const splitWords = (text: string): string[] => text.split(' ');

/** The elements of rich text that stand apart from the words before and behind them. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set([
  ...splitWords(
    'address article aside blockquote br dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr',
  ),
  ...splitWords('img li ol p pre section summary ul caption col colgroup table tbody td tfoot th thead tr'),
]);

const INLINE_TAGS = splitWords(
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr',
);

// Their content is no text, or HTML of another kind in which sanitizers and browsers have disagreed.
const TAGS_DROPPED_WITH_CONTENT = splitWords(
  'iframe math noembed noframes option script select style svg template textarea title xmp',
);

/** What is kept of the HTML in descriptions and excerpts. */
export const RICH_TEXT_OPTIONS: IOptions = {
  allowedTags: [...BLOCK_TAGS, ...INLINE_TAGS],
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
  // Deeper elements lose their tags, not their text.
  nestingLimit: 50,
};

// A page opened in another window must not steer the one that it came from, in older browsers either.
function addNoopener(tagName: string, attribs: Attributes): Tag {
  const relations = splitWords(attribs.rel ?? '').filter((relation) => relation !== '');
  if (attribs.target === undefined || relations.includes('noopener')) {
    return { tagName, attribs };
  }
  return { tagName, attribs: { ...attribs, rel: [...relations, 'noopener'].join(' ') } };
}
