import type { EventView } from '../events/dto/event.view.js';
import { jsonLdDocument } from '../feeds/json-ld/json-ld-document.js';
import { absoluteUrl, type PageContext } from './page-context.js';

/**
 * The addresses of the events on a page as a JSON-LD document.
 * @see https://schema.org/ItemList
 */
export const itemList = (page: PageContext, events: readonly EventView[]): string =>
  jsonLdDocument({
    '@type': 'ItemList',
    itemListElement: events.map(({ slug, ml_language }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: absoluteUrl(page, page.urls.record('event', slug, ml_language)),
    })),
  });
