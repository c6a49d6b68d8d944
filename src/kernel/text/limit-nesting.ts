import { rewriteMarkup } from './markup-scanner.js';

// Far deeper than any real text, as elements whose end is only implied count for longer than they last.
const MAX_OPEN_ELEMENTS = 1000;
const VOID_ELEMENTS = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const OPTIONAL_END_TAG_ELEMENTS = new Set('dd dt li option p td th tr'.split(' '));
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
  if (name === '' || name === 'script' || name === 'style') {
    return false;
  }
  if (slash === '/') {
    const index = open.lastIndexOf(name);
    open.length = index === -1 ? open.length : index;
    return index !== -1;
  }
  if (VOID_ELEMENTS.has(name) || (OPTIONAL_END_TAG_ELEMENTS.has(name) && open.at(-1) === name)) {
    return true;
  }
  return open.length < MAX_OPEN_ELEMENTS && open.push(name) > 0;
}
