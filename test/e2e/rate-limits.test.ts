import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MonotonicClock } from '../../src/kernel/time/clock.js';
import { startCachedCalendar, type CachedCalendar } from '../support/calendar/cached-calendar.js';
import { repeatParallel } from '../support/records/links.js';
import { ADMIN_HEADERS, rawRequest, type RawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar } from '../support/calendar/test-calendar.js';

describe('RATE_LIMIT', () => {
  const LIMIT = 5;
  const POLICY = `"default";q=${LIMIT};w=60`;

  let calendar: CachedCalendar;
  let now = 1000;
  beforeAll(async () => {
    calendar = await startCachedCalendar({ RATE_LIMIT: String(LIMIT), TRUST_PROXY: 'true' });
    vi.spyOn(calendar.application.get(MonotonicClock), 'now').mockImplementation(() => now);
  });
  afterAll(() => calendar.close());
  /** Starts a new rate limit window for each test. */
  beforeEach(() => {
    now += 60_000;
  });

  const PATH = '/calendar/events/v1';
  const send = (options: Partial<RawRequest> & { client?: string } = {}) =>
    rawRequest(calendar.origin, {
      method: 'GET',
      path: `${PATH}/tags`,
      ...options,
      headers: { 'X-Forwarded-For': options.client ?? '192.0.2.1', ...options.headers },
    });
  const rateLimitOf = ({ status, headers }: Awaited<ReturnType<typeof send>>) => [
    status,
    headers['ratelimit-policy'],
    headers['ratelimit'],
  ];

  describe('Requests per minute', () => {
    it('are limited to RATE_LIMIT, and each response has the remaining number and time (12.5)', async () => {
      const results: unknown[] = [];
      for (let requestIndex = 0; requestIndex < LIMIT; requestIndex += 1) {
        results.push(rateLimitOf(await send()));
        now += 1500;
      }
      expect(results).toEqual([
        [200, POLICY, '"default";r=4;t=60'],
        [200, POLICY, '"default";r=3;t=59'],
        [200, POLICY, '"default";r=2;t=57'],
        [200, POLICY, '"default";r=1;t=56'],
        [200, POLICY, '"default";r=0;t=54'],
      ]);
      const refused = await send({ headers: { 'Accept-Language': 'ca' } });
      expect(rateLimitOf(refused)).toEqual([429, POLICY, '"default";r=0;t=53']);
      expect(refused.headers).toMatchObject({
        'retry-after': '53',
        'cache-control': 'no-store',
        'content-type': 'application/problem+json; charset=utf-8',
        'content-language': 'ca',
      });
      expect(refused.body).toMatchObject({ status: 429, code: 'too_many_requests', title: 'Massa peticions' });
      // The window began 5 × 1.5 s ago, so it ends in 52.5 s.
      now += 52_499;
      expect(rateLimitOf(await send())).toEqual([429, POLICY, '"default";r=0;t=1']);
      now += 1;
      expect(rateLimitOf(await send())).toEqual([200, POLICY, '"default";r=4;t=60']);
    });

    it('count whatever the operation and status, and rejected ones do not extend the window (12.5)', async () => {
      const requests: Partial<RawRequest>[] = [
        { method: 'HEAD', path: `/es${PATH}/venues` },
        { path: `${PATH}/events/999999` },
        { path: `${PATH}/events?page=x` },
        { method: 'POST', path: `${PATH}/tags` },
        { path: '/calendar/admin/v1/users' },
        { path: `${PATH}/doc` },
      ];
      const results: unknown[] = [];
      for (const request of requests) results.push(rateLimitOf(await send(request)));
      const expectedState = (status: number, remaining: number) => [status, POLICY, `"default";r=${remaining};t=60`];
      expect(results).toEqual([
        expectedState(200, 4),
        expectedState(404, 3),
        expectedState(400, 2),
        expectedState(401, 1),
        expectedState(401, 0),
        expectedState(429, 0),
      ]);
      now += 60_000;
      expect(rateLimitOf(await send())).toEqual(expectedState(200, 4));
    });

    it('do not count and have no rate limit headers if they reach no operation (12.5)', async () => {
      const invalidCredentials = { Authorization: 'Bearer cal_none' };
      const requests: [number, Partial<RawRequest>][] = [
        [200, { path: '/health/live' }],
        [200, { path: '/docs' }],
        [404, { path: `${PATH}/nothing` }],
        [405, { method: 'DELETE', path: `${PATH}/tags` }],
        [204, { method: 'OPTIONS', path: `${PATH}/tags` }],
        [400, { method: 'POST', headers: { ...ADMIN_HEADERS, 'Content-Type': 'application/json' }, body: '{' }],
        [401, { headers: invalidCredentials }],
      ];
      for (const [status, request] of requests) {
        expect([request, ...rateLimitOf(await send(request))]).toEqual([request, status, undefined, undefined]);
      }
      expect(rateLimitOf(await send())).toEqual([200, POLICY, '"default";r=4;t=60']);
    });

    it('also count if the response comes from the cache, with the rate limit of their own client (12.5)', async () => {
      const first = await calendar.getUntilCached('venues', { headers: { 'X-Forwarded-For': '192.0.2.10' } });
      expect([first.isCached, first.headers['ratelimit-policy']]).toEqual([true, POLICY]);
      const second = await calendar.get('venues', { headers: { 'X-Forwarded-For': '192.0.2.11' } });
      expect([second.isCached, second.headers['ratelimit']]).toEqual([true, '"default";r=4;t=60']);
    });
  });

  describe('Rate limit', () => {
    it('applies per IP address without credentials, and per /64 for IPv6 (12.5)', async () => {
      const rateLimitFor = async (client: string) => (await send({ client })).headers['ratelimit'];
      expect(await rateLimitFor('2001:db8:1:2::1')).toBe('"default";r=4;t=60');
      expect(await rateLimitFor('2001:db8:1:2:ffff::9')).toBe('"default";r=3;t=60');
      expect(await rateLimitFor('2001:db8:1:3::1')).toBe('"default";r=4;t=60');
      expect(await rateLimitFor('198.51.100.1')).toBe('"default";r=4;t=60');
      expect(await rateLimitFor('198.51.100.2')).toBe('"default";r=4;t=60');
      expect(await rateLimitFor('::ffff:198.51.100.2')).toBe('"default";r=3;t=60');
    });

    it('applies per principal with credentials, independent of the IP address (12.5)', async () => {
      const author = { Authorization: `Bearer ${await calendar.createToken('author')}` };
      const otherAuthor = { Authorization: `Bearer ${await calendar.createToken('author')}` };
      for (let requestIndex = 0; requestIndex <= LIMIT; requestIndex += 1)
        await send({ headers: author, client: `192.0.2.${requestIndex}` });
      expect((await send({ headers: author, client: '203.0.113.1' })).status).toBe(429);
      expect(rateLimitOf(await send({ headers: otherAuthor, client: '192.0.2.1' }))).toEqual([
        200,
        POLICY,
        '"default";r=4;t=60',
      ]);
      expect(rateLimitOf(await send({ client: '192.0.2.1' }))).toEqual([200, POLICY, '"default";r=4;t=60']);
    });

    it('holds for 40 concurrent requests (12.5)', async () => {
      const responses = await repeatParallel(40, () => send());
      const counts = [200, 429].map((status) => responses.filter((response) => response.status === status).length);
      expect(counts).toEqual([LIMIT, 40 - LIMIT]);
    });
  });

  it('RATE_LIMIT=0 disables the limit and its headers (12.5)', async () => {
    const unlimited = await startTestCalendar({ RATE_LIMIT: '0' });
    const { headers } = await unlimited.request('GET', 'tags');
    expect([...headers.keys()].filter((name) => /ratelimit|retry/i.test(name))).toEqual([]);
    expect(
      (await repeatParallel(40, () => unlimited.request('GET', 'tags'))).every(({ status }) => status === 200),
    ).toBe(true);
    await unlimited.close();
  });
});
