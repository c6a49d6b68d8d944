import { Controller, Get, Injectable, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { EventsService } from '../events/events.service.js';
import { StreamLimiter } from '../http/limits/stream-limiter.js';
import { Context } from '../http/params/handler-arguments.decorators.js';
import { TextResponse } from '../http/request/text-response.js';
import { Public } from '../http/routes/authenticated.decorator.js';
import { Cached } from '../http/routes/response-storage.decorators.js';
import { createFieldSelection } from '../kernel/context/field-selection.js';
import { recordPagePath } from '../kernel/context/namespace.js';
import { rootUrlOf, type RequestContext } from '../kernel/context/request-context.js';
import { ApiError } from '../kernel/errors/api-error.js';
import { LANGUAGES } from '../kernel/language/languages.js';
import { xml, type Xml } from '../kernel/text/xml.js';
import type { RecordView } from '../records/views/record.view.js';
import { PageContexts } from './page-context.js';
import { RecordServices } from './record-pages.js';

/** Kinds of records by the name of their sitemaps. */
const KINDS = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
} as const;
type SitemapName = keyof typeof KINDS;

const PART_PATTERN = /^([a-z]+)(?:-([1-9]\d{0,8}))?$/;

/** Number of consecutive ids in a part. The protocol allows 50,000 addresses, and a record has up to one per language. */
const IDS_PER_PART = 10_000;

/** Events that ended longer ago are left out. */
const YEAR_SECONDS = 366 * 86_400;

/** Number of consecutive ids that are read at a time. */
const IDS_PER_LIST = 1000;

/** A record as sitemaps list it. Only events have an end and a password. Categories and tags have no `modified_utc`. */
type SitemapRecord = Pick<RecordView, 'id' | 'ml_translations'> &
  Partial<Record<'modified_utc' | 'ends_at', string> & { readonly password_protected: boolean }>;

/** Fields of events. Without linked records, lists are faster. */
const FIELDS = createFieldSelection(['id', 'ml_translations', 'modified_utc', 'ends_at', 'password_protected']);

/** Records with the ids `include`, or all records. Kinds that cannot be sorted by `orderby` are sorted by id. */
type Selection = { include?: number[]; per_page: number; orderby: 'id' | 'modified' | 'end_date' };

/** The pages of all public records for search engines. @see https://www.sitemaps.org/protocol.html */
@Injectable()
export class Sitemaps {
  constructor(
    private readonly site: PageContexts,
    private readonly events: EventsService,
    private readonly records: RecordServices,
    private readonly streams: StreamLimiter,
  ) {}

  /** The list of the parts with at least one record. */
  async index(context: RequestContext): Promise<TextResponse> {
    const root = rootUrlOf(context, this.site.configuration);
    const parts: Xml[] = [];
    for (const name of Object.keys(KINDS) as SitemapName[]) {
      const [last] = await this.list(context, name, { per_page: 1, orderby: 'id' });
      const count = Math.ceil((last?.id ?? 0) / IDS_PER_PART);
      for (let part = 1; part <= count; part += 1) {
        const include = idsFrom((part - 1) * IDS_PER_PART + 1, IDS_PER_PART);
        const [latest] = await this.list(context, name, { include, per_page: 1, orderby: 'end_date' });
        const [newest] = await this.list(context, name, { include, per_page: 1, orderby: 'modified' });
        if (!latest || !newest || this.isOld(latest)) continue;
        const url = `${root}/sitemap-${name}${part === 1 ? '' : `-${part}`}.xml`;
        parts.push(xml`<sitemap><loc>${url}</loc>${lastModified(newest)}</sitemap>`);
      }
    }
    return xmlResponse('sitemapindex', xml`${parts}`.source);
  }

  /**
   * The pages of a part, one for each language of a record. Parts count against `FEED_STREAMS`: each has many records.
   * @param part name and number, such as `events-2`
   * @throws {ApiError} `no_route` for an unknown name, `too_many_requests`
   */
  async part(context: RequestContext, part: string): Promise<TextResponse> {
    const [, name = '', number = '1'] = PART_PATTERN.exec(part) ?? [];
    if (!Object.hasOwn(KINDS, name)) throw new ApiError('no_route');
    const chunks: string[] = [];
    const write = this.streams.limit(() => this.write(context, name as SitemapName, Number(number)));
    for await (const chunk of write()) chunks.push(chunk);
    return xmlResponse('urlset', chunks.join('\n'));
  }

  private async *write(context: RequestContext, name: SitemapName, part: number): AsyncGenerator<string, void> {
    const end = part * IDS_PER_PART;
    for (let first = end - IDS_PER_PART + 1; first <= end; first += IDS_PER_LIST) {
      const window = { include: idsFrom(first, IDS_PER_LIST), per_page: IDS_PER_LIST, orderby: 'id' } as const;
      const records = await this.list(context, name, window);
      const listed = records.filter((record) => !record.password_protected && !this.isOld(record));
      const entries = () => xml`${listed.map((each) => this.entryOf(context, KINDS[name], each))}`.source;
      if (listed.length > 0) yield await this.streams.runPart(entries);
    }
  }

  /** The entries of a record, one per translation. Each entry links to all translations. */
  private entryOf(context: RequestContext, kind: string, record: SitemapRecord): Xml {
    const { PAGES_ROOT, DEFAULT_LANGUAGE } = this.site.configuration;
    const root = rootUrlOf(context, this.site.configuration);
    const pages = LANGUAGES.flatMap((language) => {
      const slug = record.ml_translations[language]?.slug;
      return slug ? [{ language, url: root + recordPagePath(PAGES_ROOT, language, kind, slug) }] : [];
    });
    const defaultPage = pages.find(({ language }) => language === DEFAULT_LANGUAGE) ?? pages[0];
    const alternates = [...pages, { language: 'x-default', url: defaultPage?.url ?? root }].map(
      ({ language, url }) => xml`<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`,
    );
    return xml`${pages.map(
      ({ url }) => xml`<url><loc>${url}</loc>${lastModified(record)}
${alternates}
</url>`,
    )}`;
  }

  /** Records with a page, in descending order. With `include`, events that ended long ago are among them. */
  private async list(context: RequestContext, name: SitemapName, selection: Selection): Promise<SitemapRecord[]> {
    const { venue, organizer, category, tag } = this.records;
    const query = { ...selection, page: 1, ml_fallback: 'record', order: 'desc' } as const;
    const dates = { ends_after: this.oldest, strict_dates: true, geoloc_radius: 0 };
    const orderby = selection.orderby === 'modified' ? 'modified' : 'id';
    const withEvents = { ...query, has_events: true, only_with_upcoming: false, orderby } as const;
    const notEmpty = { ...query, hide_empty: true, orderby: 'id' } as const;
    if (name === 'events')
      return (await this.events.list({ ...context, fields: FIELDS }, { ...query, ...dates })).events;
    if (name === 'venues') return (await venue.list(context, withEvents)).venues;
    if (name === 'organizers') return (await organizer.list(context, withEvents)).organizers;
    if (name === 'categories') return (await category.list(context, notEmpty)).categories;
    return (await tag.list(context, notEmpty)).tags;
  }

  private isOld({ ends_at }: SitemapRecord): boolean {
    return ends_at !== undefined && Date.parse(ends_at) < this.oldest.epochSeconds * 1000;
  }

  /** Events that ended before this time are left out. */
  private get oldest() {
    return { kind: 'instant', epochSeconds: Math.floor(this.site.clock.now() / 1000) - YEAR_SECONDS } as const;
  }
}

const idsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_each, index) => first + index);

/** `modified_utc` is a date such as `2027-03-10 12:00:00`. */
const lastModified = ({ modified_utc: modified }: SitemapRecord): Xml[] =>
  modified === undefined ? [] : [xml`<lastmod>${`${modified.replace(' ', 'T')}Z`}</lastmod>`];

const NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** Sitemaps expire at midnight, because events leave them 12 months after their end. */
function xmlResponse(element: string, content: string): TextResponse {
  const source = `<?xml version="1.0" encoding="utf-8"?>\n<${element} ${NAMESPACES}>\n${content}\n</${element}>\n`;
  return new TextResponse(source, { 'Content-Type': 'application/xml' }, ['midnight']);
}

/** Files for search engines, at the root of the service. */
@ApiExcludeController()
@Controller()
export class SearchEnginesController {
  constructor(
    private readonly sitemaps: Sitemaps,
    private readonly site: PageContexts,
  ) {}

  /** @see https://www.rfc-editor.org/rfc/rfc9309 */
  @Public()
  @Get('robots.txt')
  robots(@Context() context: RequestContext): TextResponse {
    const sitemap = `${rootUrlOf(context, this.site.configuration)}/sitemap.xml`;
    const rule = this.site.configuration.PAGES_INDEX ? 'Disallow:' : 'Disallow: /';
    const text = `User-agent: *\n${rule}\n\nSitemap: ${sitemap}\n`;
    return new TextResponse(text, { 'Content-Type': 'text/plain; charset=utf-8' });
  }

  @Public()
  @Cached()
  @Get('sitemap.xml')
  sitemap(@Context() context: RequestContext): Promise<TextResponse> {
    return this.sitemaps.index(context);
  }

  @Public()
  @Cached()
  @Get('sitemap-:part.xml')
  sitemapPart(@Context() context: RequestContext, @Param('part') part: string): Promise<TextResponse> {
    return this.sitemaps.part(context, part);
  }
}
