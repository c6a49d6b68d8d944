import { rewriteMarkup } from './markup-scanner.js';

// Far deeper than any real text, as elements whose end is only implied count for longer than they last.
const MAX_OPEN_ELEMENTS = 1000;
const VOID_ELEMENTS = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const OPTIONAL_END_TAG_ELEMENTS = new Set('dd dt li option p td th tr'.split(' '));
const REMOVED_ELEMENTS = new Set(['script', 'style']);
const TAG_NAME = /^<(\/?)([a-z][^\s/>]*)/i;

/**
 * Prepares hostile HTML for a parser whose time grows with the square of the depth: start tags beyond a depth that no
 * real text reaches go, and so do end tags without a start, comments, scripts and style sheets, with their content where they end. A `<` that
 * opens no tag that ends is written as an entity, so that no parser takes the rest of the text for that tag.
 *
 * @example
 * limitNesting('<div>'.repeat(200_000)).length; // 5000
 */
export function limitNesting(html: string): string {
  const open: string[] = [];
  return rewriteMarkup(html, (markup) => (isKept(markup, open) ? markup : ''), '&lt;');
}

function isKept(markup: string, open: string[]): boolean {
  const [, slash, tag = ''] = TAG_NAME.exec(markup) ?? [];
  const name = tag.toLowerCase();
  if (name === '' || REMOVED_ELEMENTS.has(name)) {
    return false;
  }
  if (slash === '/') {
    return closeElement(name, open);
  }
  if (VOID_ELEMENTS.has(name) || (OPTIONAL_END_TAG_ELEMENTS.has(name) && open.at(-1) === name)) {
    return true;
  }
  return open.length < MAX_OPEN_ELEMENTS && open.push(name) > 0;
}

/** Whether an end tag has a start tag. Closes the elements within as well. */
function closeElement(name: string, open: string[]): boolean {
  const index = open.lastIndexOf(name);
  if (index === -1) {
    return false;
  }
  open.length = index;
  return true;
}
