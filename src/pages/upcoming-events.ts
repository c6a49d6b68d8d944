import { Injectable } from '@nestjs/common';
import type { EventList } from '../events/dto/event.view.js';
import { EventsService } from '../events/events.service.js';
import { DtoReader } from '../http/params/dto-reader.js';
import { RequestInput } from '../http/params/request-parameters.js';
import { parseDateBound, type DateBound } from '../kernel/time/date-bound.js';
import { ReadScopeFactory } from '../records/crud/read-scope.js';
import { EVENTS_PER_PAGE, LIST_DEFAULTS } from './event-lists.js';
import type { PageContext } from './page-context.js';
import { PageQuery } from './page.query.js';

/** The running and coming events of a venue, organizer or term. */
@Injectable()
export class UpcomingEvents {
  constructor(
    private readonly events: EventsService,
    private readonly reader: DtoReader,
    private readonly scopes: ReadScopeFactory,
  ) {}

  /** @param filters parameters of the list of events, such as `venue=12` */
  async list(page: PageContext, filters: URLSearchParams): Promise<EventList> {
    const query = await this.read(page, filters);
    const now = parseDateBound('now', this.scopes.referenceTime) as DateBound;
    const perPage = Math.min(EVENTS_PER_PAGE, page.site.configuration.MAX_PER_PAGE);
    return this.events.list(page.request, { ...query, ...LIST_DEFAULTS, ends_after: now, per_page: perPage });
  }

  /** Reads filters as those of a request: a category includes its descendants. */
  private async read({ request }: PageContext, filters: URLSearchParams): Promise<PageQuery> {
    const values = new Map<string, unknown>(filters);
    const parameters = {
      values,
      queryNames: new Set(values.keys()),
      errors: {},
      isWrite: false,
      isStrict: false,
      getHeader: () => undefined,
    };
    const { dto } = await this.reader.read(PageQuery, new RequestInput(parameters, request));
    return dto as unknown as PageQuery;
  }
}
