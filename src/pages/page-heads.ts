import type { EventView } from '../events/dto/event.view.js';
import { itemList } from '../feeds/json-ld/item-list.js';
import { ResponseException } from '../http/request/buffer-response.js';
import { LANGUAGES } from '../kernel/language/languages.js';
import { htmlToText } from '../kernel/text/rich-text.js';
import { shorten } from '../kernel/text/shorten.js';
import type { RecordView } from '../records/views/record.view.js';
import { feedUrls, type PageContext, type RecordPage } from './page-context.js';
import type { PageHead } from './views/document.js';

/** Feeds for the filters of a page, and the addresses of its events for search engines. */
export const listHead = (page: PageContext, events: readonly EventView[], filters = page.filters) => ({
  feeds: feedUrls(page, filters),
  jsonLd: itemList(events.map((event) => page.absoluteUrl(page.recordUrl('event', event.slug, event.ml_language)))),
});

const MAX_DESCRIPTION_LENGTH = 160;

/** Query of the reads for pages of records: if a translation is missing, they show another language. */
export const ANY_LANGUAGE = { ml_fallback: 'record' } as const;

/**
 * Redirects from a former slug of a record, or one of another language, to its current one.
 * @throws {ResponseException} 301
 */
export function assertCurrentSlug(page: PageContext, kind: RecordPage, slug: string, record: RecordView): void {
  if (slug === record.slug) return;
  // A former slug may become the slug of another record.
  const headers = { Location: page.recordUrl(kind, record.slug) + page.query, 'Cache-Control': 'no-cache' };
  throw new ResponseException({ status: 301, headers, body: '' });
}

type ShownRecord = RecordView & { readonly excerpt?: string; readonly image?: { readonly url: string } | null };

/**
 * The head of the page of a record. The canonical URL is that of the shown translation.
 * @param texts the title, and the description for a record without excerpt and description
 */
export function recordHead(
  { recordUrl }: PageContext,
  kind: RecordPage,
  record: ShownRecord,
  { title, description: fallback }: { readonly title: string; readonly description: string },
): PageHead {
  const { slug, excerpt = '', description, image, ml_language, ml_translations } = record;
  const translations = LANGUAGES.flatMap((language) => {
    const translation = ml_translations[language];
    return translation ? [[language, recordUrl(kind, translation.slug, language)]] : [];
  });
  const text = htmlToText(excerpt) || shorten(htmlToText(description), MAX_DESCRIPTION_LENGTH);
  return {
    title,
    description: text || fallback,
    canonical: recordUrl(kind, slug, ml_language),
    translations: Object.fromEntries(translations) as PageHead['translations'] & object,
    image: image && /^https?:/i.test(image.url) ? image.url : undefined,
  };
}
