import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  stablePartsOf,
  stablePartsOfUncached,
  startCachedCalendar,
  type ReadOptions,
  type CachedCalendar,
} from '../support/calendar/cached-calendar.js';
import { createRecord, type ServedRecord } from '../support/records/kinds.js';
import { ADMIN_HEADERS } from '../support/requests/raw-request.js';
import { upcomingDates } from '../support/records/records.js';

let calendar: CachedCalendar;
let event: ServedRecord;
beforeAll(async () => {
  calendar = await startCachedCalendar();
  const { id: venue } = await createRecord(calendar, 'venues', { venue: 'Plaça · Café €', ml_language: 'ca' });
  const { id: tag } = await createRecord(calendar, 'tags', { name: 'Jazz' });
  const links = { venue, tags: [tag], organizer: [{ organizer: 'Ateneu' }], categories: ['Música'] };
  event = await createRecord(calendar, 'events', { title: 'Concert', slug: 'concert', ...upcomingDates(), ...links });
});
afterAll(() => calendar.close());

/** The same request without the cache. A header with any password bypasses it. */
const getUncached = (path: string, { headers, ...options }: ReadOptions = {}) =>
  calendar.get(path, { ...options, headers: { ...headers, 'X-Event-Password': 'none' } });

describe('Repeated anonymous read', () => {
  const PATHS = [
    'events',
    'events?per_page=1&search=concert&orderby=title&order=desc',
    'events?start_date=today',
    'events?ml_fallback=none&ml_language=es',
    'events/1',
    'events/by-slug/concert',
    'venues',
    'venues/1',
    'organizers',
    'organizers/1',
    'categories',
    'categories/1',
    'tags',
    'tags/1',
    'doc',
    '',
    '?context=help',
  ];

  it.each(PATHS)(
    'gets the same bytes and headers from the cache as without it, for GET and HEAD: %s (12.2)',
    async (path) => {
      for (const method of ['GET', 'HEAD']) {
        const cached = await calendar.getUntilCached(path, { method });
        const uncached = await getUncached(path, { method });
        expect([uncached.status, uncached.isCached]).toEqual([200, false]);
        expect(stablePartsOf(cached)).toEqual(stablePartsOfUncached(uncached, String(cached.headers.vary)));
        expect(cached.headers).toMatchObject({
          'cache-control': 'public, max-age=0, must-revalidate',
          'content-type': 'application/json; charset=utf-8',
          vary: expect.stringContaining('Accept-Language, Authorization, X-Event-Password'),
        });
      }
    },
  );

  it('gets the X-Request-Id of its own request from the cache (12.2)', async () => {
    await calendar.getUntilCached('events');
    const other = await calendar.getUntilCached('events', { headers: { 'X-Request-Id': 'another' } });
    expect([other.isCached, other.headers['x-request-id']]).toEqual([true, 'another']);
  });

  it('is stored once, for all codings (12.2)', async () => {
    await calendar.getUntilCached('events');
    const { entryCount } = calendar.cache;
    const { headers } = await fetch(`${calendar.base}/events`, { headers: { 'Accept-Encoding': 'br' } });
    expect([headers.get('Content-Encoding'), calendar.cache.entryCount]).toEqual(['br', entryCount]);
  });

  it.each(['events/987654321', 'events?page=0', 'events?page=9', 'events?status=draft', 'nothing'])(
    'is not cached if the response is an error: %s (12.2)',
    async (path) => {
      const [first, second] = [await calendar.get(path), await calendar.get(path)];
      expect([first.isCached, second.isCached]).toEqual([false, false]);
      expect(first.status).toBeGreaterThan(399);
      expect(stablePartsOf(second)).toEqual(stablePartsOf(first));
    },
  );

  it('is not cached for the health check and the documentation pages (12.6)', async () => {
    for (const path of ['/health/live', '/docs', '/docs/any/page.js']) {
      await calendar.get(path);
      const again = await calendar.get(path);
      expect([path, again.status, again.isCached]).toEqual([path, 200, false]);
    }
  });
});

describe('Cache key', () => {
  it('contains the requested language, from every source (3.1)', async () => {
    const languageOf = async (path: string, headers: Record<string, string> = {}) => {
      const { body, isCached } = await calendar.getUntilCached(path, { headers });
      return [isCached, new URL(String(body['rest_url'])).searchParams.get('ml_language')];
    };
    const path = calendar.base.slice(calendar.origin.length);
    for (let round = 0; round < 2; round += 1) {
      expect(await languageOf('venues')).toEqual([true, 'en']);
      expect(await languageOf('venues', { 'Accept-Language': 'ca' })).toEqual([true, 'ca']);
      expect(await languageOf(`/es${path}/venues`, { 'Accept-Language': 'ca' })).toEqual([true, 'es']);
      expect(await languageOf('venues?ml_language=ca', { 'Accept-Language': 'es' })).toEqual([true, 'ca']);
    }
  });

  it('contains the origin that the request was sent to (5.1)', async () => {
    for (const host of ['one.example', 'other.example:8080', 'one.example']) {
      const { body } = await calendar.getUntilCached(`events/${event.id}`, { headers: { Host: host } });
      expect(body['rest_url']).toBe(`http://${host}/calendar/events/v1/events/${event.id}`);
    }
  });

  it('contains Prefer: handling=strict (2.6)', async () => {
    expect((await calendar.getUntilCached('tags?unknown=1')).status).toBe(200);
    const strict = { headers: { Prefer: 'handling=strict' } };
    expect((await calendar.get('tags?unknown=1', strict)).status).toBe(400);
    expect((await calendar.getUntilCached('tags', strict)).status).toBe(200);
  });

  it('contains the parameters of a list (7.11)', async () => {
    expect((await calendar.getUntilCached('tags?hide_empty=true')).body['total']).toBe(1);
    await createRecord(calendar, 'tags', { name: 'Unused' });
    expect((await calendar.getUntilCached('tags?hide_empty=true')).body['total']).toBe(1);
    expect((await calendar.getUntilCached('tags?hide_empty=false')).body['total']).toBe(2);
    expect((await calendar.getUntilCached('tags?hide_empty=false&order=desc')).body['tags']).toMatchObject([
      { name: 'Unused' },
      { name: 'Jazz' },
    ]);
  });
});

describe('Requests with credentials or a password', () => {
  it.each<[string, string, Record<string, string>]>([
    ['with credentials (8.1)', 'events', ADMIN_HEADERS],
    ['with a password in the query (8.13)', 'events/1?password=my-secret', {}],
    ['with a password in the query, its name encoded (8.13)', 'events/1?p%61ssword=my-secret', {}],
    ['with a password in brackets (8.13)', 'events?password[]=my-secret', {}],
    ['with an empty password (8.13)', 'events/1?password=', {}],
    ['with a password in the header (8.13)', 'events/1', { 'X-Event-Password': 'my-secret' }],
  ])('are neither cached nor served from the cache: %s', async (_description, path, headers) => {
    await calendar.getUntilCached(path.replace(/\?.*/, ''));
    const before = calendar.keys.size;
    for (let round = 0; round < 3; round += 1) {
      const { status, isCached } = await calendar.get(path, { headers });
      expect([[200, 400].includes(status), isCached]).toEqual([true, false]);
    }
    expect(calendar.keys.size).toBe(before);
    expect([...calendar.keys].join()).not.toContain('my-secret');
  });

  it('invalid credentials: 401, although the response is cached (8.1)', async () => {
    await calendar.getUntilCached('events');
    const headers = { Authorization: 'Bearer wrong' };
    expect((await calendar.get('events', { headers })).status).toBe(401);
  });
});
