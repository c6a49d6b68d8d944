import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { TextResponse } from '../http/request/text-response.js';
import type { ExpiryTrigger } from '../kernel/context/expiry-trigger.js';
import type { PageContext } from './page-context.js';

interface RenderOptions {
  readonly expires?: readonly ExpiryTrigger[];
  /** Headers beside those of every page. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The HTML of a document. */
export function renderHtml(page: PageContext, document: VNode): string {
  const html = `<!doctype html>\n${renderToString(document)}\n`;
  // Links of an embed leave its frame. In texts and attributes, `<` is escaped.
  return page.embed ? html.replaceAll('<a ', '<a target="_top" ') : html;
}

/** Renders a document as the response of a handler. */
export function renderPage(page: PageContext, document: VNode, { expires, headers }: RenderOptions = {}): TextResponse {
  return new TextResponse(renderHtml(page, document), { ...pageHeaders(page), ...headers }, expires);
}

/**
 * Headers of every page: nothing inline, nothing from other hosts except images and map tiles that the configuration allows.
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
    // This header knows no lists of origins. The policy does.
    ...(page.embed ? {} : { 'X-Frame-Options': 'SAMEORIGIN' }),
    // Pages with filters and embeds are variants of other pages, which search engines index instead.
    ...(page.query.length > 1 || page.embed || !page.site.configuration.PAGES_INDEX
      ? { 'X-Robots-Tag': 'noindex' }
      : {}),
  };
}

/** The only origin of map tiles: of several subdomains, one is used. */
export const tileOriginOf = (tiles: string): string => new URL(tiles.replace('{s}', 'a')).origin;

function contentSecurityPolicy({ embed, site: { configuration } }: PageContext): string {
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
    `frame-ancestors ${embed ? PAGES_EMBED.split(/\s*,\s*/).join(' ') : "'self'"}`,
  ].join('; ');
}
