import { Injectable } from '@nestjs/common';
import { CategoriesService } from '../categories/categories.service.js';
import type { EventList } from '../events/dto/event.view.js';
import type { EventSelection } from '../events/dto/list-events.query.js';
import { EventsService } from '../events/events.service.js';
import { createFieldSelection } from '../kernel/context/field-selection.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { DateBoundField, IntegerField } from '../kernel/schema/fields.js';
import { parseDateBound, type DateBound } from '../kernel/time/date-bound.js';
import { OrganizersService } from '../organizers/organizers.service.js';
import { ReadScopeFactory } from '../records/crud/read-scope.js';
import type { RecordView } from '../records/views/record.view.js';
import { TagsService } from '../tags/tags.service.js';
import { VenuesService } from '../venues/venues.service.js';

/** Selects the records of a part of the sitemap: events by their start, other records by the number of the part. */
export class SitemapQuery {
  @DateBoundField({ description: 'window.start_date' })
  start_date?: DateBound;

  @DateBoundField({ description: 'window.starts_before' })
  starts_before?: DateBound;

  @IntegerField({ min: 1, max: 100_000, default: 1 })
  page!: number;
}

/** A record as the sitemap lists it. Categories and tags have no `modified_utc`. */
export type SitemapRecord = Pick<RecordView, 'ml_translations'> & { readonly modified_utc?: string };

/** Records of a part of the sitemap. With an address per language, it has fewer than the 50,000 addresses that are allowed. */
export const RECORDS_PER_PART = 5000;

/** Members of events that are read. Without linked records, this is faster. */
const FIELDS = createFieldSelection(['ml_translations', 'modified_utc', 'password_protected', 'starts_at']);

/** The events of the sitemap: coming ones, and those of the last 12 months. A part has those that start in a period. */
@Injectable()
export class EventSitemap {
  constructor(
    private readonly events: EventsService,
    private readonly scopes: ReadScopeFactory,
  ) {}

  /** Queries of the parts. The period of all events is halved until none has too many. */
  async queries(context: RequestContext): Promise<string[]> {
    const [first, last] = await Promise.all([this.firstOf(context), this.firstOf(context, { order: 'desc' })]);
    const [from, lastStart] = [first, last].map(({ events: [event] }) => event && Date.parse(event.starts_at) / 1000);
    if (from === undefined || lastStart === undefined) return [];
    const boundaries = await this.split(context, [from, lastStart + 1], first.total);
    return [undefined, ...boundaries].map((start, index) => queryOf(start, boundaries[index]));
  }

  /** The events of a part in batches, without those that ask for a password. */
  async *walk(context: RequestContext, { start_date, starts_before }: SitemapQuery): AsyncGenerator<SitemapRecord[]> {
    const selection = { ...this.selection, start_date, starts_before };
    const events = this.events.walk({ ...context, fields: FIELDS }, selection);
    for await (const batch of events) yield Array.from(batch).filter((event) => !event.password_protected);
  }

  /** Instants between the parts of a period, in epoch seconds. Events that start in the same second stay together. */
  private async split(context: RequestContext, [from, to]: [number, number], total: number): Promise<number[]> {
    if (total <= RECORDS_PER_PART || to - from < 2) return [];
    const middle = Math.floor((from + to) / 2);
    const range = { start_date: instant(from), starts_before: instant(middle) };
    const { total: before } = await this.firstOf(context, range);
    const earlier = await this.split(context, [from, middle], before);
    const later = await this.split(context, [middle, to], total - before);
    return [...earlier, ...(before > 0 && before < total ? [middle] : []), ...later];
  }

  private firstOf(context: RequestContext, changes: Partial<EventSelection> = {}): Promise<EventList> {
    return this.events.list({ ...context, fields: FIELDS }, { ...this.selection, ...changes, page: 1, per_page: 1 });
  }

  private get selection(): EventSelection {
    const ends_after = parseDateBound('-12 months', this.scopes.referenceTime) as DateBound;
    return { ...BY_START, ends_after, strict_dates: true, geoloc_radius: 0 };
  }
}

const BY_START = { ml_fallback: 'record', orderby: 'start_date', order: 'asc' } as const;

const instant = (epochSeconds: number): DateBound => ({ kind: 'instant', epochSeconds });

/** The first part has no start, and the last one no end, so that none changes when an event is added before or after all others. */
function queryOf(start: number | undefined, end: number | undefined): string {
  const parameters = Object.entries({ start_date: start, starts_before: end }).flatMap(([name, seconds]) =>
    seconds === undefined ? [] : [`${name}=${new Date(seconds * 1000).toISOString().replace('.000', '')}`],
  );
  return parameters.length > 0 ? `?${parameters.join('&')}` : '';
}

const RECORDS_PER_LIST = 500;
const LISTS_PER_PART = RECORDS_PER_PART / RECORDS_PER_LIST;

type RecordPlural = 'venues' | 'organizers' | 'categories' | 'tags';

type RecordList = { readonly [Plural in RecordPlural]?: readonly SitemapRecord[] } & {
  readonly total: number;
  readonly next_rest_url: string | null;
};

const BY_ID = { page: 1, ml_fallback: 'record', orderby: 'id', order: 'asc' } as const;
const WITH_EVENTS = { ...BY_ID, has_events: true, only_with_upcoming: false } as const;
const NOT_EMPTY = { ...BY_ID, hide_empty: true } as const;

/** The venues, organizers, categories and tags of the sitemap: those with events. */
@Injectable()
export class RecordSitemaps {
  constructor(
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly categories: CategoriesService,
    private readonly tags: TagsService,
  ) {}

  /** Queries of the parts of a kind. */
  async queries(context: RequestContext, plural: RecordPlural): Promise<string[]> {
    const { total } = await this.list(context, plural, { per_page: 1 });
    const count = Math.ceil(total / RECORDS_PER_PART);
    return Array.from({ length: count }, (_each, index) => (index === 0 ? '' : `?page=${index + 1}`));
  }

  /** The records of a part in batches. Those of the parts before it are skipped. */
  async *walk(context: RequestContext, plural: RecordPlural, part: number): AsyncGenerator<readonly SitemapRecord[]> {
    let after: string | undefined;
    for (let number = 1; number <= part * LISTS_PER_PART; number += 1) {
      const list = await this.list(context, plural, { per_page: RECORDS_PER_LIST, after });
      if (number > (part - 1) * LISTS_PER_PART) yield list[plural] ?? [];
      if (list.next_rest_url === null) return;
      after = new URL(list.next_rest_url).searchParams.get('after') ?? undefined;
    }
  }

  private list(
    context: RequestContext,
    plural: RecordPlural,
    window: { readonly per_page: number; readonly after?: string | undefined },
  ): Promise<RecordList> {
    if (plural === 'venues' || plural === 'organizers')
      return this[plural].list(context, { ...WITH_EVENTS, ...window });
    return this[plural].list(context, { ...NOT_EMPTY, ...window });
  }
}
