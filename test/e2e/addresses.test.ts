import { beforeAll, describe, expect, it } from 'vitest';
import { createRecord, KINDS, PUBLISHABLE_KINDS, type ServedRecord } from '../support/records/kinds.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const NAMESPACE = '/calendar/events/v1';
const VERBS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const calendar = useTestCalendar();
const rooted = useTestCalendar({ REST_ROOT: '/wp-json' });
let venue: ServedRecord;
beforeAll(async () => {
  venue = await createRecord(calendar, 'venues', { venue: 'Ateneu Barcelonès' });
});

const get = (path: string) => rawRequest(calendar.origin, { method: 'GET', path });
const send = (method: string, path: string) =>
  rawRequest(calendar.origin, { method, path: `${NAMESPACE}/${path}`, headers: ADMIN_HEADERS });

describe('Language segment', () => {
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

describe('Unknown paths', () => {
  const UNKNOWN = [
    '/nothing',
    '/Calendar/Events/V1/events',
    `${NAMESPACE}/nothing`,
    `${NAMESPACE}/events/by-slug/`,
    `${NAMESPACE}/events/by-slug/a/b`,
    `${NAMESPACE}/events/1/2`,
    `${NAMESPACE}/tags/by-slug/musica`,
    `${NAMESPACE}/%zz`,
    ...['abc', '1abc', '1%00', '%EF%BC%91', '1.0'].map((id) => `${NAMESPACE}/tags/${id}`),
  ];

  it.each(UNKNOWN)('returns 404 no_route for %s with supported and unsupported methods (1.2, 1.3)', async (path) => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PROPFIND']) {
      const response = await rawRequest(calendar.origin, { method, path });
      expect([method, response.status, response.body['code']]).toEqual([method, 404, 'no_route']);
    }
  });
});

it('OPTIONS lists the methods of a path in Allow, returns 404 no_route for an unknown path, and 204 for * (1.2)', async () => {
  const list = await send('OPTIONS', 'venues');
  expect([list.status, list.headers['allow']]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  expect((await send('OPTIONS', 'nothing')).body).toMatchObject({ code: 'no_route', status: 404 });
  const asterisk = await rawRequest(calendar.origin, { method: 'OPTIONS', path: '*' });
  expect([asterisk.status, asterisk.headers.allow]).toEqual([204, undefined]);
});

describe('Request target in absolute form', () => {
  it.each([
    ['', '/docs'],
    ['?ml_language=ca', '/ca/docs'],
    ['/es/', '/es/docs'],
  ])('http://calendar.example%s redirects to /docs in the requested language (1.1)', async (rest, location) => {
    const target = `http://calendar.example${rest}`;
    const { status, headers } = await get(target);
    // A relative Location also works behind a proxy that adds a path prefix.
    expect(headers.location).not.toMatch(/^\/|:\/\//);
    const { pathname } = new URL(String(headers.location), target);
    expect([status, pathname]).toEqual([302, location]);
  });

  it.each([`ftp://calendar.example${NAMESPACE}/tags`, `http://${NAMESPACE}/tags`, `https://?ml_language=ca`])(
    'returns 400 bad_request if it is not a valid HTTP URL: %s (9.3)',
    async (target) => {
      const { status, body, headers } = await get(target);
      expect([status, body['code'], headers['content-type']]).toEqual([
        400,
        'bad_request',
        'application/problem+json; charset=utf-8',
      ]);
    },
  );

  it('is routed like a target in origin form; its host replaces Host in URLs of the response, unless the target has user information (1.1, 5.1)', async () => {
    const { body, headers } = await get(`http://calendar.example:8080/ca${NAMESPACE}/tags`);
    expect(headers['content-language']).toBe('ca');
    expect(body['rest_url']).toMatch(/^http:\/\/calendar\.example:8080\//);
    const withUser = await get(`http://user@calendar.example${NAMESPACE}/tags`);
    expect(withUser.body['rest_url']).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });
});

describe('Path parameter {id}', () => {
  it.each(['0', '2147483648', '9223372036854775808', '9'.repeat(400)])(
    'returns 404 <kind>_not_found for the unknown id %s, for every method (1.3)',
    async (id) => {
      for (const { path, kind } of KINDS) {
        for (const method of VERBS) {
          const response = await send(method, `${path}/${id}`);
          expect([path, method, response.status]).toEqual([path, method, 404]);
          if (method !== 'HEAD') expect(response.body['code']).toBe(`${kind}_not_found`);
        }
      }
    },
  );
});

describe('Path parameter {slug}', () => {
  const idBySlug = async (path: string, slug: string) => {
    const response = await send('GET', `${path}/by-slug/${slug}`);
    return response.status === 200 ? response.body['id'] : response.body['code'];
  };

  it('is percent-decoded exactly once (1.3)', async () => {
    const { id } = await createRecord(calendar, 'venues', { venue: 'Plaça Major' });
    for (const slug of ['placa-major', 'placa%2Dmajor', '%70laca%2dmajor'])
      expect([slug, await idBySlug('venues', slug)]).toEqual([slug, id]);
    for (const slug of ['placa%252Dmajor', 'placa%2Fmajor', 'placa+major'])
      expect([slug, await idBySlug('venues', slug)]).toEqual([slug, 'venue_not_found']);
  });

  it('matches in any letter case and in Unicode NFC and NFD, in GET, PATCH and DELETE of every publishable kind (1.3)', async () => {
    for (const { path, titleField, kind } of PUBLISHABLE_KINDS) {
      const { id, slug } = await createRecord(calendar, path, { [titleField]: 'Музей Ёлка' });
      expect(slug).toBe('музей-ёлка');
      const spellings = [slug, slug.toUpperCase(), slug.normalize('NFD'), slug.toUpperCase().normalize('NFD')];
      for (const spelling of spellings) {
        for (const method of ['GET', 'PATCH']) {
          const response = await send(method, `${path}/by-slug/${encodeURIComponent(spelling)}`);
          expect([kind, method, spelling, response.status, response.body['id']]).toEqual([
            kind,
            method,
            spelling,
            200,
            id,
          ]);
        }
      }
      const removed = await send('DELETE', `${path}/by-slug/${encodeURIComponent(spellings.at(-1) ?? '')}`);
      expect([removed.status, removed.body['id']]).toEqual([200, id]);
    }
  });

  it.each(['100%', '%zz', '%FF%FE', 'a%00b'])(
    'returns 400 with params.slug for the malformed slug %s (1.3)',
    async (slug) => {
      for (const { path } of PUBLISHABLE_KINDS) {
        for (const method of VERBS) {
          const response = await send(method, `${path}/by-slug/${slug}`);
          expect([method, response.status]).toEqual([method, 400]);
          if (method === 'HEAD') continue;
          expect(response.body).toMatchObject({ code: 'invalid_parameter', params: { slug: expect.any(String) } });
        }
      }
    },
  );
});

describe('REST_ROOT', () => {
  const read = (path: string) => rawRequest(rooted.origin, { method: 'GET', path });

  it.each(['/wp-json', '/ca/wp-json', '/ES/wp-json'])('is the prefix of every API path: %s (1.1)', async (root) => {
    for (const rest of ['', '/', '/doc', '/tags', '/tags/'])
      expect([rest, (await read(`${root}${NAMESPACE}${rest}`)).status]).toEqual([rest, 200]);
  });

  it.each([
    ...['', '/ca', '/wp-json/ca', '/WP-JSON', '/wp-json/wp-json'].map((root) => `${root}${NAMESPACE}/tags`),
    '/wp-json',
    '/wp-json/nothing',
    '/wp-json/health/live',
  ])('returns 404 no_route for any other path: %s (1.1)', async (path) => {
    expect((await read(path)).body['code']).toBe('no_route');
  });

  it('is in the URLs of records (1.1)', async () => {
    const { id, rest_url } = await createRecord(rooted, 'tags');
    expect(rest_url).toBe(`${rooted.origin}/wp-json${NAMESPACE}/tags/${id}`);
    expect((await read(new URL(rest_url).pathname)).status).toBe(200);
  });
});
