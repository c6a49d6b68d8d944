import { describe, expect, it } from 'vitest';
import { rawRequest, type RawResponse, type RawRequest } from '../support/requests/raw-request.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const PATH = '/calendar/events/v1';
const SITE = 'https://site.example';
/** Headers that need not be exposed: hop-by-hop headers, and the CORS headers themselves. */
const UNEXPOSED = /^(connection|keep-alive|transfer-encoding|access-control-.*)$/;

const open = useTestCalendar();
const restricted = useTestCalendar({ CORS_ORIGINS: `${SITE}, http://localhost:8080` });

const send = (options: Partial<RawRequest>, calendar = open) =>
  rawRequest(calendar.origin, {
    method: 'GET',
    path: `${PATH}/tags`,
    ...options,
    headers: { Origin: SITE, ...options.headers },
  });
const listedIn = (value: string | string[] | null | undefined) => [value ?? ''].join().toLowerCase().split(/, ?/);
const corsOf = ({ headers }: RawResponse) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
const preflight = (path: string, headers: Record<string, string> = {}, calendar = open) =>
  send({ method: 'OPTIONS', path, headers: { 'Access-Control-Request-Method': 'PATCH', ...headers } }, calendar);

describe('Cross-origin request', () => {
  // Responses of the API are checked by close() of the test calendar.
  it.each([
    [302, '/'],
    [200, '/docs'],
    [200, '/docs/x/page.js'],
    [200, '/health/live'],
    [200, '/health/ready'],
    [404, '/nothing'],
  ])('exposes every header of a response outside of the API: %d for %s (12.6)', async (status, path) => {
    const response = await send({ path, headers: { 'Accept-Encoding': 'gzip' } });
    const exposed = listedIn(response.headers['access-control-expose-headers']);
    const hidden = Object.keys(response.headers).filter((name) => !UNEXPOSED.test(name) && !exposed.includes(name));
    expect([response.status, response.headers['access-control-allow-origin'], hidden]).toEqual([status, '*', []]);
  });

  it('gets a response that does not vary by Origin, and is not allowed to send credentials (12.6)', async () => {
    const { headers } = await send({});
    expect(headers['vary']).toBe('Accept-Language, Authorization, X-Event-Password');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('Preflight request', () => {
  it.each([
    ['tags', 'GET, HEAD, POST, OPTIONS'],
    ['tags/1', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
    ['doc', 'GET, HEAD, OPTIONS'],
  ])('allows the methods of the path and the requested headers for two hours: %s (12.6)', async (path, methods) => {
    const requested = { 'Access-Control-Request-Headers': 'authorization,x-event-password,idempotency-key,if-match' };
    const response = await preflight(`${PATH}/${path}`, requested);
    const sorted = (value: unknown) => String(value).split(', ').toSorted();
    const { 'access-control-allow-methods': allowed, ...cors } = corsOf(response);
    expect([response.status, response.text]).toEqual([204, '']);
    expect(sorted(allowed)).toEqual(methods.split(', ').toSorted());
    expect(cors).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,x-event-password,idempotency-key,if-match',
      'access-control-max-age': '7200',
      'access-control-expose-headers': expect.any(String),
    });
    expect(listedIn(response.headers['vary'])).toContain('access-control-request-headers');
  });

  it('returns 404 no_route for an unknown path (12.6)', async () => {
    const response = await preflight(`${PATH}/nothing`);
    expect([response.status, response.body['code']]).toEqual([404, 'no_route']);
  });
});

describe('CORS_ORIGINS with a list of origins', () => {
  it.each([SITE, 'http://localhost:8080'])(
    'returns a listed origin in Access-Control-Allow-Origin: %s (12.6)',
    async (Origin) => {
      for (const response of [
        await send({ headers: { Origin } }, restricted),
        await preflight(`${PATH}/tags/1`, { Origin }, restricted),
        await send({ path: `${PATH}/nothing`, headers: { Origin } }, restricted),
      ]) {
        expect(corsOf(response)).toMatchObject({ 'access-control-allow-origin': Origin });
        expect(corsOf(response)).not.toHaveProperty('access-control-allow-credentials');
        expect(listedIn(response.headers['vary'])).toContain('origin');
      }
    },
  );

  it.each(['https://other.example', 'http://site.example', 'null'])(
    'sends no CORS headers to other origins, only Vary: Origin: %s (12.6)',
    async (Origin) => {
      const read = await send({ headers: { Origin } }, restricted);
      const preflighted = await preflight(`${PATH}/tags/1`, { Origin }, restricted);
      expect([read.status, preflighted.status, corsOf(read), corsOf(preflighted)]).toEqual([200, 204, {}, {}]);
      expect([listedIn(read.headers['vary']), listedIn(preflighted.headers['vary'])]).toEqual([
        expect.arrayContaining(['origin']),
        expect.arrayContaining(['origin']),
      ]);
    },
  );

  it('serves a request without Origin as usual, with Vary: Origin (12.6)', async () => {
    const response = await restricted.request('GET', 'tags');
    expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([200, null]);
    expect(listedIn(response.headers.get('Vary'))).toContain('origin');
  });
});
