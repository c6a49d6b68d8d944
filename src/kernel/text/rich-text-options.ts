import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';

const splitWords = (text: string): string[] => text.split(' ');

/** Elements that separate words. */
export const WORD_SEPARATING_TAGS: ReadonlySet<string> = new Set([
  ...splitWords(
    'address article aside blockquote br dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr',
  ),
  ...splitWords('img li ol p pre section summary ul caption col colgroup table tbody td tfoot th thead tr'),
]);

const INLINE_TAGS = splitWords(
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr',
);

/** Elements that contain something other than text, or HTML that sanitizers and browsers have parsed differently. */
const TAGS_DROPPED_WITH_CONTENT = splitWords(
  'iframe math noembed noframes option script select style svg template textarea title xmp',
);

/** The HTML that a description may contain. */
export const RICH_TEXT_OPTIONS: IOptions = {
  allowedTags: [...WORD_SEPARATING_TAGS, ...INLINE_TAGS],
  allowedAttributes: {
    '*': ['dir', 'id', 'lang', 'title'],
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
  transformTags: { a: completeLink, '*': rewriteAttributes },
  selfClosing: [...(sanitizeHtml.defaults.selfClosing ?? []), 'wbr'],
  // Deeper elements lose their tags and keep their text.
  nestingLimit: 50,
};

const MEDIA_TAGS = ['audio', 'embed', 'iframe', 'source', 'video'];

/** {@link RICH_TEXT_OPTIONS} with elements that embed another resource, and its address. */
export const MEDIA_OPTIONS: IOptions = {
  ...RICH_TEXT_OPTIONS,
  allowedTags: [...WORD_SEPARATING_TAGS, ...INLINE_TAGS, ...MEDIA_TAGS],
  allowedAttributes: {
    ...RICH_TEXT_OPTIONS.allowedAttributes,
    ...Object.fromEntries(MEDIA_TAGS.map((tag) => [tag, ['src']])),
  },
  selfClosing: [...(RICH_TEXT_OPTIONS.selfClosing ?? []), 'embed', 'source'],
};

/** Prevents clashes of ids with those of the page that shows the text. */
const ID_PREFIX = 'user-content-';
const URL_ATTRIBUTES = new Set(['cite', 'href', 'src']);
/** `//host/path`, also with the backslashes, blanks and line breaks that browsers accept. */
const SCHEME_RELATIVE = /^\s*[\\/][\t\n\r]*[\\/]/;

function rewriteAttributes(tagName: string, attribs: Attributes): Tag {
  const rewritten = Object.entries(attribs).map(([name, value]) => [name, rewriteAttribute(name, value)]);
  return { tagName, attribs: Object.fromEntries(rewritten) as Attributes };
}

/** Adds the prefix to ids and to links to them. `//host` gets `https:`, because a text has no page from which to take the scheme. */
function rewriteAttribute(name: string, value: string): string {
  if (name === 'id') return prefixedId(value);
  if (name === 'href' && value.startsWith('#')) return `#${prefixedId(value.slice(1))}`;
  return URL_ATTRIBUTES.has(name) ? value.replace(SCHEME_RELATIVE, 'https://') : value;
}

const prefixedId = (id: string): string => (id === '' || id.startsWith(ID_PREFIX) ? id : ID_PREFIX + id);

/**
 * Turns the obsolete `name` of an anchor into its id. Adds `noopener` to links with `target`: a page in a new window can then not navigate
 * this one, also in older browsers.
 */
function completeLink(tagName: string, { name, ...others }: Attributes): Tag {
  const attribs: Attributes = name === undefined ? others : { id: name, ...others };
  const relations = splitWords(attribs.rel ?? '').filter((relation) => relation !== '');
  if (attribs.target === undefined || relations.includes('noopener')) return { tagName, attribs };
  return { tagName, attribs: { ...attribs, rel: [...relations, 'noopener'].join(' ') } };
}
