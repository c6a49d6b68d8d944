import { parseAtomFeed } from 'feedsmith';
import { SaxesParser } from 'saxes';

interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

const FEED_ELEMENTS = ['author', 'entry', 'id', 'link', 'title', 'updated'];
const ENTRY_ELEMENTS = [
  'author',
  'category',
  'content',
  'georss:point',
  'id',
  'link',
  'published',
  'summary',
  'title',
  'updated',
];
const SINGLE_ELEMENTS = ['content', 'id', 'published', 'summary', 'title', 'updated'];
const REQUIRED_ELEMENTS = new Set(['id', 'title', 'updated']);
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/**
 * Reads an Atom feed with a feed reader's parser. Throws unless it is well-formed XML and has what RFC 4287 requires.
 * @see https://www.rfc-editor.org/rfc/rfc4287#section-4.1
 */
export function readAtom(text: string) {
  const feed = parseXml(text);
  const entries = childrenOf(feed, 'entry');
  const errors = [
    ...(feed.attributes['xmlns'] === 'http://www.w3.org/2005/Atom' ? [] : ['feed: namespace']),
    ...elementErrors(feed, FEED_ELEMENTS),
    ...(childrenOf(feed, 'author').length > 0 ? [] : ['feed: author']),
    ...entries.flatMap((entry) => [...elementErrors(entry, ENTRY_ELEMENTS), ...alternativeErrors(entry)]),
  ];
  const ids = [feed, ...entries].flatMap((each) => childrenOf(each, 'id').map(({ text: id }) => id));
  if (new Set(ids).size < ids.length) errors.push('ids: not unique');
  if (errors.length > 0) throw new Error(`Not Atom: ${errors.join(', ')}\n${text}`);
  return { ...parseAtomFeed(text), language: feed.attributes['xml:lang'], elements: feed };
}

/** Parses strictly: forbidden characters, undeclared prefixes and unescaped text are errors. */
function parseXml(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value] as const);
    const element: Element = { name, attributes: Object.fromEntries(values), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (part) => {
    for (const element of open.slice(-1)) element.text += part;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return root.children[0] ?? root;
}

const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.name === name);

function elementErrors(element: Element, allowed: readonly string[]): string[] {
  const names = element.children.map(({ name }) => name);
  const hasWrongCount = (name: string) => {
    const count = names.filter((each) => each === name).length;
    return count > 1 || (count === 0 && REQUIRED_ELEMENTS.has(name));
  };
  const wrongDates = element.children.filter(
    ({ name, text }) => (name === 'published' || name === 'updated') && !DATE.test(text),
  );
  return [
    ...names.filter((name) => !allowed.includes(name)).map((name) => `${name}: unknown`),
    ...SINGLE_ELEMENTS.filter(hasWrongCount).map((name) => `${name}: number`),
    ...wrongDates.map(({ name, text }) => `${name}: ${text}`),
    ...childrenOf(element, 'id')
      .filter(({ text }) => !URL.canParse(text))
      .map(({ text }) => `id: ${text}`),
  ];
}

/** An entry has content, or a link to it. */
const alternativeErrors = (entry: Element): string[] =>
  childrenOf(entry, 'content').length > 0 ||
  childrenOf(entry, 'link').some(({ attributes }) => attributes['rel'] === 'alternate')
    ? []
    : ['entry: neither content nor alternate link'];
