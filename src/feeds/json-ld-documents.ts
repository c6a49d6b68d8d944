import { Injectable } from '@nestjs/common';
import type { ReadEventQuery } from '../events/dto/event-password.query.js';
import type { EventView } from '../events/dto/event.view.js';
import type { ListEventsQuery } from '../events/dto/list-events.query.js';
import { EventsService } from '../events/events.service.js';
import { TextResponse } from '../http/request/text-response.js';
import { EXPIRES_KEY } from '../kernel/context/expiry-trigger.js';
import type { RecordKey } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { FeedSettings } from './feed-settings.js';
import { eventJsonLd, jsonLdList } from './json-ld/event-json-ld.js';
import { jsonLdDocument } from './json-ld/json-ld-document.js';

/** Events as JSON-LD documents of schema.org. */
@Injectable()
export class JsonLdDocuments {
  constructor(
    private readonly events: EventsService,
    private readonly settings: FeedSettings,
  ) {}

  /** A page of the list of events. */
  async list(context: RequestContext, query: ListEventsQuery): Promise<TextResponse> {
    const page = await this.events.list(context, query);
    const options = await this.optionsFor(context, query, page.events);
    const text = jsonLdList(page.events, options);
    return new TextResponse(text, HEADERS, page[EXPIRES_KEY], page);
  }

  /**
   * One event.
   * @throws {ApiError} `event_not_found`, `event_in_trash`, `translation_not_found`, `event_password_required`
   */
  async get(context: RequestContext, key: RecordKey, query: ReadEventQuery): Promise<TextResponse> {
    const event = await this.events.get(context, key, query);
    const options = await this.optionsFor(context, query, [event]);
    return new TextResponse(jsonLdDocument(eventJsonLd(event, options)), {
      ...HEADERS,
      'Content-Language': event.ml_language,
    });
  }

  private async optionsFor(
    context: RequestContext,
    { ml_fallback }: Pick<ListEventsQuery, 'ml_fallback'>,
    events: readonly EventView[],
  ) {
    const include = [...new Set(events.flatMap(({ post_parent }) => post_parent ?? []))];
    const pageUrl = this.settings.pageUrlFor(context);
    if (include.length === 0) return { pageUrl };
    const parents = await this.events.list(context, { ...BY_ID, ml_fallback, include, per_page: include.length });
    return { pageUrl, parents: new Map(parents.events.map((event) => [event.id, event])) };
  }
}

/** Query for events by id, including those that are hidden from lists. */
const BY_ID = {
  page: 1,
  orderby: 'id',
  order: 'asc',
  strict_dates: false,
  geoloc_radius: 0,
  hide_from_listings: 'any',
} as const;

const HEADERS = { 'Content-Type': 'application/ld+json' };
