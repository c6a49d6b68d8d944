import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_HEADERS, rawRequest, type RawResponse } from '../support/requests/raw-request.js';
import { startTestCalendar } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const PATH = '/calendar/events/v1';
const SECURITY = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const calendar = useTestCalendar({ REST_ROOT: '/wp-json' });
beforeAll(async () => {
  await calendar.request('POST', 'tags', { json: { name: 'One' } });
});

const sendRequest = (method: string, path: string, headers: Record<string, string> = {}) =>
  rawRequest(calendar.origin, { method, path, headers });
const read = (headers: Record<string, string>) => sendRequest('GET', `/wp-json${PATH}/tags`, headers);
/** The headers that restrict what a browser does with a response, and X-Powered-By. */
const policies = ({ headers }: RawResponse) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /polic|^x-(?!request|total)|security|origin-agent|permitted/.test(name)),
  );

describe('Security headers', () => {
  it.each([
    ['GET', `/wp-json${PATH}/tags`, 200],
    ['GET', `/wp-json${PATH}/doc`, 200],
    ['GET', `/wp-json${PATH}/tags/2`, 404],
    ['PUT', `/wp-json${PATH}/tags`, 405],
    ['OPTIONS', `/wp-json${PATH}/tags`, 204],
    ['GET', '/nothing', 404],
    ['GET', '/health/live', 200],
    ['GET', '/', 302],
    ['GET', '/docs/x/page.js', 200],
  ])('are on every response, and X-Powered-By on none: %s %s %d (12.6)', async (method, path, status) => {
    const response = await sendRequest(method, path);
    expect([response.status, policies(response)]).toEqual([status, SECURITY]);
  });

  it('are on the responses to writes and to rejected requests (12.6)', async () => {
    const jsonHeaders = { ...ADMIN_HEADERS, 'Content-Type': 'application/json' };
    const send = (body: string, headers = jsonHeaders) =>
      rawRequest(calendar.origin, { method: 'POST', path: `/wp-json${PATH}/tags`, headers, body });
    const responses = [
      await send('{"name":"Two"}'),
      await send('{'),
      await send('x', { ...jsonHeaders, 'Content-Type': 'text/plain' }),
      await send(' '.repeat(1.5 * 2 ** 20 + 1)),
      await read({ Authorization: 'Bearer x' }),
      await sendRequest('GET', `/wp-json${PATH}/${'x'.repeat(8200)}`),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 400, 415, 413, 401, 414]);
    for (const response of responses) expect(policies(response)).toEqual(SECURITY);
  });

  it('of the documentation page allow its own scripts and are otherwise the same (12.6)', async () => {
    const { 'content-security-policy': policy, ...others } = policies(await sendRequest('GET', '/docs'));
    const { 'content-security-policy': _default, ...expected } = SECURITY;
    expect(policy).toContain("script-src 'self'");
    expect(others).toEqual(expected);
  });

  it('have the resource policy same-origin if CORS_ORIGINS is restricted (12.6)', async () => {
    const restricted = await startTestCalendar({ CORS_ORIGINS: 'https://a.example' });
    const { headers } = await restricted.request('GET', 'tags');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    await restricted.close();
  });
});

describe('X-Request-Id', () => {
  const requestIdFor = async (id: string) => (await read({ 'X-Request-Id': id })).headers['x-request-id'];
  const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

  it.each(['A-b_c.9', '-', 'x'.repeat(64)])('keeps a valid value of the request: %s (12.6)', async (id) => {
    expect(await requestIdFor(id)).toBe(id);
  });

  it.each(['x'.repeat(65), 'a b', 'a/b', 'é', ''])('replaces an invalid value by a UUID: %j (12.6)', async (id) => {
    expect(await requestIdFor(id)).toMatch(UUID);
  });

  it('is unique per request, also on errors (12.6)', async () => {
    const responses = [
      await read({}),
      await read({}),
      await sendRequest('GET', '/nothing'),
      await sendRequest('GET', '/health/live'),
    ];
    const ids = responses.map(({ headers }) => headers['x-request-id']);
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(4);
  });
});

describe('Paths independent of REST_ROOT', () => {
  it.each(['/health/live', '/health/ready', '/docs', '/ca/docs', '/health/live/'])(
    'exist at the root and not below REST_ROOT: %s (12.6)',
    async (path) => {
      expect((await sendRequest('GET', path)).status).toBe(200);
      const below = await sendRequest('GET', `/wp-json${path}`);
      expect([below.status, below.body['code']]).toEqual([404, 'no_route']);
    },
  );
});

describe('Link header of a list', () => {
  it('is complete up to 4 KiB and omitted beyond (12.6)', async () => {
    const ids = Array.from({ length: 100 }, (_each, index) => 1_000_000_000_000_000 + index).join(',');
    const linkWith = async (letters: number) => {
      const search = `${'%C3%A9'.repeat(320)}${'z'.repeat(letters)}`;
      const path = `/wp-json${PATH}/events?include=${ids}&search=${search}`;
      const { status, headers } = await sendRequest('GET', path);
      return [status, headers['link'] as string | undefined] as const;
    };
    const [status, shortest = ''] = await linkWith(1);
    expect([status, shortest.endsWith('; rel="first"')]).toEqual([200, true]);
    const fittingLetters = 4096 - shortest.length + 1;
    expect([fittingLetters > 1, fittingLetters < 200]).toEqual([true, true]);
    expect((await linkWith(fittingLetters))[1]).toHaveLength(4096);
    expect(await linkWith(fittingLetters + 1)).toEqual([200, undefined]);
  });
});
