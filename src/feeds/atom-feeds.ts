import { Injectable } from '@nestjs/common';
import type { EventList } from '../events/dto/event.view.js';
import type { DateBound } from '../kernel/time/date-bound.js';
import { EventsService } from '../events/events.service.js';
import { TextResponse } from '../http/request/text-response.js';
import { EXPIRES_KEY } from '../kernel/context/expiry-trigger.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { parseDateBound } from '../kernel/time/date-bound.js';
import { ReadScopeFactory } from '../records/crud/read-scope.js';
import { atomFeed } from './atom/atom-feed.js';
import { hasDateFilter } from './date-filters.js';
import type { AtomFeedQuery } from './dto/atom-feed.query.js';
import { FeedSettings } from './feed-settings.js';

/** The most recently published events as Atom feeds (RFC 4287). */
@Injectable()
export class AtomFeeds {
  constructor(
    private readonly events: EventsService,
    private readonly settings: FeedSettings,
    private readonly scopes: ReadScopeFactory,
  ) {}

  /** A page of the feed. @param url of the page */
  async list(context: RequestContext, query: AtomFeedQuery, url: string): Promise<TextResponse> {
    const isDefaultWindow = !hasDateFilter(query);
    const now = parseDateBound('now', this.scopes.referenceTime) as DateBound;
    const selection = { ...query, page: 1, orderby: 'date', order: 'desc' } as const;
    const page = await this.events.list(context, isDefaultWindow ? { ...selection, ends_after: now } : selection);
    const pageUrl = this.settings.pageUrlFor(context);
    const language = context.language.requested;
    const uuid = await this.settings.uuid();
    const feed = {
      name: this.settings.nameIn(language),
      uuid,
      language,
      selfUrl: url,
      nextUrl: nextUrl(url, page),
      pageUrl,
    };
    const text = atomFeed(feed, page.events);
    const headers = { 'Content-Type': 'application/atom+xml; charset=utf-8' };
    // The default window changes whenever an event ends.
    return new TextResponse(text, headers, isDefaultWindow ? ['next-end'] : page[EXPIRES_KEY]);
  }
}

/** The address of the next page has the parameters of this one. */
function nextUrl(url: string, { next_rest_url }: EventList): string | undefined {
  if (next_rest_url === null) return undefined;
  const next = new URL(url);
  next.searchParams.set('after', new URL(next_rest_url).searchParams.get('after') ?? '');
  return next.href;
}
