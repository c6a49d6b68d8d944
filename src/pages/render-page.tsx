import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { ErrorPages, ErrorPage } from '../http/problems/error-pages.js';
import type { ProblemView } from '../http/problems/problem.view.js';
import { TextResponse } from '../http/request/text-response.js';
import type { ExpiryTrigger } from '../kernel/context/expiry-trigger.js';
import { NO_FILTERS, PageContext, PageContexts } from './page-context.js';
import { Document } from './views/document.js';
import { FilterForm } from './views/filter-form.js';

/** Excludes a page from search engines. */
export const NO_INDEX: Readonly<Record<string, string>> = { 'X-Robots-Tag': 'noindex' };

export function renderHtml(page: PageContext, document: VNode): string {
  const html = `<!doctype html>\n${renderToString(document)}\n`;
  // Links of an embed leave its frame. `<a ` is always a tag, because texts and attributes have `<` escaped.
  return page.embedTheme ? html.replaceAll('<a ', '<a target="_top" ') : html;
}

/** Renders a document as the response of a handler. @param headers beside those of every page */
export const renderPage = (
  page: PageContext,
  document: VNode,
  expires: readonly ExpiryTrigger[],
  headers = {},
): TextResponse => new TextResponse(renderHtml(page, document), { ...pageHeaders(page), ...headers }, expires);

/**
 * Headers of every page. They forbid inline code, and other hosts except for configured images and map tiles.
 * @see https://www.w3.org/TR/CSP3/
 */
export function pageHeaders(page: PageContext) {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': page.language,
    'Content-Security-Policy': contentSecurityPolicy(page),
    'Permissions-Policy': 'camera=(), geolocation=(self), microphone=(), payment=()',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    // This header cannot name several origins. `frame-ancestors` can.
    ...(page.embedTheme ? {} : { 'X-Frame-Options': 'SAMEORIGIN' }),
    // Pages with filters and embeds are variants of other pages, which search engines index instead.
    ...(page.query.length > 1 || page.embedTheme || !page.site.configuration.PAGES_INDEX ? NO_INDEX : {}),
  };
}

/** The origin of map tiles. Of several subdomains, only one is used. */
export const tileOriginOf = (tiles: string): string => new URL(tiles.replace('{s}', 'a')).origin;

function contentSecurityPolicy({ embedTheme, site: { configuration } }: PageContext): string {
  const { PAGES_IMAGE_HOSTS, PAGES_EMBED, MAP_TILES } = configuration;
  const imageHosts = PAGES_IMAGE_HOSTS.map((host) => (host === '*' ? 'https:' : host));
  const tileHost = MAP_TILES === undefined ? [] : [tileOriginOf(MAP_TILES)];
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ['img-src', "'self'", ...imageHosts, ...tileHost].join(' '),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${embedTheme ? PAGES_EMBED.split(/\s*,\s*/).join(' ') : "'self'"}`,
  ].join('; ');
}

/** Statuses with texts for visitors. The texts of the API are for developers. */
const STATUSES_WITH_TEXTS = new Set([404, 405, 410, 429, 500, 503]);

/** Errors below `PAGES_ROOT` as pages with a search field. They do not read the database, which may be the cause. */
@Injectable()
export class PagesOfErrors implements ErrorPages {
  constructor(private readonly pages: PageContexts) {}

  render(request: Request, { status, params, ...problem }: ProblemView): ErrorPage {
    // A URL that is too long is not repeated in each link.
    const page = new PageContext(request, this.pages, status !== 414);
    const hasTexts = STATUSES_WITH_TEXTS.has(status);
    const title = hasTexts || params ? page.text(`error.${params ? 400 : status}.title`) : problem.title;
    const detail = hasTexts ? page.text(`error.${status}.detail`) : problem.detail;
    const list = page.url('', NO_FILTERS);
    const isFilterError = params !== undefined && !('slug' in params);
    const headers = { ...pageHeaders(page), ...NO_INDEX };
    const document = (
      <Document page={page} head={{ title }}>
        <div class="problem">
          <p class="problem-status">{status}</p>
          <h1>{title}</h1>
          {(!params || page.embedTheme) && <p>{detail}</p>}
        </div>
        <FilterForm page={page} action={isFilterError ? undefined : list} categories={[]} errors={params ?? {}} />
        <p class="back">
          <a href={list}>{page.text('back_to_list')}</a>
        </p>
      </Document>
    );
    return { headers, body: renderHtml(page, document) };
  }
}
