import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import type { TestCalendar } from '../../support/calendar/test-calendar.js';
import { createRecord, KINDS } from '../../support/records/kinds.js';
import { upcomingDates } from '../../support/records/records.js';
import { rawRequest, type RawRequest } from '../../support/requests/raw-request.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const HTML = 'text/html; charset=utf-8';
const TEMPLATES = Object.fromEntries(KINDS.map(({ kind }) => [`${kind.toUpperCase()}_URL_TEMPLATE`, 'page']));

const calendar = useTestCalendar();
const withoutPages = useTestCalendar({ PAGES: 'false' });
const renamed = useTestCalendar({
  ...TEMPLATES,
  PAGES_ROOT: '/que-fem',
  PAGES_LOGO: fileURLToPath(new URL('../../../src/openapi/docs/page/favicon.svg', import.meta.url)),
  REST_ROOT: '/wp-json',
  DEFAULT_LANGUAGE: 'ca',
});

const send = (path: string, options: Partial<RawRequest> = {}) =>
  rawRequest(calendar.origin, { method: 'GET', path, ...options });
type Page = Awaited<ReturnType<typeof send>>;

/** Language of a page, from its markup and from its header. */
const languagesOf = ({ text, headers }: Page) => [/<html lang="(\w+)"/.exec(text)?.[1], headers['content-language']];
const typeOf = ({ headers }: Page) => headers['content-type'];

/** Path to which a request is redirected. */
async function targetOf({ origin }: TestCalendar, path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await rawRequest(origin, { method: 'GET', path, headers });
  const location = String(response.headers.location);
  // A relative Location also works behind a proxy that adds a path prefix.
  expect([response.status, location]).toEqual([302, expect.not.stringMatching(/^\/|:\/\//)]);
  return new URL(location, `${origin}${path}`).pathname;
}

describe('The root of the service', () => {
  it.each([
    [BROWSER, '/ca/agenda'],
    ['application/json;q=0.4, TEXT/HTML;q=0.5', '/ca/agenda'],
    ['text/*', '/docs'],
    ['application/json, text/html;q=0.5', '/docs'],
    ['text/html;q=0', '/docs'],
    ['', '/docs'],
  ])('with Accept "%s" redirects to %s (17.3)', async (accept, path) => {
    expect(await targetOf(calendar, '/', { Accept: accept, 'Accept-Language': 'ca' })).toBe(path);
  });

  it.each([
    ['without Accept', '/', undefined, '/docs', () => calendar],
    ['with a language segment', '/ES/', BROWSER, '/es/agenda', () => calendar],
    ['with a language segment', '/es', '*/*', '/es/docs', () => calendar],
    ['with PAGES=false', '/', BROWSER, '/docs', () => withoutPages],
    ['in the default language', '/', BROWSER, '/ca/que-fem', () => renamed],
  ])('%s redirects %s with Accept %s to %s (17.3)', async (_case, path, accept, target, from) => {
    expect(await targetOf(from(), path, accept === undefined ? {} : { Accept: accept })).toBe(target);
  });

  it('sends the Location ca/agenda, and names Accept and Accept-Language in Vary (17.3)', async () => {
    const { headers } = await send('/', { headers: { Accept: BROWSER, 'Accept-Language': 'ca' } });
    expect([headers.location, headers.vary]).toEqual([
      'ca/agenda',
      expect.stringMatching(/^Accept, Accept-Language\b/),
    ]);
  });
});

describe('PAGES_ROOT', () => {
  it('is the path of the pages and their files, independent of REST_ROOT (17.1)', async () => {
    const { status, text } = await renamed.request('GET', '/ca/que-fem');
    expect(status).toBe(200);
    for (const [, link] of text.matchAll(/ (?:href|src|action)="(\/[^"]*)"/g))
      expect(link).toMatch(/^(\/(ca|en|es))?\/que-fem/);
    for (const path of ['/agenda', '/ca/agenda', '/wp-json/que-fem', '/ca/wp-json/agenda', '/que-femX'])
      expect([path, (await renamed.request('GET', path)).body['code']]).toEqual([path, 'no_route']);
  });

  it.each([
    ['.css', 'text/css; charset=utf-8'],
    ['.js', 'text/javascript; charset=utf-8'],
    ['.svg', 'image/svg+xml'],
  ])('has %s files, which clients keep and which load nothing (17.24, 17.26)', async (extension, type) => {
    const { text } = await renamed.request('GET', '/ca/que-fem');
    const [, path = ''] = new RegExp(`(/que-fem/files/[^"]*\\${extension})"`).exec(text) ?? [];
    const { status, headers } = await renamed.request('GET', path);
    expect([status, headers.get('Content-Type')]).toEqual([200, type]);
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  it('and files for search engines have no routes with PAGES=false (17.1, 17.14)', async () => {
    const pages = ['/agenda', '/ca/agenda', '/ca/agenda/event/concert'];
    for (const path of [...pages, '/sitemap.xml', '/sitemap-events.xml', '/robots.txt'])
      for (const method of ['GET', 'POST'])
        expect([method, path, (await withoutPages.request(method, path)).body['code']]).toEqual([
          method,
          path,
          'no_route',
        ]);
  });
});

describe('The URL template page', () => {
  it.each(KINDS)('makes url the address of the page: $path (17.29)', async ({ path, kind }) => {
    const { url, slug, id } = await createRecord(renamed, path, { ml_language: 'ca' });
    expect(url).toBe(`${renamed.origin}/ca/que-fem/${kind}/${slug}`);
    // The text falls back to Catalan, so the URL is that of the Catalan page.
    const { body } = await renamed.request('GET', `/es/wp-json/calendar/events/v1/${path}/${id}`);
    expect(body['url']).toBe(url);
  });

  it('makes url the address of a page that is served, also in feeds (17.29, 13.24)', async () => {
    const { url, slug } = await createRecord(renamed, 'events', { title: 'Cançó & veu', slug: 'canço-i-veu' });
    const { status, text } = await renamed.request('GET', new URL(String(url)).pathname);
    expect([status, text]).toEqual([200, expect.stringContaining('<h1>Cançó &amp; veu</h1>')]);
    for (const path of [`events/by-slug/${slug}.ics`, `events/by-slug/${slug}.jsonld`]) {
      const feed = await renamed.request('GET', path);
      expect([path, feed.text.replaceAll('\r\n ', '')]).toEqual([path, expect.stringContaining(String(url))]);
    }
  });
});

describe('Address of a page', () => {
  it.each(['/cA/agenda/', '/ca/agenda?ml_language=es'])(
    'has a language segment in any letter case, which alone decides the language: %s (17.2)',
    async (path) => {
      const page = await send(path, { headers: { 'Accept-Language': 'es' } });
      expect([page.status, ...languagesOf(page)]).toEqual([200, 'ca', 'ca']);
      expect(page.text).not.toMatch(/href="[^"]*\/agenda[^"]*\/(month|week|day)[^"]*ml_language/);
    },
  );

  it.each(['?search=jazz', '?search=who?what?'])(
    'without a language segment redirects to the requested language, with the query %s (17.2)',
    async (query) => {
      const { status, headers } = await send(`/agenda${query}`, { headers: { 'Accept-Language': 'es-ES, ca;q=0.5' } });
      expect([status, headers.location]).toEqual([302, `./es/agenda${query}`]);
      expect(headers.vary).toContain('Accept-Language');
    },
  );

  it('in other languages has the filters, but neither paging nor tracking parameters (17.6, 17.12)', async () => {
    const { text } = await send('/en/agenda?utm_source=mail&page=1&search=concert');
    const path = '/ca/agenda?search=concert';
    expect(text).toContain(`<link rel="alternate" hreflang="ca" href="${calendar.origin}${path}"/>`);
    expect(text).toContain(`<a href="${path}" lang="ca" hreflang="ca"`);
    expect(text).not.toContain('utm_source');
    expect(text).toContain(
      '<meta property="og:locale" content="en_GB"/><meta property="og:locale:alternate" content="ca_ES"/>',
    );
  });

  it('has the same canonical link in every spelling, because all spellings share a cached page (12.2, 17.12)', async () => {
    for (const path of [`${calendar.origin}/ca/agenda/map/`, '/CA/agenda/map/', '/ca/agenda/map']) {
      const { text } = await send(path);
      expect(/rel="canonical" href="([^"]+)"/.exec(text)?.[1]).toBe(`${calendar.origin}/ca/agenda/map`);
      expect(text).toContain(`hreflang="es" href="${calendar.origin}/es/agenda/map"`);
    }
  });

  it.each([
    ['/fr/agenda', 'application/problem+json'],
    ['/ca/agenda/nothing', 'text/html'],
    ['/ca/AGENDA', 'application/problem+json'],
    ['/ca/agenda/EVENT/concert-al-100-de-reus', 'text/html'],
    ['/ca/agenda//', 'text/html'],
  ])('that does not exist is 404: %s (17.2, 17.9)', async (path, type) => {
    const response = await send(path);
    expect([response.status, typeOf(response)]).toEqual([404, `${type}; charset=utf-8`]);
  });

  it('serves HTML, whatever Accept and Authorization say (17.1, 17.10)', async () => {
    for (const headers of [
      { Accept: 'application/json' },
      { Accept: 'text/calendar' },
      { Authorization: 'Bearer x' },
    ]) {
      const page = await send('/ca/agenda', { headers });
      expect([headers, page.status, typeOf(page)]).toEqual([headers, 200, HTML]);
      expect(page.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    }
  });

  it('serves HEAD, and rejects other methods with a page that has Allow (17.1)', async () => {
    const head = await send('/ca/agenda', { method: 'HEAD' });
    expect([head.status, head.text, typeOf(head)]).toEqual([200, '', HTML]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const page = await send('/es/agenda', { method });
      expect([method, page.status, ...languagesOf(page)]).toEqual([method, 405, 'es', 'es']);
      expect([typeOf(page), page.headers.allow]).toEqual([HTML, 'GET, HEAD, OPTIONS']);
    }
  });
});

describe('Search in the address of a page', () => {
  beforeAll(() => createRecord(calendar, 'events', { title: 'Concert al 100% de Reus', ...upcomingDates() }));

  it('finds a percent sign (17.6)', async () => {
    const { status, text } = await send('/ca/agenda?search=100%25');
    expect([status, text.includes('Concert al 100% de Reus')]).toEqual([200, true]);
  });

  it.each([
    ['with a percent sign that encodes nothing', 400, '100%'],
    ['of 8,000 characters', 400, 'a'.repeat(8000)],
    ['of 8,192 characters', 414, 'a'.repeat(8192)],
  ])('%s is a page with %i in the language of the address (17.6, 17.9)', async (_case, status, search) => {
    const page = await send(`/es/agenda?search=${search}`);
    expect([page.status, typeOf(page), ...languagesOf(page)]).toEqual([status, HTML, 'es', 'es']);
    expect(page.text).toContain('name="search"');
    if (status === 414) expect(page.text.length).toBeLessThan(10_000);
  });
});

describe('Headers of a page', () => {
  it('validate it with If-None-Match, and change with its language (12.1, 17.26)', async () => {
    const [ca, es] = await Promise.all(['ca', 'es'].map((language) => send(`/${language}/agenda`)));
    expect(ca?.headers.etag).not.toBe(es?.headers.etag);
    const headers = { 'If-None-Match': String(ca?.headers.etag) };
    const unchanged = await send('/ca/agenda', { headers });
    expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, '', ca?.headers.etag]);
    expect((await send('/es/agenda', { headers })).status).toBe(200);
  });

  it('name the compression that the client accepts (12.1)', async () => {
    const { headers } = await send('/ca/agenda', { headers: { 'Accept-Encoding': 'br' } });
    expect([headers['content-encoding'], headers.vary]).toEqual(['br', expect.stringContaining('Accept-Encoding')]);
  });

  it.each([
    ['GET', '/ca/agenda', 200],
    ['GET', '/ca/agenda/event/nothing', 404],
    ['DELETE', '/ca/agenda', 405],
  ])('restrict scripts, styles, frames and referrers: %s %s (17.21)', async (method, path, status) => {
    const page = await send(path, { method });
    expect(page.status).toBe(status);
    expect(page.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.any(String),
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
    });
    expect(page.headers).not.toHaveProperty('set-cookie');
    expect(page.text).not.toMatch(/<style|\sstyle=|<script>|\son\w+=/);
  });

  it.each([
    ['', undefined],
    ['?', undefined],
    ['?categories=music', 'noindex'],
    ['?utm_source=mail', 'noindex'],
  ])('exclude only pages with a query from search engines: /ca/agenda%s (17.15)', async (query, robots) => {
    expect((await send(`/ca/agenda${query}`)).headers['x-robots-tag']).toBe(robots);
  });
});
