import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_HEADERS, rawRequest, type RawResponse } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const PATH = '/calendar/events/v1';
const SECURITY = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar({ REST_ROOT: '/wp-json' });
  await calendar.request('POST', 'tags', { json: { name: 'One' } });
});
afterAll(() => calendar.close());

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  rawRequest(calendar.origin, { method, path, headers });
const read = (headers: Record<string, string>) => ask('GET', `/wp-json${PATH}/tags`, headers);
/** All that an answer says to browsers of what they may do with it. */
const policies = ({ headers }: RawResponse) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /polic|^x-(?!request|total)|security|origin-agent|permitted/.test(name)),
  );

describe('every answer', () => {
  it.each([
    ['GET', `/wp-json${PATH}/tags`, 200],
    ['HEAD', `/wp-json${PATH}/tags/1`, 200],
    ['GET', `/wp-json${PATH}/doc`, 200],
    ['GET', `/wp-json${PATH}/tags/2`, 404],
    ['GET', `/wp-json${PATH}/tags?page=x`, 400],
    ['POST', `/wp-json${PATH}/tags`, 401],
    ['PUT', `/wp-json${PATH}/tags`, 405],
    ['OPTIONS', `/wp-json${PATH}/tags`, 204],
    ['GET', `${PATH}/tags`, 404],
    ['GET', '/nothing', 404],
    ['GET', '/health/live', 200],
    ['GET', '/health/ready', 200],
    ['GET', '/', 302],
    ['GET', '/docs/x/page.js', 200],
    ['GET', '/docs/x/none.js', 404],
    ['GET', `/wp-json${PATH}/${'x'.repeat(8200)}`, 414],
  ])('12.6 tells browsers that it is data, and not what serves it: %s %s %d', async (method, path, status) => {
    const answer = await ask(method, path);
    expect([answer.status, policies(answer)]).toEqual([status, SECURITY]);
  });

  it('12.6 so do writes, and what cannot be read', async () => {
    const json = { ...ADMIN_HEADERS, 'Content-Type': 'application/json' };
    const send = (body: string, headers = json) =>
      rawRequest(calendar.origin, { method: 'POST', path: `/wp-json${PATH}/tags`, headers, body });
    const answers = [
      await send('{"name":"Two"}'),
      await send('{'),
      await send('x', { ...json, 'Content-Type': 'text/plain' }),
      await send(' '.repeat(1_572_865)),
      await read({ Authorization: 'Bearer x' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 415, 413, 401]);
    for (const answer of answers) expect(policies(answer)).toEqual(SECURITY);
  });

  it('12.6 but for the page of the documentation, which may load what it needs', async () => {
    const { 'content-security-policy': policy, ...others } = policies(await ask('GET', '/docs'));
    const { 'content-security-policy': _default, ...same } = SECURITY;
    expect(policy).toContain("script-src 'self'");
    expect(others).toEqual(same);
  });

  it('12.6 may be embedded only by this site where only some may read it', async () => {
    const closed = await startTestCalendar({ CORS_ORIGINS: 'https://a.example' });
    const { headers } = await closed.request('GET', 'tags');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    await closed.close();
  });
});

describe('the name of a request', () => {
  const named = async (name: string) => (await read({ 'X-Request-Id': name })).headers['x-request-id'];
  const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

  it.each(['a', 'A-b_c.9', '.', '-', 'x'.repeat(64)])('12.6 is taken over: %s', async (name) => {
    expect(await named(name)).toBe(name);
  });

  it.each(['x'.repeat(65), 'a b', 'a,b', 'a/b', '{}', 'é', '"a"', ''])('12.6 else is made: %s', async (name) => {
    expect(await named(name)).toMatch(UUID);
  });

  it('12.6 is another for each, on errors too', async () => {
    const answers = [await read({}), await read({}), await ask('GET', '/nothing'), await ask('GET', '/health/live')];
    const names = answers.map(({ headers }) => headers['x-request-id']);
    for (const name of names) expect(name).toMatch(UUID);
    expect(new Set(names).size).toBe(4);
  });
});

describe('what stands at the root', () => {
  it.each(['/health/live', '/health/ready', '/docs', '/ca/docs', '/health/live/'])(
    '12.6 is there whatever REST_ROOT is, and nowhere below it: %s',
    async (path) => {
      expect((await ask('GET', path)).status).toBe(200);
      const below = await ask('GET', `/wp-json${path}`);
      expect([below.status, below.body['code']]).toEqual([404, 'no_route']);
    },
  );
});

describe('the links of a list', () => {
  it('12.6 are left out where they would pass 4 KiB, and whole where not', async () => {
    const ids = Array.from({ length: 100 }, (_each, index) => 1_000_000_000_000_000 + index).join(',');
    const linkWith = async (letters: number) => {
      const search = `${'%C3%A9'.repeat(320)}${'z'.repeat(letters)}`;
      const path = `/wp-json${PATH}/events?include=${ids}&search=${search}`;
      const { status, headers } = await ask('GET', path);
      return [status, headers['link'] as string | undefined] as const;
    };
    const [status, shortest = ''] = await linkWith(1);
    expect([status, shortest.slice(-13)]).toEqual([200, '; rel="first"']);
    const fitting = 4096 - shortest.length + 1;
    expect([fitting > 1, fitting < 200]).toEqual([true, true]);
    expect((await linkWith(fitting))[1]).toHaveLength(4096);
    expect(await linkWith(fitting + 1)).toEqual([200, undefined]);
  });
});
