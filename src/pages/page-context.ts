import { createParamDecorator, Inject, Injectable, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { parsedQueryOf, requestContextOf, requestStateOf } from '../http/request/request-state.js';
import { NAMESPACE, PAGES_PATH } from '../kernel/context/namespace.js';
import { CONFIGURATION_TOKEN, type Configuration } from '../kernel/config/configuration.js';
import { rootUrlOf, type RequestContext } from '../kernel/context/request-context.js';
import { LANGUAGES, type Language } from '../kernel/language/languages.js';
import { Messages } from '../kernel/language/messages.js';
import { Clock } from '../kernel/time/clock.js';
import { epochToLocal } from '../kernel/time/local-time.js';
import { PageFiles } from './page-files.js';
import { filtersOf, PageUrls } from './page-urls.js';

/** What every component of a page needs: language, texts, URLs, the site. */
export interface PageContext {
  readonly request: RequestContext;
  readonly language: Language;
  readonly site: Site;
  readonly urls: PageUrls;
  /** Path and query of the page in each language, as absolute paths. */
  readonly translations: Readonly<Record<Language, string>>;
  /** Path from the origin to the page, without query. */
  readonly path: string;
  /** Query of the page, such as `?search=tango`. */
  readonly query: string;
  /** Whether the page is a view for an iframe, without header and footer, and its theme. */
  readonly embed?: { readonly theme: string } | undefined;
  readonly nowMs: number;
  /** The current day in `TIMEZONE`, such as `2026-11-28`. */
  readonly today: string;
  /**
   * A text of `i18n/*\/pages.json`. With `count`, one of its plural forms.
   * @example page.text('more', { count: 3 }) // '3 more'
   */
  readonly text: (key: string, args?: Readonly<Record<string, string | number>>) => string;
}

/** Props of a component. Each has the page. */
export type Props<Others = unknown> = { readonly page: PageContext } & Readonly<Others>;

/** Settings of the site that its pages show. */
export interface Site {
  readonly name: string;
  /** `PUBLIC_URL`, otherwise the origin of the request. Without `REST_ROOT`. */
  readonly baseUrl: string;
  readonly timezone: string;
  readonly configuration: Configuration;
  readonly files: PageFiles;
}

/** Creates the context of a page. */
@Injectable()
export class PageContexts implements PipeTransform<Request, PageContext> {
  constructor(
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
    private readonly messages: Messages,
    private readonly files: PageFiles,
    private readonly clock: Clock,
  ) {}

  transform(request: Request): PageContext {
    const context = requestContextOf(request);
    const language = context.language.requested;
    const baseUrl = rootUrlOf(context, this.configuration);
    const root = new URL(baseUrl).pathname.replace(/\/$/, '');
    const path = pathWithoutLanguage(requestStateOf(request).address?.path ?? '/');
    const [query = ''] = /\?.*/s.exec(request.originalUrl) ?? [];
    const translations = Object.fromEntries(LANGUAGES.map((each) => [each, `${root}/${each}${path}${query}`]));
    const nowMs = this.clock.now();
    return {
      request: context,
      language,
      site: this.siteIn(language, baseUrl),
      urls: new PageUrls(root, this.configuration.PAGES_ROOT, language, filtersOf(parsedQueryOf(request).values)),
      translations: translations as Record<Language, string>,
      path: `${root}/${language}${path}`,
      query,
      embed: this.embedOf(request),
      nowMs,
      today: epochToLocal(nowMs / 1000, this.configuration.TIMEZONE).slice(0, 10),
      text: (key, args) => this.text(language, key, args),
    };
  }

  private embedOf(request: Request): PageContext['embed'] {
    const isEmbed =
      requestStateOf(request).route === `${PAGES_PATH}/embed` && this.configuration.PAGES_EMBED !== 'none';
    return isEmbed ? { theme: parsedQueryOf(request).values.get('theme')?.[0] ?? 'auto' } : undefined;
  }

  private siteIn(language: Language, baseUrl: string): Site {
    const { configuration, files } = this;
    const { PAGES_NAME_CA: ca, PAGES_NAME_EN: en, PAGES_NAME_ES: es, TIMEZONE: timezone } = configuration;
    const name = { ca, en, es }[language] ?? this.messages.translate(language, { key: 'operations.tag_names.events' });
    return { name, baseUrl, timezone, configuration, files };
  }

  private text(language: Language, key: string, args?: Readonly<Record<string, string | number>>): string {
    const count = args?.['count'];
    const suffix = typeof count === 'number' ? `.${pluralRulesOf(language).select(count)}` : '';
    return this.messages.translate(language, { key: `pages.${key}${suffix}`, args });
  }
}

const RequestOfHandler = createParamDecorator((_data: unknown, execution: ExecutionContext) =>
  execution.switchToHttp().getRequest<Request>(),
);

/** The {@link PageContext} of the request, as an argument of a handler. */
export const CurrentPage = (): ParameterDecorator => RequestOfHandler(PageContexts);

/** The language of a record's texts, if it is not that of the page. */
export const languageAttribute = ({ ml_language }: { ml_language: Language }, page: PageContext) =>
  ml_language === page.language ? undefined : ml_language;

/** One form for all spellings of a path, because they share a cached response: `/CA/agenda/` is `/agenda`. */
const pathWithoutLanguage = (path: string): string => path.replace(/^\/(?:ca|en|es)(?=\/)/i, '').replace(/\/$/, '');

/** The absolute URL of a page. @param path absolute path, such as `/ca/agenda` */
export const absoluteUrl = ({ site }: PageContext, path: string): string => new URL(path, site.baseUrl).href;

/** The feeds of the events that meet filters of the list, in the language of the page. */
export function feedUrls({ request, language }: PageContext, filters: URLSearchParams) {
  const query = new URLSearchParams([...filters, ['ml_language', language]]).toString();
  const events = `${request.baseUrl}/${NAMESPACE}/events`;
  return { calendar: `${events}.ics?${query}`, atom: `${events}.atom?${query}` };
}

const pluralRules = new Map<Language, Intl.PluralRules>();

function pluralRulesOf(language: Language): Intl.PluralRules {
  const known = pluralRules.get(language);
  if (known) return known;
  const rules = new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return rules;
}
