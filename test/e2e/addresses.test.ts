import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, KINDS, type ServedRecord } from '../support/records/kinds.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const NAMESPACE = '/calendar/events/v1';

let calendar: TestCalendar;
let venue: ServedRecord;
beforeAll(async () => {
  calendar = await startTestCalendar();
  venue = await createRecord(calendar, 'venues', { venue: 'Ateneu Barcelonès' });
});
afterAll(() => calendar.close());

const get = (path: string) => rawRequest(calendar.origin, { method: 'GET', path });

describe('Language segment', () => {
  it.each([
    ['ca', 'ca'],
    ['CA', 'ca'],
    ['eN', 'en'],
    ['Es', 'es'],
  ])('/%s before the namespace selects the language %s (1.1)', async (segment, language) => {
    const list = await get(`/${segment}${NAMESPACE}/venues`);
    expect([list.status, list.headers['content-language']]).toEqual([200, language]);
    const unknown = await get(`/${segment}${NAMESPACE}/nothing`);
    expect([unknown.status, unknown.headers['content-language']]).toEqual([404, language]);
  });

  it('is not part of URLs in responses (1.1)', async () => {
    const record = await get(`/ca${NAMESPACE}/venues/${venue.id}`);
    expect(record.body['rest_url']).toBe(`${calendar.origin}${NAMESPACE}/venues/${venue.id}`);
    const list = await get(`/ca${NAMESPACE}/venues`);
    expect(list.text).not.toContain('/ca/');
    expect(list.headers['link']).not.toContain('/ca/');
  });

  it.each([`/fr${NAMESPACE}/venues`, `/es-ES${NAMESPACE}/venues`, `/ca/en${NAMESPACE}/venues`])(
    'returns 404 no_route for an unsupported or repeated segment: %s (1.2)',
    async (path) => {
      expect((await get(path)).body).toMatchObject({ status: 404, code: 'no_route' });
    },
  );
});

describe('Trailing slash, HEAD and OPTIONS', () => {
  const paths = () => [
    '/venues',
    `/venues/${venue.id}`,
    `/venues/by-slug/${venue.slug}`,
    '/events',
    '/organizers',
    '/categories',
    '/tags',
    '',
    '/doc',
  ];

  it('accepts a trailing slash on every path, also with a language segment and a query string (1.1)', async () => {
    for (const path of paths()) {
      const plain = await get(`${NAMESPACE}${path}`);
      const slashed = await get(`${NAMESPACE}${path}/`);
      expect([path, slashed.status, slashed.body]).toEqual([path, 200, plain.body]);
      expect((await get(`/ES${NAMESPACE}${path}/?ml_language=ca`)).headers['content-language']).toBeDefined();
    }
  });

  it('accepts a trailing slash on writes (1.1)', async () => {
    const headers = { ...ADMIN_HEADERS, 'Content-Type': 'application/json' };
    const created = await rawRequest(calendar.origin, {
      method: 'POST',
      path: `${NAMESPACE}/venues/`,
      headers,
      body: '{"venue":"Casal"}',
    });
    expect(created.status).toBe(201);
    const path = `${NAMESPACE}/venues/${String(created.body['id'])}/`;
    const updated = await rawRequest(calendar.origin, { method: 'PATCH', path, headers, body: '{"city":"Reus"}' });
    expect([updated.status, updated.body['city']]).toEqual([200, 'Reus']);
    expect((await rawRequest(calendar.origin, { method: 'DELETE', path, headers })).status).toBe(200);
  });

  it('supports HEAD on every path with GET: same status and headers, no body (1.1)', async () => {
    for (const path of [...paths(), '/venues/999999', '/nothing', '/venues?page=0']) {
      const read = await get(`${NAMESPACE}${path}`);
      const head = await rawRequest(calendar.origin, { method: 'HEAD', path: `${NAMESPACE}${path}` });
      const shown = ({ status, headers }: typeof read) => ({
        status,
        type: headers['content-type'],
        language: headers['content-language'],
        total: headers['x-total'],
        length: headers['content-length'],
      });
      expect([path, shown(head), head.text]).toEqual([path, shown(read), '']);
    }
  });

  it('OPTIONS lists the methods of a path in Allow, and returns 404 no_route for an unknown path (1.2)', async () => {
    const options = (path: string, headers = {}) => rawRequest(calendar.origin, { method: 'OPTIONS', path, headers });
    const list = await options(`${NAMESPACE}/venues`);
    expect([list.status, list.headers['allow']]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    expect((await options(`${NAMESPACE}/nothing`)).body).toMatchObject({ code: 'no_route' });
    const preflight = { Origin: 'https://agenda.example', 'Access-Control-Request-Method': 'PATCH' };
    const allowed = await options(`${NAMESPACE}/venues/1`, preflight);
    expect(allowed.status).toBe(204);
    expect(allowed.headers['access-control-allow-methods']).toContain('PATCH');
  });
});

describe('Unknown paths and methods', () => {
  const UNKNOWN = [
    '/nothing',
    '/calendar',
    '/calendar/events',
    '/calendar/events/v2/events',
    '/Calendar/Events/V1/events',
    `${NAMESPACE}/nothing`,
    `${NAMESPACE}/EVENTS`,
    `${NAMESPACE}/events/by-slug`,
    `${NAMESPACE}/events/by-slug/`,
    `${NAMESPACE}/events/by-slug/a/b`,
    `${NAMESPACE}/events/1/2`,
    `${NAMESPACE}/categories/by-slug/musica`,
    `${NAMESPACE}/tags/by-slug/musica`,
    `${NAMESPACE}/%zz`,
    `${NAMESPACE}/doc/1`,
  ];

  it.each(UNKNOWN)('returns 404 no_route for %s, for every method (1.2)', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      const answer = await rawRequest(calendar.origin, { method, path });
      expect([method, answer.status, answer.body['code']]).toEqual([method, 404, 'no_route']);
    }
  });

  it.each([
    ['/venues', 'PUT PATCH DELETE', 'GET, HEAD, POST'],
    ['/venues/1', 'PROPFIND QUERY LINK', 'GET, HEAD, POST, PUT, PATCH, DELETE'],
    ['/venues/by-slug/ateneu', 'PROPFIND QUERY LINK', 'GET, HEAD, POST, PUT, PATCH, DELETE'],
    ['', 'POST PUT PATCH DELETE', 'GET, HEAD'],
    ['/doc', 'POST PUT PATCH DELETE', 'GET, HEAD'],
  ])('path "%s" returns 405 with the supported methods in Allow for %s (1.2)', async (path, methods, allow) => {
    const served = new Set(allow.split(', '));
    for (const method of methods.split(' ')) {
      const body = 'neither read nor parsed';
      const answer = await rawRequest(calendar.origin, { method, path: `${NAMESPACE}${path}`, body });
      expect([method, answer.status, answer.body['code']]).toEqual([method, 405, 'method_not_allowed']);
      const named = new Set(String(answer.headers['allow']).split(', '));
      named.delete('OPTIONS');
      expect(named).toEqual(served);
    }
  });
});

describe('Request target in absolute form', () => {
  it.each([
    ['', '/docs'],
    ['/', '/docs'],
    ['?ml_language=ca', '/ca/docs'],
    ['/es', '/es/docs'],
    ['/es/', '/es/docs'],
  ])('http://calendar.example%s redirects to the documentation in its language (1.1)', async (rest, location) => {
    const target = `http://calendar.example${rest}`;
    const { status, headers } = await get(target);
    // A relative Location also works behind a proxy that adds a path prefix.
    expect(headers.location).not.toMatch(/^\/|:\/\//);
    const { pathname } = new URL(String(headers.location), target);
    expect([status, pathname]).toEqual([302, location]);
  });

  it.each([
    `ftp://calendar.example${NAMESPACE}/tags`,
    `ftp://calendar.example${NAMESPACE}/events/by-slug/%zz`,
    `http://${NAMESPACE}/tags`,
    `http:///calendar.example${NAMESPACE}/tags`,
    `https://?ml_language=ca`,
    `x:${NAMESPACE}/tags`,
  ])('returns 400 bad_request if it is not a valid HTTP URL: %s (9.3)', async (target) => {
    const { status, body, headers } = await get(target);
    expect([status, body['code'], headers['content-type']]).toEqual([
      400,
      'bad_request',
      'application/problem+json; charset=utf-8',
    ]);
  });

  it('is routed like a target in origin form (1.1)', async () => {
    const { status, headers } = await get(`http://calendar.example/ca${NAMESPACE}/tags?per_page=1`);
    expect([status, headers['content-language']]).toEqual([200, 'ca']);
  });
});

describe('REST_ROOT', () => {
  it('is the prefix of every API path, after the language segment (1.1)', async () => {
    const rooted = await startTestCalendar({ REST_ROOT: '/wp-json' });
    try {
      const read = (path: string) => rawRequest(rooted.origin, { method: 'GET', path });
      for (const path of ['/wp-json', '/ca/wp-json', '/ES/wp-json']) {
        for (const rest of ['', '/', '/doc', '/tags', '/tags/']) {
          expect([path, rest, (await read(`${path}${NAMESPACE}${rest}`)).status]).toEqual([path, rest, 200]);
        }
      }
      expect((await read(`/ca/wp-json${NAMESPACE}/tags`)).headers['content-language']).toBe('ca');
      for (const path of ['', '/ca', '/wp-json/ca', '/WP-JSON', '/wp-json/wp-json']) {
        expect([path, (await read(`${path}${NAMESPACE}/tags`)).body['code']]).toEqual([path, 'no_route']);
      }
      for (const path of ['/wp-json', '/wp-json/nothing', '/wp-json/health/live']) {
        expect([path, (await read(path)).body['code']]).toEqual([path, 'no_route']);
      }
      for (const { path } of KINDS) {
        const { id, rest_url } = await createRecord(rooted, path);
        expect(rest_url).toBe(`${rooted.origin}/wp-json${NAMESPACE}/${path}/${id}`);
        expect((await read(new URL(rest_url).pathname)).status).toBe(200);
      }
    } finally {
      await rooted.close();
    }
  });
});
