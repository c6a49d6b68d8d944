import type { ComponentChildren } from 'preact';
import { Injectable } from '@nestjs/common';
import { CategoriesService } from '../categories/categories.service.js';
import type { CategoryView } from '../categories/dto/category.view.js';
import { EventsService } from '../events/events.service.js';
import type { EventView } from '../events/dto/event.view.js';
import { jsonLdDocument } from '../feeds/json-ld/json-ld-document.js';
import { organizationJsonLd, placeJsonLd } from '../feeds/json-ld/place-and-organization.js';
import { DtoReader } from '../http/params/dto-reader.js';
import { RequestInput } from '../http/params/request-parameters.js';
import type { TextResponse } from '../http/request/text-response.js';
import { OrganizersService } from '../organizers/organizers.service.js';
import type { ImageView } from '../records/images/image.view.js';
import type { RecordView } from '../records/views/record.view.js';
import { TagsService } from '../tags/tags.service.js';
import { VenuesService } from '../venues/venues.service.js';
import { itemList, upcoming } from './event-lists.js';
import { feedUrls, type PageContext } from './page-context.js';
import { PageQuery } from './page.query.js';
import { ANY_LANGUAGE, assertCurrentSlug, recordHead } from './record-head.js';
import { renderPage } from './render-page.js';
import { CategoryDetails, OrganizerDetails, VenueDetails } from './views/details.js';
import { RecordPage } from './views/record-page.js';

/** The parameters of the list of events that select those of a record. */
const FILTERS = { venue: 'venue', organizer: 'organizer', category: 'categories', tag: 'tags' } as const;

/** A venue, organizer or term to show. */
interface ShownRecord {
  readonly kind: keyof typeof FILTERS;
  readonly record: RecordView & { readonly image?: ImageView | null };
  readonly name: string;
  readonly details?: ComponentChildren;
  /** The record for search engines. Not given: the list of its events. */
  readonly jsonLd?: object;
}

/** Renders the pages of venues, organizers and terms, with their running and coming events. */
@Injectable()
export class RecordPages {
  constructor(
    private readonly events: EventsService,
    private readonly reader: DtoReader,
  ) {}

  /** @param slug of the address. A former one redirects to the current one. */
  async render(page: PageContext, slug: string, shown: ShownRecord): Promise<TextResponse> {
    const { kind, record, name, details, jsonLd } = shown;
    assertCurrentSlug(page, kind, slug, record);
    const filters = new URLSearchParams({ [FILTERS[kind]]: String(record.id) });
    const events = await this.eventsOf(page, filters);
    const fallbackDescription = page.text('record_description', { name });
    const head = {
      ...recordHead(page, kind, record, { title: name, image: record.image ?? null, fallbackDescription }),
      jsonLd: [jsonLd ? jsonLdDocument(jsonLd) : itemList(page, events)],
      feeds: feedUrls(page, filters),
    };
    const kindLabel = page.text(kind);
    const document = <RecordPage {...{ page, head, record, name, kindLabel, filters, events }}>{details}</RecordPage>;
    return renderPage(page, document, { expires: ['next-end', 'midnight'] });
  }

  /** Filters are read as those of a request: a category includes its descendants. */
  private async eventsOf(page: PageContext, filters: URLSearchParams): Promise<readonly EventView[]> {
    const values = new Map<string, unknown>(filters);
    const origin = { queryNames: new Set(values.keys()), errors: {}, isWrite: false, isStrict: false };
    const input = new RequestInput({ ...origin, values, getHeader: () => undefined }, page.request);
    const { dto } = await this.reader.read(PageQuery, input);
    return (await this.events.list(page.request, upcoming(page, dto as unknown as PageQuery))).events;
  }
}

/** The pages of venues and organizers. */
@Injectable()
export class PlacePages {
  constructor(
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly records: RecordPages,
  ) {}

  async venue(page: PageContext, slug: string): Promise<TextResponse> {
    const record = await this.venues.get(page.request, { slug }, ANY_LANGUAGE);
    const details = <VenueDetails page={page} venue={record} />;
    const jsonLd = placeJsonLd(record) as object;
    return this.records.render(page, slug, { kind: 'venue', record, name: record.venue, details, jsonLd });
  }

  async organizer(page: PageContext, slug: string): Promise<TextResponse> {
    const record = await this.organizers.get(page.request, { slug }, ANY_LANGUAGE);
    const details = <OrganizerDetails page={page} organizer={record} />;
    const jsonLd = organizationJsonLd(record) as object;
    return this.records.render(page, slug, { kind: 'organizer', record, name: record.organizer, details, jsonLd });
  }
}

/** The pages of categories and tags. */
@Injectable()
export class TermPages {
  constructor(
    private readonly categories: CategoriesService,
    private readonly tags: TagsService,
    private readonly records: RecordPages,
  ) {}

  async category(page: PageContext, slug: string): Promise<TextResponse> {
    const record = await this.categories.get(page.request, { slug }, ANY_LANGUAGE);
    const parents = await this.list(page, { include: [record.parent ?? 0], hide_empty: false });
    const subcategories = await this.list(page, { parent: record.id, hide_empty: true });
    const details = <CategoryDetails {...{ page, parents, subcategories }} />;
    return this.records.render(page, slug, { kind: 'category', record, name: record.name, details });
  }

  async tag(page: PageContext, slug: string): Promise<TextResponse> {
    const record = await this.tags.get(page.request, { slug }, ANY_LANGUAGE);
    return this.records.render(page, slug, { kind: 'tag', record, name: record.name });
  }

  private async list(
    page: PageContext,
    filters: { readonly include?: number[]; readonly parent?: number; readonly hide_empty: boolean },
  ): Promise<readonly CategoryView[]> {
    const query = { ...ANY_LANGUAGE, page: 1, per_page: 100, orderby: 'name', order: 'asc' } as const;
    return (await this.categories.list(page.request, { ...query, ...filters })).categories;
  }
}
