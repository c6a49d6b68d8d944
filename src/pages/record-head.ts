import { ResponseException } from '../http/request/buffer-response.js';
import { LANGUAGES } from '../kernel/language/languages.js';
import { htmlToText } from '../kernel/text/rich-text.js';
import { shorten } from '../kernel/text/shorten.js';
import type { RecordView } from '../records/views/record.view.js';
import type { PageContext } from './page-context.js';
import type { RecordPage } from './page-urls.js';
import type { PageHead } from './views/document.js';

const MAX_DESCRIPTION_LENGTH = 160;

/** Policy of all pages of records: they show another language rather than nothing. */
export const ANY_LANGUAGE = { ml_fallback: 'record' } as const;

/**
 * Redirects from a former slug of a record, or one of another language, to its current one.
 * @throws {ResponseException} 301
 */
export function assertCurrentSlug(page: PageContext, kind: RecordPage, slug: string, record: RecordView): void {
  if (slug === record.slug) return;
  // A former slug may become the slug of another record.
  const headers = { Location: page.urls.record(kind, record.slug) + page.query, 'Cache-Control': 'no-cache' };
  throw new ResponseException({ status: 301, headers, body: '' });
}

interface RecordSummary {
  readonly title: string;
  readonly excerpt?: string;
  readonly image?: { readonly url: string } | null;
  /** Used if the record has no description. */
  readonly fallbackDescription: string;
}

/** The head of the page of a record: its translations, and the language that is shown as the canonical one. */
export function recordHead(
  { urls }: PageContext,
  kind: RecordPage,
  record: RecordView,
  { title, excerpt = '', image, fallbackDescription }: RecordSummary,
): PageHead {
  const translations = LANGUAGES.flatMap((language) => {
    const slug = record.ml_translations[language]?.slug;
    return slug === undefined ? [] : [[language, urls.record(kind, slug, language)]];
  });
  const text = htmlToText(excerpt) || shorten(htmlToText(record.description), MAX_DESCRIPTION_LENGTH);
  return {
    title,
    description: text || fallbackDescription,
    canonical: urls.record(kind, record.slug, record.ml_language),
    translations: Object.fromEntries(translations) as PageHead['translations'] & object,
    image: image && /^https?:/i.test(image.url) ? image.url : undefined,
  };
}
