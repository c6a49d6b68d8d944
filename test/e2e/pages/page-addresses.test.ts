import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCachedCalendar, type CachedCalendar } from '../../support/calendar/cached-calendar.js';
import { createRecord } from '../../support/records/kinds.js';
import { upcomingDates } from '../../support/records/records.js';
import { rawRequest, type RawRequest } from '../../support/requests/raw-request.js';

let calendar: CachedCalendar;
beforeAll(async () => {
  calendar = await startCachedCalendar();
  const titles = { ca: 'Concert al 100% de Reus', es: 'Concierto al 100% de Reus' };
  for (const [ml_language, title] of Object.entries(titles))
    await createRecord(calendar, 'events', { title, ml_language, ...upcomingDates() });
});
afterAll(() => calendar.close());

const send = (path: string, options: Partial<RawRequest> = {}) =>
  rawRequest(calendar.origin, { method: 'GET', path, ...options });

/** Language of a page, from its markup and from its header. */
const languagesOf = ({ text, headers }: Awaited<ReturnType<typeof send>>) => [
  /<html lang="(\w+)"/.exec(text)?.[1],
  headers['content-language'],
];

describe('Address of a page', () => {
  it.each(['/ca/agenda', '/CA/agenda', '/cA/agenda/'])(
    'with a language segment in any case: %s (17.2)',
    async (path) => {
      const page = await send(path, { headers: { 'Accept-Language': 'es' } });
      expect([page.status, ...languagesOf(page)]).toEqual([200, 'ca', 'ca']);
    },
  );

  it('ignores ml_language in the query, also in links to other views (17.2)', async () => {
    const page = await send('/ca/agenda?ml_language=es');
    expect([page.status, ...languagesOf(page)]).toEqual([200, 'ca', 'ca']);
    expect(page.text).not.toMatch(/href="[^"]*\/agenda[^"]*\/(month|week|day)[^"]*ml_language/);
  });

  it('without a language segment redirects to the language asked for, with the query (17.2)', async () => {
    const { status, headers } = await send('/agenda?search=jazz', {
      headers: { 'Accept-Language': 'es-ES, ca;q=0.5' },
    });
    const { pathname, search } = new URL(String(headers.location), `${calendar.origin}/agenda`);
    expect([status, pathname, search]).toEqual([302, '/es/agenda', '?search=jazz']);
    expect(headers.vary).toContain('Accept-Language');
  });

  it('keeps all of a query with several question marks in the redirect (17.2)', async () => {
    const { headers } = await send('/agenda?search=who?what?');
    expect(headers.location).toBe('./en/agenda?search=who?what?');
  });

  it('is the canonical one in every spelling, because all share a cached page (12.2, 17.12)', async () => {
    for (const path of [`${calendar.origin}/ca/agenda/map/`, '/CA/agenda/map/', '/ca/agenda/map']) {
      const { text } = await send(path);
      expect(/rel="canonical" href="([^"]+)"/.exec(text)?.[1]).toBe(`${calendar.origin}/ca/agenda/map`);
      expect(text).toContain(`hreflang="es" href="${calendar.origin}/es/agenda/map"`);
    }
  });

  it.each([
    ['/fr/agenda', 404, 'application/problem+json'],
    ['/ca/agenda/nothing', 404, 'text/html'],
    ['/ca/agendas', 404, 'application/problem+json'],
    ['/ca/AGENDA', 404, 'application/problem+json'],
    ['/ca/agenda/EVENT/concert-al-100-de-reus', 404, 'text/html'],
    ['/ca/agenda//', 404, 'text/html'],
  ])('that does not exist is 404: %s (17.2, 17.9)', async (path, status, type) => {
    const response = await send(path);
    expect([response.status, response.headers['content-type']]).toEqual([status, `${type}; charset=utf-8`]);
  });

  it('serves HTML, whatever Accept and Authorization say (17.1, 17.10)', async () => {
    await calendar.getUntilCached('/ca/agenda');
    for (const headers of [
      { Accept: 'application/json' },
      { Accept: 'text/calendar' },
      { Authorization: 'Bearer nonsense' },
      { Authorization: 'nonsense' },
    ]) {
      const response = await calendar.get('/ca/agenda', { headers });
      expect([headers, response.status, response.headers['content-type'], response.isCached]).toEqual([
        headers,
        200,
        'text/html; charset=utf-8',
        true,
      ]);
      expect(response.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    }
  });

  it('serves HEAD, and rejects other methods with a page that has Allow (17.1)', async () => {
    const head = await send('/ca/agenda', { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8']);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const page = await send('/es/agenda', { method });
      expect([method, page.status, ...languagesOf(page)]).toEqual([method, 405, 'es', 'es']);
      expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', allow: 'GET, HEAD, OPTIONS' });
    }
  });
});

describe('Search in the address of a page', () => {
  it('finds a percent sign (17.6)', async () => {
    const { status, text } = await send('/ca/agenda?search=100%25');
    expect([status, text.includes('Concert al 100% de Reus')]).toEqual([200, true]);
  });

  it('with a percent sign that encodes nothing is a page with 400 (17.6)', async () => {
    const page = await send('/ca/agenda?search=100%');
    expect([page.status, page.headers['content-type'], ...languagesOf(page)]).toEqual([
      400,
      'text/html; charset=utf-8',
      'ca',
      'ca',
    ]);
  });

  it.each([
    [8000, 400],
    [8192, 414],
  ])('of %d characters is a page with %d in the language of the address (17.9)', async (length, status) => {
    const page = await send(`/es/agenda?search=${'a'.repeat(length)}`);
    expect([page.status, ...languagesOf(page)]).toEqual([status, 'es', 'es']);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('name="search"');
  });
});

describe('Headers of a page', () => {
  it('validate it with If-None-Match, and change with its language (12.1, 17.26)', async () => {
    const tags = await Promise.all(
      ['ca', 'es'].map(async (language) => String((await send(`/${language}/agenda`)).headers.etag)),
    );
    expect(new Set(tags).size).toBe(2);
    const [etag = ''] = tags;
    const unchanged = await send('/ca/agenda', { headers: { 'If-None-Match': etag } });
    expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, '', etag]);
    expect((await send('/es/agenda', { headers: { 'If-None-Match': etag } })).status).toBe(200);
  });

  it('name the compression that the client accepts (12.1)', async () => {
    const { headers } = await send('/ca/agenda', { headers: { 'Accept-Encoding': 'br' } });
    expect([headers['content-encoding'], headers.vary]).toEqual(['br', expect.stringContaining('Accept-Encoding')]);
  });

  it.each([
    ['GET', '/ca/agenda', 200],
    ['GET', '/ca/agenda?search=jazz', 200],
    ['GET', '/ca/agenda?geoloc_lat=x', 400],
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
    ['/ca/agenda', undefined],
    ['/ca/agenda?', undefined],
    ['/ca/agenda?categories=music', 'noindex'],
    ['/ca/agenda?search=jazz', 'noindex'],
    ['/ca/agenda?utm_source=mail', 'noindex'],
  ])('exclude pages with a query from search engines: %s (17.15)', async (path, robots) => {
    expect((await send(path)).headers['x-robots-tag']).toBe(robots);
  });
});
