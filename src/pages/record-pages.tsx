import type { ComponentChildren, VNode } from 'preact';
import { Injectable } from '@nestjs/common';
import { CategoriesService } from '../categories/categories.service.js';
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
import { languageAttribute, type PageContext, type Props, type RecordPage } from './page-context.js';
import { ANY_LANGUAGE, assertCurrentSlug, listHead, recordHead } from './page-heads.js';
import { PageQuery, upcoming } from './page.query.js';
import { renderPage } from './render-page.js';
import { Address, ContactDetails, Detail } from './views/details.js';
import { Document, type PageHead } from './views/document.js';
import { FallbackNote } from './views/event-item.js';
import { EventDays } from './views/list-page.js';
import { Description, RecordImage, Subscribe } from './views/record-parts.js';

export type LinkedRecordPage = Exclude<RecordPage, 'event'>;

/** The filters that select the events of a record. */
const FILTERS = { venue: 'venue', organizer: 'organizer', category: 'categories', tag: 'tags' } as const;

interface ShownRecord {
  readonly record: RecordView & { readonly image?: ImageView | null };
  readonly name: string;
  readonly details?: ComponentChildren;
  /** The record for search engines. Not given: the list of its events. */
  readonly jsonLd?: object;
}

/** Services of the records that have a page and are linked to events, by their kind in the path. */
@Injectable()
export class RecordServices {
  constructor(
    readonly venue: VenuesService,
    readonly organizer: OrganizersService,
    readonly category: CategoriesService,
    readonly tag: TagsService,
  ) {}
}

/** Renders the pages of venues, organizers and terms, with their running and coming events. */
@Injectable()
export class RecordPages {
  constructor(
    private readonly records: RecordServices,
    private readonly events: EventsService,
    private readonly reader: DtoReader,
  ) {}

  /** @param slug of the address. A former one redirects to the current one. */
  async show(page: PageContext, kind: LinkedRecordPage, slug: string): Promise<TextResponse> {
    const shown: ShownRecord = await this[kind](page, slug);
    const { record, name, jsonLd } = shown;
    assertCurrentSlug(page, kind, slug, record);
    const filters = new URLSearchParams({ [FILTERS[kind]]: String(record.id) });
    const events = await this.eventsOf(page, filters);
    const head = {
      ...recordHead(page, kind, record, { title: name, description: page.text('record_description', { name }) }),
      ...listHead(page, events, filters),
      ...(jsonLd ? { jsonLd: jsonLdDocument(jsonLd) } : {}),
    };
    const document = <RecordDocument {...{ page, head, kind, filters, events }} shown={shown} />;
    return renderPage(page, document, ['next-end', 'midnight']);
  }

  private async venue(page: PageContext, slug: string): Promise<ShownRecord> {
    const record = await this.records.venue.get(page.request, { slug }, ANY_LANGUAGE);
    const details = (
      <>
        <Detail term={page.text('address')}>
          {Address({ page, venue: record, hasMapLink: record.show_map_link })}
        </Detail>
        <ContactDetails page={page} contact={record} />
      </>
    );
    return { record, name: record.venue, details, jsonLd: placeJsonLd(record) as object };
  }

  private async organizer(page: PageContext, slug: string): Promise<ShownRecord> {
    const record = await this.records.organizer.get(page.request, { slug }, ANY_LANGUAGE);
    const details = <ContactDetails page={page} contact={record} />;
    return { record, name: record.organizer, details, jsonLd: organizationJsonLd(record) as object };
  }

  private async category({ request }: PageContext, slug: string): Promise<ShownRecord> {
    const record = await this.records.category.get(request, { slug }, ANY_LANGUAGE);
    return { record, name: record.name };
  }

  private async tag({ request }: PageContext, slug: string): Promise<ShownRecord> {
    const record = await this.records.tag.get(request, { slug }, ANY_LANGUAGE);
    return { record, name: record.name };
  }

  /** The filters are read like those of a request, so that a category includes its descendants. */
  private async eventsOf(page: PageContext, filters: URLSearchParams): Promise<readonly EventView[]> {
    const values = new Map<string, unknown>(filters);
    const parameters = { values, queryNames: new Set(values.keys()), errors: {}, isWrite: false, isStrict: false };
    const input = new RequestInput({ ...parameters, getHeader: () => undefined }, page.request);
    const { dto } = await this.reader.read(PageQuery, input);
    return (await this.events.list(page.request, upcoming(page, dto as unknown as PageQuery))).events;
  }
}

type RecordDocumentProps = Props<{
  head: PageHead;
  kind: LinkedRecordPage;
  shown: ShownRecord;
  filters: URLSearchParams;
  events: readonly EventView[];
}>;

function RecordDocument({ page, head, kind, shown, filters, events }: RecordDocumentProps): VNode {
  const { text } = page;
  const { record, name, details } = shown;
  return (
    <Document page={page} head={head}>
      <article class={record.image ? 'record' : 'record has-no-image'}>
        <header class="record-title">
          <p class="record-kind">{text(kind)}</p>
          <h1 lang={languageAttribute(record, page)}>{name}</h1>
          <FallbackNote page={page} record={record} />
        </header>
        <div class="record-details">
          <dl class="details">{details}</dl>
        </div>
        {record.image && <RecordImage page={page} image={record.image} className="record-image" />}
        <Description page={page} record={record} />
      </article>
      <div class="record-events">
        <h2>{text('coming_events')}</h2>
        {events.length > 0 ? <EventDays page={page} events={events} /> : <p>{text('no_events')}</p>}
        <p class="more">
          <a href={page.url('', filters)} rel="nofollow">
            {text('search_events')}
          </a>
        </p>
      </div>
      <Subscribe page={page} filters={filters} name={name} />
    </Document>
  );
}
