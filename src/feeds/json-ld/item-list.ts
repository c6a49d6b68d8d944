import { jsonLdDocument } from './json-ld-document.js';

/**
 * The addresses of pages as a JSON-LD document.
 * @see https://schema.org/ItemList
 */
export const itemList = (urls: readonly string[]): string =>
  jsonLdDocument({
    '@type': 'ItemList',
    itemListElement: urls.map((url, index) => ({ '@type': 'ListItem', position: index + 1, url })),
  });
