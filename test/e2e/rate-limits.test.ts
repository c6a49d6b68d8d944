import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MonotonicClock } from '../../src/kernel/time/clock.js';
import { ResponseCache } from '../../src/http/caching/response-cache.js';
import { startCachedCalendar, type CachedCalendar } from '../support/calendar/cached-calendar.js';
import { repeatParallel } from '../support/records/links.js';
import { ADMIN_HEADERS, rawRequest, type RawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar } from '../support/calendar/test-calendar.js';

const LIMIT = 5;
const POLICY = '"default";q=5;w=60';

let calendar: CachedCalendar;
let now = 1000;
beforeAll(async () => {
  calendar = await startCachedCalendar({ RATE_LIMIT: String(LIMIT), TRUST_PROXY: 'true' });
  jest.spyOn(calendar.application.get(MonotonicClock), 'now').mockImplementation(() => now);
});
afterAll(() => calendar.close());
/** Starts a new rate limit window for each test. */
beforeEach(() => {
  now += 60_000;
});

const PATH = '/calendar/events/v1';
const ask = (sent: Partial<RawRequest> & { client?: string } = {}) =>
  rawRequest(calendar.origin, {
    method: 'GET',
    path: `${PATH}/tags`,
    ...sent,
    headers: { 'X-Forwarded-For': sent.client ?? '192.0.2.1', ...sent.headers },
  });
const told = ({ status, headers }: Awaited<ReturnType<typeof ask>>) => [
  status,
  headers['ratelimit-policy'],
  headers['ratelimit'],
];

describe('Requests per minute', () => {
  it('are limited to RATE_LIMIT, and each response has the remaining number and time (12.5)', async () => {
    const seen: unknown[] = [];
    for (let asked = 0; asked < LIMIT; asked += 1) {
      seen.push(told(await ask()));
      now += 1500;
    }
    expect(seen).toEqual([
      [200, POLICY, '"default";r=4;t=60'],
      [200, POLICY, '"default";r=3;t=59'],
      [200, POLICY, '"default";r=2;t=57'],
      [200, POLICY, '"default";r=1;t=56'],
      [200, POLICY, '"default";r=0;t=54'],
    ]);
    const refused = await ask({ headers: { 'Accept-Language': 'ca' } });
    expect(told(refused)).toEqual([429, POLICY, '"default";r=0;t=53']);
    expect(refused.headers).toMatchObject({
      'retry-after': '53',
      'cache-control': 'no-store',
      'content-type': 'application/problem+json; charset=utf-8',
      'content-language': 'ca',
    });
    expect(refused.body).toMatchObject({ status: 429, code: 'too_many_requests', title: 'Massa peticions' });
    now += 52_499;
    expect(told(await ask())).toEqual([429, POLICY, '"default";r=0;t=1']);
    now += 1;
    expect(told(await ask())).toEqual([200, POLICY, '"default";r=4;t=60']);
  });

  it('count for every operation and status, and rejected ones do not extend the window (12.5)', async () => {
    const asked: Partial<RawRequest>[] = [
      { method: 'HEAD', path: `/es${PATH}/venues` },
      { path: `${PATH}/events/999999` },
      { path: `${PATH}/events?page=x` },
      { method: 'POST', path: `${PATH}/tags` },
      { path: '/calendar/admin/v1/users' },
      { path: `${PATH}/doc` },
    ];
    const seen: unknown[] = [];
    for (const each of asked) seen.push(told(await ask(each)));
    const left = (status: number, r: number) => [status, POLICY, `"default";r=${r};t=60`];
    expect(seen).toEqual([left(200, 4), left(404, 3), left(400, 2), left(401, 1), left(401, 0), left(429, 0)]);
    now += 60_000;
    expect(told(await ask())).toEqual(left(200, 4));
  });

  it('do not count and have no rate limit headers if they reach no operation (12.5)', async () => {
    const wrong = { Authorization: 'Bearer cal_none' };
    const asked: [number, Partial<RawRequest>][] = [
      [200, { path: '/health/live' }],
      [200, { path: '/health/ready' }],
      [200, { path: '/docs' }],
      [302, { path: '/' }],
      [404, { path: '/docs/x/none.js' }],
      [404, { path: `${PATH}/nothing` }],
      [405, { method: 'DELETE', path: `${PATH}/tags` }],
      [204, { method: 'OPTIONS', path: `${PATH}/tags` }],
      [414, { path: `${PATH}/tags?search=${'x'.repeat(8192)}` }],
      [400, { method: 'POST', headers: { ...ADMIN_HEADERS, 'Content-Type': 'application/json' }, body: '{' }],
      [401, { headers: wrong }],
    ];
    for (const [status, each] of asked) {
      expect([each, ...told(await ask(each))]).toEqual([each, status, undefined, undefined]);
    }
    expect(told(await ask())).toEqual([200, POLICY, '"default";r=4;t=60']);
  });

  it('count also with a cached response, and the cache stores no rate limit headers (12.5)', async () => {
    const path = `${PATH}/categories`;
    const answers = calendar.application.get(ResponseCache);
    const keep = jest.spyOn(answers, 'getOrProduce');
    for (let asked = 0; asked < 3; asked += 1) await ask({ path, client: '192.0.2.9' });
    const kept = await Promise.all(
      keep.mock.results.map(({ value }) => value as ReturnType<typeof answers.getOrProduce>),
    );
    expect(kept.flatMap(({ headers }) => Object.keys(headers).map((name) => name.toLowerCase()))).not.toContain(
      'ratelimit',
    );
    expect(kept).toHaveLength(3);
    const first = await calendar.getUntilCached('venues', { headers: { 'X-Forwarded-For': '192.0.2.10' } });
    expect([first.isCached, first.headers['ratelimit-policy']]).toEqual([true, POLICY]);
    const other = await calendar.get('venues', { headers: { 'X-Forwarded-For': '192.0.2.11' } });
    expect([other.isCached, other.headers['ratelimit']]).toEqual([true, '"default";r=4;t=60']);
    keep.mockRestore();
  });
});

describe('Rate limit', () => {
  it('applies per IP address without credentials, and per /64 for IPv6 (12.5)', async () => {
    const left = async (client: string) => (await ask({ client })).headers['ratelimit'];
    expect(await left('2001:db8:1:2::1')).toBe('"default";r=4;t=60');
    expect(await left('2001:db8:1:2:ffff::9')).toBe('"default";r=3;t=60');
    expect(await left('2001:DB8:1:2:0:0:0:5')).toBe('"default";r=2;t=60');
    expect(await left('2001:db8:1:3::1')).toBe('"default";r=4;t=60');
    expect(await left('198.51.100.1')).toBe('"default";r=4;t=60');
    expect(await left('198.51.100.2')).toBe('"default";r=4;t=60');
    expect(await left('::ffff:198.51.100.2')).toBe('"default";r=3;t=60');
  });

  it('applies per principal with credentials, independent of the IP address (12.5)', async () => {
    const author = { Authorization: `Bearer ${await calendar.createToken('author')}` };
    const other = { Authorization: `Bearer ${await calendar.createToken('author')}` };
    for (let asked = 0; asked <= LIMIT; asked += 1) await ask({ headers: author, client: `192.0.2.${asked}` });
    expect((await ask({ headers: author, client: '203.0.113.1' })).status).toBe(429);
    expect(told(await ask({ headers: other, client: '192.0.2.1' }))).toEqual([200, POLICY, '"default";r=4;t=60']);
    expect(told(await ask({ client: '192.0.2.1' }))).toEqual([200, POLICY, '"default";r=4;t=60']);
  });

  it('holds for 40 concurrent requests (12.5)', async () => {
    const answers = await repeatParallel(40, () => ask());
    const counted = [200, 429].map((status) => answers.filter((each) => each.status === status).length);
    expect(counted).toEqual([LIMIT, 35]);
  });
});

it('RATE_LIMIT=0 disables the limit and its headers (12.5)', async () => {
  const free = await startTestCalendar({ RATE_LIMIT: '0' });
  const { headers } = await free.request('GET', 'tags');
  expect([...headers.keys()].filter((name) => /ratelimit|retry/i.test(name))).toEqual([]);
  expect((await repeatParallel(150, () => free.request('GET', 'tags'))).every(({ status }) => status === 200)).toBe(
    true,
  );
  await free.close();
});
