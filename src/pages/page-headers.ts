import type { PageContext } from './page-context.js';

type PageHeaders = Readonly<Record<'Content-Type', string> & Record<string, string>>;

/**
 * Headers of every page: nothing inline, nothing from other hosts except images and map tiles that the configuration allows.
 * @see https://www.w3.org/TR/CSP3/
 */
export function pageHeaders(page: PageContext): PageHeaders {
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
