import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { EventsService } from '../events/events.service.js';
import type { TextResponse } from '../http/request/text-response.js';
import { parseDateBound, type DateBound } from '../kernel/time/date-bound.js';
import { ReadScopeFactory } from '../records/crud/read-scope.js';
import { feedUrls } from './feed-urls.js';
import { FilterChoices } from './filter-choices.js';
import { itemList } from './item-list.js';
import { PageContexts, type PageContext } from './page-context.js';
import type { PageQuery } from './page.query.js';
import { renderPage } from './render-page.js';
import { ListPage } from './views/list-page.js';

/** Events per page of the list. `MAX_PER_PAGE` may be lower. */
export const EVENTS_PER_PAGE = 50;

/** The list of running and coming events. */
@Injectable()
export class EventLists {
  constructor(
    private readonly events: EventsService,
    private readonly choices: FilterChoices,
    private readonly pages: PageContexts,
    private readonly scopes: ReadScopeFactory,
  ) {}

  async list(query: PageQuery, request: Request): Promise<TextResponse> {
    const page = this.pages.contextOf(request);
    const now = parseDateBound('now', this.scopes.referenceTime) as DateBound;
    const perPage = Math.min(EVENTS_PER_PAGE, page.site.configuration.MAX_PER_PAGE);
    const list = await this.events.list(page.request, {
      ...query,
      ...LIST_DEFAULTS,
      ends_after: now,
      per_page: perPage,
    });
    const categories = await this.choices.categories(page);
    const head = {
      title: undefined,
      description: page.text('list_description', { name: page.site.name }),
      feeds: feedUrls(page, page.urls.filters),
      jsonLd: [itemList(page, list.events)],
    };
    const nextUrl = nextPageUrl(page, list.next_rest_url);
    const { events, total } = list;
    const isFirst = query.after === undefined && query.page === 1;
    const document = <ListPage {...{ page, head, categories, events, total, nextUrl, isFirst }} />;
    return renderPage(page, document, { expires: ['next-end', 'midnight'] });
  }
}

/** Parameters of the list of events that visitors cannot choose. */
export const LIST_DEFAULTS = {
  ml_fallback: 'record',
  strict_dates: false,
  orderby: 'start_date',
  order: 'asc',
} as const;

/** The next page of the list, by the cursor of the REST list. */
function nextPageUrl({ urls }: PageContext, nextRestUrl: string | null): string | undefined {
  return nextRestUrl === null ? undefined : urls.listWith({ after: cursorOf(nextRestUrl) });
}

/** The cursor in the URL of a page of the REST list. */
export const cursorOf = (restUrl: string): string | undefined =>
  new URL(restUrl).searchParams.get('after') ?? undefined;
