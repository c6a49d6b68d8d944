import { createParamDecorator, Inject, Injectable, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { parsedQueryOf, requestContextOf, requestStateOf } from '../http/request/request-state.js';
import { CONFIGURATION_TOKEN, type Configuration } from '../kernel/config/configuration.js';
import { NAMESPACE, PAGES_PATH, recordPagePath } from '../kernel/context/namespace.js';
import { rootUrlOf, type RequestContext } from '../kernel/context/request-context.js';
import { LANGUAGES, type Language } from '../kernel/language/languages.js';
import { Messages } from '../kernel/language/messages.js';
import { Clock } from '../kernel/time/clock.js';
import { epochToLocal } from '../kernel/time/local-time.js';
import { LOCALES } from './dates.js';
import { PageFiles } from './page-files.js';
import { filtersOf } from './page.query.js';

/** Kinds of records that have a page, as in its path. */
export type RecordPage = 'event' | 'venue' | 'organizer' | 'category' | 'tag';

export const NO_FILTERS: URLSearchParams = new URLSearchParams();

const PLURALS = Object.fromEntries(LANGUAGES.map((each) => [each, new Intl.PluralRules(each)]));

/** Creates the context of a page from its request. */
@Injectable()
export class PageContexts implements PipeTransform<Request, PageContext> {
  constructor(
    @Inject(CONFIGURATION_TOKEN) readonly configuration: Configuration,
    readonly messages: Messages,
    readonly files: PageFiles,
    readonly clock: Clock,
  ) {}

  transform(request: Request): PageContext {
    return new PageContext(request, this);
  }

  /** Name of the site: `PAGES_NAME_…`, otherwise the word for events. */
  nameIn(language: Language): string {
    const { PAGES_NAME_CA: ca, PAGES_NAME_EN: en, PAGES_NAME_ES: es } = this.configuration;
    const names: Partial<Record<Language, string>> = { ca, en, es };
    return names[language] ?? this.messages.translate(language, { key: 'operations.tag_names.events' });
  }
}

/** Language, URL and texts of a page. Every component receives it. */
export class PageContext {
  readonly request: RequestContext;
  readonly language: Language;
  readonly siteName: string;
  /** `PUBLIC_URL`, otherwise the origin of the request. Without `REST_ROOT`. */
  readonly baseUrl: string;
  /** Path of the page below `PAGES_ROOT`, such as `/month/2027-03`. Empty for the list. */
  readonly view: string;
  /** Query of the page, such as `?search=tango`. */
  readonly query: string;
  /** Filters in the query. Links to other views and languages keep them. */
  readonly filters: URLSearchParams;
  /** Theme of a view for an iframe, which has no header and footer. `undefined` for other pages. */
  readonly embedTheme: string | undefined;
  readonly nowMs: number;
  /** The current day in `TIMEZONE`, such as `2026-11-28`. */
  readonly today: string;
  /** Path from the origin to the service: empty unless `PUBLIC_URL` has a path. */
  private readonly root: string;

  constructor(
    request: Request,
    readonly site: PageContexts,
    hasFilters = true,
  ) {
    const { PAGES_ROOT, PAGES_EMBED, TIMEZONE } = site.configuration;
    const { address, route } = requestStateOf(request);
    const { values } = parsedQueryOf(request);
    this.request = requestContextOf(request);
    this.language = this.request.language.requested;
    this.siteName = site.nameIn(this.language);
    this.baseUrl = rootUrlOf(this.request, site.configuration);
    this.root = new URL(this.baseUrl).pathname.replace(/\/$/, '');
    // All spellings of a path share a cached response, so its links have one spelling: `/CA/agenda/` becomes `/agenda`.
    const path = (address?.path ?? '').replace(/^\/(?:ca|en|es)(?=\/)/i, '').replace(/\/$/, '');
    this.view = path.slice(PAGES_ROOT.length);
    this.query = request.originalUrl.replace(/^[^?]*/, '');
    this.filters = hasFilters ? filtersOf(values) : NO_FILTERS;
    const isEmbed = route === `${PAGES_PATH}/embed` && PAGES_EMBED !== 'none';
    this.embedTheme = isEmbed ? (values.get('theme')?.find(Boolean) ?? 'auto') : undefined;
    this.nowMs = site.clock.now();
    this.today = epochToLocal(this.nowMs / 1000, TIMEZONE).slice(0, 10);
  }

  /** The first segment of the path, such as `month` or `venue`. Empty for the list. */
  get section(): string {
    return this.view.split('/')[1] ?? '';
  }

  /**
   * A text of `i18n/*\/pages.json`. With `count`, one of its plural forms.
   * @example page.text('more', { count: 1200 }) // '1,200 more'
   */
  readonly text = (key: string, args: Readonly<Record<string, string | number>> = {}): string => {
    const form = typeof args['count'] === 'number' ? `.${PLURALS[this.language]?.select(args['count'])}` : '';
    const values = Object.entries(args).map(([name, value]) => [name, value.toLocaleString(LOCALES[this.language])]);
    const message = { key: `pages.${key}${form}`, args: Object.fromEntries(values) as Record<string, string> };
    return this.site.messages.translate(this.language, message);
  };

  /**
   * Absolute path of a view, with filters.
   * @param view such as `/map`; default: that of the page
   * @example page.url('/day/2027-03-08') // '/en/agenda/day/2027-03-08?search=tango'
   */
  readonly url = (view = this.view, filters = this.filters, language = this.language): string =>
    `${this.root}/${language}${this.site.configuration.PAGES_ROOT}${view}${filters.size > 0 ? `?${filters.toString()}` : ''}`;

  /** Absolute path of the page of a record. */
  readonly recordUrl = (kind: RecordPage, slug: string, language = this.language): string =>
    this.root + recordPagePath(this.site.configuration.PAGES_ROOT, language, kind, slug);

  /** Absolute path of a file of the pages. */
  readonly fileUrl = ({ name }: { readonly name: string }): string =>
    `${this.root}${this.site.configuration.PAGES_ROOT}/files/${name}`;

  /** Complete URL of an absolute path. */
  readonly absoluteUrl = (path: string): string => new URL(path, this.baseUrl).href;

  /** The filters of the page, with one of them added or replaced. */
  filtersWith(name: string, value: string): URLSearchParams {
    const filters = new URLSearchParams(this.filters);
    filters.set(name, value);
    return filters;
  }
}

/** Props of a component, with the page. */
export type Props<Others = unknown> = { readonly page: PageContext } & Readonly<Others>;

const RequestOfHandler = createParamDecorator((_data: unknown, execution: ExecutionContext) =>
  execution.switchToHttp().getRequest<Request>(),
);

/** The {@link PageContext} of the request, as an argument of a handler. */
export const CurrentPage = (): ParameterDecorator => RequestOfHandler(PageContexts);

/** The language of a record's texts, if it is not that of the page. */
export const languageAttribute = ({ ml_language }: { ml_language: Language }, page: PageContext) =>
  ml_language === page.language ? undefined : ml_language;

/** URLs of the feeds of the events that meet the filters, in the language of the page. */
export function feedUrls({ request, language }: PageContext, filters: URLSearchParams) {
  const query = new URLSearchParams([...filters, ['ml_language', language]]).toString();
  const events = `${request.baseUrl}/${NAMESPACE}/events`;
  return { calendar: `${events}.ics?${query}`, atom: `${events}.atom?${query}` };
}
