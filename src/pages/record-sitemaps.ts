import { Injectable } from '@nestjs/common';
import { CategoriesService } from '../categories/categories.service.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { OrganizersService } from '../organizers/organizers.service.js';
import { TagsService } from '../tags/tags.service.js';
import { VenuesService } from '../venues/venues.service.js';
import { RECORDS_PER_PART, type SitemapRecord } from './sitemap-record.js';

const RECORDS_PER_LIST = 500;
const LISTS_PER_PART = RECORDS_PER_PART / RECORDS_PER_LIST;

interface Window {
  readonly per_page: number;
  readonly after?: string | undefined;
}

interface Records {
  readonly records: readonly SitemapRecord[];
  readonly total: number;
  readonly next_rest_url: string | null;
}

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

  private readonly lists: Readonly<
    Record<RecordPlural, (context: RequestContext, window: Window) => Promise<Records>>
  > = {
    venues: async (context, window) =>
      recordsOf('venues', await this.venues.list(context, { ...WITH_EVENTS, ...window })),
    organizers: async (context, window) =>
      recordsOf('organizers', await this.organizers.list(context, { ...WITH_EVENTS, ...window })),
    categories: async (context, window) =>
      recordsOf('categories', await this.categories.list(context, { ...NOT_EMPTY, ...window })),
    tags: async (context, window) => recordsOf('tags', await this.tags.list(context, { ...NOT_EMPTY, ...window })),
  };

  /** Queries of the parts of a kind. */
  async queries(context: RequestContext, plural: RecordPlural): Promise<string[]> {
    const { total } = await this.lists[plural](context, { per_page: 1 });
    const count = Math.ceil(total / RECORDS_PER_PART);
    return Array.from({ length: count }, (_each, index) => (index === 0 ? '' : `?page=${index + 1}`));
  }

  /** The records of a part in batches. Those of the parts before it are skipped. */
  async *walk(context: RequestContext, plural: RecordPlural, part: number): AsyncGenerator<readonly SitemapRecord[]> {
    let after: string | undefined;
    for (let number = 1; number <= part * LISTS_PER_PART; number += 1) {
      const { records, next_rest_url } = await this.lists[plural](context, { per_page: RECORDS_PER_LIST, after });
      if (number > (part - 1) * LISTS_PER_PART) yield records;
      if (next_rest_url === null) return;
      after = new URL(next_rest_url).searchParams.get('after') ?? undefined;
    }
  }
}

type RecordPlural = 'venues' | 'organizers' | 'categories' | 'tags';

const recordsOf = <Plural extends string>(
  plural: Plural,
  list: Omit<Records, 'records'> & Readonly<Record<Plural, readonly SitemapRecord[]>>,
): Records => ({ records: list[plural], total: list.total, next_rest_url: list.next_rest_url });
