import { Inject, Injectable } from '@nestjs/common';
import { StreamLimiter } from '../http/limits/stream-limiter.js';
import { TextResponse } from '../http/request/text-response.js';
import { CONFIGURATION_TOKEN, type Configuration } from '../kernel/config/configuration.js';
import { recordPagePath } from '../kernel/context/namespace.js';
import { rootUrlOf, type RequestContext } from '../kernel/context/request-context.js';
import { ApiError } from '../kernel/errors/api-error.js';
import { LANGUAGES } from '../kernel/language/languages.js';
import { xml, type Xml } from '../kernel/text/xml.js';
import { EventSitemap, RecordSitemaps, type SitemapQuery, type SitemapRecord } from './sitemap-parts.js';

/** Kinds of parts, and of the pages in them. */
const PAGES_BY_PART = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
} as const;
type PartName = keyof typeof PAGES_BY_PART;

/** The protocol allows 50,000 addresses in a part. */
const MAX_RECORDS = Math.floor(50_000 / LANGUAGES.length);

/** The pages of all public records for search engines. @see https://www.sitemaps.org/protocol.html */
@Injectable()
export class Sitemaps {
  constructor(
    private readonly events: EventSitemap,
    private readonly records: RecordSitemaps,
    private readonly streams: StreamLimiter,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  /** The list of parts. */
  async index(context: RequestContext): Promise<TextResponse> {
    const root = rootUrlOf(context, this.configuration);
    const parts: Xml[] = [];
    for (const name of Object.keys(PAGES_BY_PART) as PartName[])
      for (const query of await (name === 'events'
        ? this.events.queries(context)
        : this.records.queries(context, name)))
        parts.push(xml`<sitemap><loc>${`${root}/sitemap-${name}.xml${query}`}</loc></sitemap>`);
    return xmlResponse(
      xml`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${parts}
</sitemapindex>`.source,
    );
  }

  /**
   * The pages of a part, one for each language of a record. Parts count against the limit of large files, because each reads thousands of records.
   * @throws {ApiError} `no_route` for an unknown name, `too_many_requests`
   */
  async part(context: RequestContext, name: string, query: SitemapQuery): Promise<TextResponse> {
    if (!Object.hasOwn(PAGES_BY_PART, name)) throw new ApiError('no_route');
    const chunks: string[] = [];
    const write = this.streams.limit(() => this.write(context, name as PartName, query));
    for await (const chunk of write()) chunks.push(chunk);
    return xmlResponse(chunks.join('\n'));
  }

  private async *write(context: RequestContext, name: PartName, query: SitemapQuery): AsyncGenerator<string, void> {
    const batches = name === 'events' ? this.events.walk(context, query) : this.records.walk(context, name, query.page);
    const entryOf = (record: SitemapRecord) => this.entriesOf(context, PAGES_BY_PART[name], record);
    let count = 0;
    yield '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">';
    for await (const batch of batches) {
      yield await this.streams.runPart(() => xml`${batch.slice(0, MAX_RECORDS - count).map(entryOf)}`.source);
      count += batch.length;
      if (count >= MAX_RECORDS) break;
    }
    yield '</urlset>';
  }

  /** The page of a record in each of its languages. Each names all of them. */
  private entriesOf(context: RequestContext, kind: string, { ml_translations, modified_utc }: SitemapRecord): Xml {
    const root = rootUrlOf(context, this.configuration);
    const pages = LANGUAGES.flatMap((language) => {
      const slug = ml_translations[language]?.slug;
      const path = slug && recordPagePath(this.configuration.PAGES_ROOT, language, kind, slug);
      return path ? [{ language, url: root + path }] : [];
    });
    const lastModified =
      modified_utc === undefined ? [] : [xml`<lastmod>${`${modified_utc.replace(' ', 'T')}Z`}</lastmod>`];
    const alternates = xml`${pages.map(({ language, url }) => xml`<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`)}`;
    return xml`${pages.map(
      ({ url }) => xml`<url><loc>${url}</loc>${lastModified}
${alternates}
</url>`,
    )}`;
  }
}

/** Events leave the sitemap when they are older than 12 months. */
function xmlResponse(source: string): TextResponse {
  const content = `<?xml version="1.0" encoding="utf-8"?>\n${source}\n`;
  return new TextResponse(content, { 'Content-Type': 'application/xml' }, ['midnight']);
}
