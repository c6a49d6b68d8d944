import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TestCalendar } from '../../support/calendar/test-calendar.js';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { rawRequest } from '../../support/requests/raw-request.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const calendar = useTestCalendar();
const withoutPages = useTestCalendar({ PAGES: 'false' });
const renamed = useTestCalendar({
  PAGES_ROOT: '/que-fem',
  PAGES_LOGO: fileURLToPath(new URL('../../../src/openapi/docs/page/favicon.svg', import.meta.url)),
  REST_ROOT: '/wp-json',
  DEFAULT_LANGUAGE: 'ca',
});

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
    ['text/html', '/ca/agenda'],
    ['application/json;q=0.4, text/html;q=0.5', '/ca/agenda'],
    ['TEXT/HTML', '/ca/agenda'],
    ['*/*', '/docs'],
    ['text/*', '/docs'],
    ['application/json', '/docs'],
    ['application/json, text/html;q=0.5', '/docs'],
    ['text/html, application/problem+json', '/docs'],
    ['text/html;q=0', '/docs'],
    ['', '/docs'],
  ])('with Accept "%s" redirects to %s (17.3)', async (accept, path) => {
    expect(await targetOf(calendar, '/', { Accept: accept, 'Accept-Language': 'ca' })).toBe(path);
  });

  it('without Accept redirects to the documentation (17.3)', async () => {
    expect(await targetOf(calendar, '/')).toBe('/docs');
  });

  it('with a language segment redirects a browser to the agenda in that language (17.3)', async () => {
    const headers = { Accept: BROWSER, 'Accept-Language': 'ca' };
    for (const path of ['/es', '/es/', '/ES/']) expect(await targetOf(calendar, path, headers)).toBe('/es/agenda');
    expect(await targetOf(calendar, '/es/', { Accept: '*/*' })).toBe('/es/docs');
  });

  it('sends the Location ca/agenda, and names Accept and Accept-Language in Vary (17.3)', async () => {
    const headers = { Accept: BROWSER, 'Accept-Language': 'ca' };
    const { headers: sent } = await rawRequest(calendar.origin, { method: 'GET', path: '/', headers });
    expect([sent.location, sent.vary]).toEqual(['ca/agenda', expect.stringMatching(/^Accept, Accept-Language\b/)]);
  });

  it('redirects every request to the documentation with PAGES=false (17.3)', async () => {
    for (const accept of [BROWSER, '*/*']) expect(await targetOf(withoutPages, '/', { Accept: accept })).toBe('/docs');
  });

  it('redirects a browser to PAGES_ROOT, in the default language (17.3)', async () => {
    expect(await targetOf(renamed, '/', { Accept: BROWSER })).toBe('/ca/que-fem');
  });
});

describe('PAGES_ROOT', () => {
  it('is the path of the pages and their files, independent of REST_ROOT (17.1)', async () => {
    const { status, text } = await renamed.request('GET', '/ca/que-fem');
    expect(status).toBe(200);
    const links = [...text.matchAll(/ (?:href|src|action)="(\/[^"]*)"/g)].map(([, link = '']) => link);
    for (const link of links) expect(link).toMatch(/^(\/(ca|en|es))?\/que-fem/);
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

  it.each(['/agenda', '/ca/agenda', '/ca/agenda/event/concert', '/sitemap.xml', '/sitemap-events.xml', '/robots.txt'])(
    'has no route %s with PAGES=false (17, limits)',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const { status, body } = await withoutPages.request(method, path);
        expect([method, status, body['code']]).toEqual([method, 404, 'no_route']);
      }
    },
  );
});
