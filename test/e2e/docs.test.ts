import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../support/languages/languages.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'public, max-age=0, must-revalidate';

const calendar = useTestCalendar();
const rooted = useTestCalendar({ REST_ROOT: '/wp-json', PUBLIC_URL: 'https://calendar.example/agenda' });

/** URLs that a page references, resolved against the URL of the page. */
function urlsIn(text: string, page: string): URL[] {
  const references = [...text.matchAll(/ (?:src|href|data-document)="([^"#][^"]*)"/g)];
  return references.map(([, reference = '']) => new URL(reference, page));
}

/** Path of the script, such as `/docs/3f2a…/page.js`. */
async function scriptPath(): Promise<string> {
  const page = `${calendar.origin}/docs`;
  const { text } = await calendar.request('GET', '/docs');
  return urlsIn(text, page).find(({ pathname }) => pathname.endsWith('/page.js'))?.pathname ?? '';
}

describe('Documentation page', () => {
  it.each(['/docs', '/ES/docs/'])('references only URLs of the service: %s (12.6)', async (path) => {
    const { text, status, headers } = await calendar.request('GET', path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const urls = urlsIn(text, `${calendar.origin}${path}`);
    expect(urls.length).toBeGreaterThan(8);
    for (const { origin, pathname, search } of urls) {
      expect(origin).toBe(calendar.origin);
      const response = await calendar.request('GET', `${pathname}${search}`);
      expect([pathname, response.status]).toEqual([pathname, 200]);
    }
  });

  it('has a Content-Security-Policy that allows only resources of the service (10.2)', async () => {
    const { headers, text } = await calendar.request('GET', '/docs');
    const policy = headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy.toSorted()).toEqual([...POLICY, `connect-src 'self' ${calendar.origin}`].toSorted());
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe(REVALIDATED);
    expect(text).not.toMatch(/<style|style=|<script>|\son\w+=/);
  });

  it('links to each language under its own name (10.2)', async () => {
    const { text } = await calendar.request('GET', '/es/docs');
    const nav = [...text.matchAll(/<a href="([^"]+)" lang="(\w+)" hreflang="\2"( aria-current="page")?>([^<]+)</g)];
    expect(nav.map(([, address, language, current, name]) => [address, language, current !== undefined, name])).toEqual(
      [
        ['../ca/docs', 'ca', false, 'Català'],
        ['../en/docs', 'en', false, 'English'],
        ['../es/docs', 'es', true, 'Español'],
      ],
    );
    expect(nav.map(([, , language]) => language)).toEqual([...LANGUAGES]);
  });

  it('is served at the root, loads the document below REST_ROOT, and may connect to PUBLIC_URL (12.6)', async () => {
    const { text, headers } = await rooted.request('GET', '/ca/docs');
    expect(text).toContain('data-document="../wp-json/calendar/events/v1/doc?ml_language=ca"');
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' https://calendar.example;");
    const paths = urlsIn(text, `${rooted.origin}/ca/docs`).map(({ pathname }) => pathname);
    expect(paths.filter((path) => !/^\/((ca|en|es)\/)?docs|^\/wp-json\/calendar\//.test(path))).toEqual([]);
  });
});

describe('File of the documentation page', () => {
  it.each([
    ['page.css', 'text/css; charset=utf-8'],
    ['labels.json', 'application/json; charset=utf-8'],
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['favicon.svg', 'image/svg+xml'],
  ])('is immutable for caches, and compressed if the client accepts it: %s (12.6)', async (name, type) => {
    const path = (await scriptPath()).replace('page.js', name);
    const read = (encoding: string) => fetch(`${calendar.origin}${path}`, { headers: { 'Accept-Encoding': encoding } });
    const responses = await Promise.all(['identity', 'gzip;q=0', 'gzip, deflate', 'gzip, br'].map(read));
    const codings = responses.map(({ headers }) => headers.get('content-encoding'));
    expect(codings).toEqual([null, null, 'gzip', 'br']);
    expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1);
    for (const { status, headers } of responses) {
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, type, IMMUTABLE]);
      expect(headers.get('vary')).toContain('Accept-Encoding');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('must be revalidated if its URL belongs to another version of the service (12.6)', async () => {
    const current = await scriptPath();
    const otherVersion = await calendar.request('GET', '/docs/other/page.js');
    expect([otherVersion.status, otherVersion.headers.get('cache-control')]).toEqual([200, REVALIDATED]);
    expect(otherVersion.text).toBe((await calendar.request('GET', current)).text);
  });

  it.each(['none.js', '..%2Fpage-files.js', 'swagger-ui.js', 'page.js.map', '__proto__'])(
    'is 404 no_route if the page does not need it: %s (12.6)',
    async (name) => {
      const folder = (await scriptPath()).replace('/page.js', '');
      const response = await calendar.request('GET', `${folder}/${name}`);
      expect([response.status, response.body['code']]).toEqual([404, 'no_route']);
    },
  );
});
