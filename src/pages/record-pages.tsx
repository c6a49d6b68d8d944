import type { ComponentChildren } from 'preact';
import { Injectable } from '@nestjs/common';
import type { ImageView } from '../records/images/image.view.js';
import type { RecordView } from '../records/views/record.view.js';
import type { TextResponse } from '../http/request/text-response.js';
import { feedUrls } from './feed-urls.js';
import { itemList } from './item-list.js';
import type { PageContext } from './page-context.js';
import type { RecordPage as RecordPageKind } from './page-urls.js';
import { recordHead } from './record-head.js';
import { renderPage } from './render-page.js';
import { UpcomingEvents } from './upcoming-events.js';
import { RecordPage } from './views/record-page.js';

/** A venue, organizer or term to show. */
export interface ShownRecord {
  readonly kind: Exclude<RecordPageKind, 'event'>;
  readonly record: RecordView & { readonly image?: ImageView | null };
  readonly name: string;
  /** The parameter of the list of events that selects those of the record. */
  readonly filter: 'venue' | 'organizer' | 'categories' | 'tags';
  readonly details?: ComponentChildren;
  /** The record as a JSON-LD document. Not given: the list of its events. */
  readonly jsonLd?: string;
}

/** Renders the pages of venues, organizers and terms, with their coming events. */
@Injectable()
export class RecordPages {
  constructor(private readonly upcoming: UpcomingEvents) {}

  async render(page: PageContext, { kind, record, name, filter, details, jsonLd }: ShownRecord): Promise<TextResponse> {
    const filters = new URLSearchParams({ [filter]: String(record.id) });
    const { events } = await this.upcoming.list(page, filters);
    const kindLabel = page.text(kind);
    const fallbackDescription = page.text('record_description', { name });
    const head = {
      ...recordHead(page, kind, record, { title: name, image: record.image ?? null, fallbackDescription }),
      jsonLd: [jsonLd ?? itemList(page, events)],
      feeds: feedUrls(page, filters),
    };
    const document = <RecordPage {...{ page, head, record, name, kindLabel, filters, events }}>{details}</RecordPage>;
    return renderPage(page, document, { expires: ['next-end', 'midnight'] });
  }
}
