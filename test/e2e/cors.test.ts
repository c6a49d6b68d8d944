import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord } from '../support/records/kinds.js';
import { upcomingDates } from '../support/records/records.js';
import { ADMIN_HEADERS, rawRequest, type RawResponse, type RawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const PATH = '/calendar/events/v1';
const SITE = 'https://site.example';
const JSON_TYPE = { 'Content-Type': 'application/json' };
/** Hop-by-hop headers, and the CORS headers themselves. They need not be exposed. */
const APART = /^(connection|keep-alive|transfer-encoding|access-control-.*)$/;

let open: TestCalendar;
let closed: TestCalendar;
let eventId: number;
beforeAll(async () => {
  open = await startTestCalendar({ RATE_LIMIT: '1000' });
  closed = await startTestCalendar({ CORS_ORIGINS: `${SITE}, http://localhost:8080` });
  ({ id: eventId } = await createRecord(open, 'events', { ...upcomingDates(), password: 'Sesam' }));
});
afterAll(() => Promise.all([open.close(), closed.close()]));

const ask = (calendar: TestCalendar, sent: Partial<RawRequest>) =>
  rawRequest(calendar.origin, {
    method: 'GET',
    path: `${PATH}/tags`,
    ...sent,
    headers: { Origin: SITE, ...sent.headers },
  });
const named = (value: string | string[] | null | undefined) => [value ?? ''].join().toLowerCase().split(/, ?/);
const corsOf = ({ headers }: RawResponse) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
const preflight = (calendar: TestCalendar, path: string, headers: Record<string, string> = {}) =>
  ask(calendar, { method: 'OPTIONS', path, headers: { 'Access-Control-Request-Method': 'PATCH', ...headers } });

describe('Cross-origin request', () => {
  const write = { method: 'POST', headers: { ...ADMIN_HEADERS, ...JSON_TYPE } };
  it('exposes every header of every response (12.6)', async () => {
    const asked: [number, Partial<RawRequest>][] = [
      [201, { ...write, body: '{"name":"Read"}' }],
      [200, { path: `${PATH}/tags?per_page=1` }],
      [200, { path: `${PATH}/tags/1` }],
      [200, { method: 'HEAD', path: `${PATH}/tags/1` }],
      [200, { ...write, method: 'PATCH', path: `${PATH}/tags/1`, body: '{"description":"x"}' }],
      [200, { path: `${PATH}/events` }],
      [200, { path: `${PATH}/events/${eventId}?password=Sesam` }],
      [403, { path: `${PATH}/events/${eventId}` }],
      [200, { path: PATH }],
      [200, { path: `${PATH}/doc` }],
      [200, { path: '/calendar/admin/v1/me', headers: ADMIN_HEADERS }],
      [400, { path: `${PATH}/tags?page=x` }],
      [400, { ...write, body: '{' }],
      [401, { headers: { Authorization: 'Bearer x' } }],
      [401, { method: 'POST' }],
      [404, { path: `${PATH}/tags/99` }],
      [404, { path: `${PATH}/nothing` }],
      [405, { method: 'PUT' }],
      [409, { ...write, body: '{"name":"Read"}' }],
      [413, { ...write, body: ' '.repeat(1_572_865) }],
      [414, { path: `${PATH}/${'x'.repeat(8200)}` }],
      [415, { ...write, headers: { ...ADMIN_HEADERS, 'Content-Type': 'text/plain' }, body: 'x' }],
      [200, { method: 'DELETE', path: `${PATH}/tags/1`, headers: ADMIN_HEADERS }],
      [302, { path: '/' }],
      [200, { path: '/docs' }],
      [200, { path: '/docs/x/page.js', headers: { 'Accept-Encoding': 'gzip' } }],
      [200, { path: '/health/live' }],
      [200, { path: '/health/ready' }],
    ];
    for (const [status, each] of asked) {
      const answer = await ask(open, each);
      const exposed = named(answer.headers['access-control-expose-headers']);
      const hidden = Object.keys(answer.headers).filter((name) => !APART.test(name) && !exposed.includes(name));
      expect([each, answer.status, hidden]).toEqual([each, status, []]);
      expect([each, answer.headers['access-control-allow-origin']]).toEqual([each, '*']);
    }
  });

  it('lists each exposed header once, and only headers of the service (12.6)', async () => {
    const { headers } = await ask(open, {});
    expect(String(headers['access-control-expose-headers']).split(', ')).toEqual([
      'Allow',
      'Cache-Control',
      'Content-Encoding',
      'Content-Language',
      'Content-Length',
      'Content-Location',
      'Content-Security-Policy',
      'Content-Type',
      'Cross-Origin-Resource-Policy',
      'Date',
      'ETag',
      'Idempotency-Replayed',
      'Last-Modified',
      'Link',
      'Location',
      'RateLimit',
      'RateLimit-Policy',
      'Referrer-Policy',
      'Retry-After',
      'Vary',
      'WWW-Authenticate',
      'X-Content-Type-Options',
      'X-Frame-Options',
      'X-Request-Id',
      'X-Total',
      'X-Total-Pages',
    ]);
    expect(headers['vary']).toBe('Accept-Language, Authorization, X-Event-Password');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('Preflight request', () => {
  it.each([
    ['tags', 'GET, HEAD, POST, OPTIONS'],
    ['tags/1', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
    ['doc', 'GET, HEAD, OPTIONS'],
  ])('returns the allowed methods and headers for two hours: %s (12.6)', async (path, methods) => {
    const requested = { 'Access-Control-Request-Headers': 'authorization,x-event-password,idempotency-key,if-match' };
    const answer = await preflight(open, `${PATH}/${path}`, requested);
    const sorted = (value: unknown) => String(value).split(', ').toSorted();
    const {
      'access-control-allow-methods': allowed,
      'access-control-expose-headers': _names,
      ...cors
    } = corsOf(answer);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(sorted(allowed)).toEqual(methods.split(', ').toSorted());
    expect(cors).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,x-event-password,idempotency-key,if-match',
      'access-control-max-age': '7200',
    });
    expect(named(answer.headers['vary'])).toContain('access-control-request-headers');
  });

  it('returns 404 no_route for an unknown path (12.6)', async () => {
    const answer = await preflight(open, `${PATH}/nothing`);
    expect([answer.status, answer.body['code']]).toEqual([404, 'no_route']);
  });
});

describe('CORS_ORIGINS with a list of origins', () => {
  it.each([SITE, 'http://localhost:8080'])('allows each listed origin by its own name: %s (12.6)', async (Origin) => {
    for (const answer of [
      await ask(closed, { headers: { Origin } }),
      await preflight(closed, `${PATH}/tags/1`, { Origin }),
      await ask(closed, { path: `${PATH}/nothing`, headers: { Origin } }),
    ]) {
      expect(corsOf(answer)).toMatchObject({ 'access-control-allow-origin': Origin });
      expect(corsOf(answer)).not.toHaveProperty('access-control-allow-credentials');
      expect(named(answer.headers['vary'])).toContain('origin');
    }
  });

  it.each([
    'https://other.example',
    'https://site.example:8443',
    'http://site.example',
    'null',
    'https://SITE.example',
  ])('sends no CORS headers to other origins, only Vary: Origin: %s (12.6)', async (Origin) => {
    const read = await ask(closed, { headers: { Origin } });
    const asked = await preflight(closed, `${PATH}/tags/1`, { Origin });
    expect([read.status, asked.status, corsOf(read), corsOf(asked)]).toEqual([200, 204, {}, {}]);
    expect([named(read.headers['vary']), named(asked.headers['vary'])]).toEqual([
      expect.arrayContaining(['origin']),
      expect.arrayContaining(['origin']),
    ]);
  });

  it('serves a request without Origin as usual, with Vary: Origin (12.6)', async () => {
    const answer = await closed.request('GET', 'tags');
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([200, null]);
    expect(named(answer.headers.get('Vary'))).toContain('origin');
  });
});
