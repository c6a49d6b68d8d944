import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import {
  stablePartsOf,
  stablePartsOfUncached,
  startCachedCalendar,
  type ReadOptions,
  type CachedCalendar,
} from '../support/calendar/cached-calendar.js';
import { ADMIN_HEADERS } from '../support/requests/raw-request.js';
import { upcomingDates } from '../support/records/records.js';
import { createRecord, requiredFieldsOf, KINDS, uniqueName, type ServedRecord } from '../support/records/kinds.js';

describe('Response cache', () => {
  let calendar: CachedCalendar;
  let otherSession: pg.Client;
  let event: ServedRecord;
  beforeAll(async () => {
    calendar = await startCachedCalendar({ TIMEZONE: 'Europe/Madrid' });
    otherSession = new pg.Client({ connectionString: calendar.databaseUrl });
    await otherSession.connect();
    const { id: venue } = await createRecord(calendar, 'venues', { venue: 'Plaça · Café €', ml_language: 'ca' });
    const { id: tag } = await createRecord(calendar, 'tags', { name: 'Jazz' });
    const links = { venue, tags: [tag], organizer: [{ organizer: 'Ateneu' }], categories: ['Música'] };
    event = await createRecord(calendar, 'events', { title: 'Concert', slug: 'concert', ...upcomingDates(), ...links });
  });
  afterAll(async () => {
    await otherSession.end();
    await calendar.close();
  });

  /** The same request without the cache. A header with any password bypasses it. */
  const getUncached = (path: string, { headers, ...options }: ReadOptions = {}) =>
    calendar.get(path, { ...options, headers: { ...headers, 'X-Event-Password': 'none' } });

  describe('Repeated anonymous read', () => {
    const PATHS = [
      'events?per_page=1&search=concert&orderby=title&order=desc',
      'events/by-slug/concert',
      'organizers/1',
      'tags?ml_fallback=none&ml_language=es',
      'doc',
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

    it('gets its own X-Request-Id with a cached response (12.2)', async () => {
      await calendar.getUntilCached('events');
      const second = await calendar.getUntilCached('events', { headers: { 'X-Request-Id': 'another' } });
      expect([second.isCached, second.headers['x-request-id']]).toEqual([true, 'another']);
    });

    it('is stored once for all content codings (12.2)', async () => {
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

  /** Tables without a change trigger. No cached response depends on them. */
  const TABLES_WITHOUT_TRIGGER = [
    'audit_entries',
    'idempotency_keys',
    'image_permissions',
    'migrations',
    'password_attempts',
    'service_state',
    'tokens',
    'users',
  ];

  beforeEach(() => calendar.setNow(undefined));

  const setNow = (instant: string) => calendar.setNow(instant);
  const write = (method: string, path: string, json?: object) => calendar.request<ServedRecord>(method, path, { json });

  it.each(KINDS.filter(({ path }) => path === 'events' || path === 'tags'))(
    'a write to $path in the same process invalidates cached responses before its own response is sent (12.2)',
    async (kind) => {
      const { path, titleField } = kind;
      const list = `${path}?hide_empty=false&per_page=50&orderby=id&start_date=2030-01-01`;
      const name = uniqueName();
      const created = await createRecord(calendar, path, { [titleField]: name });
      const recordPath = `${path}/${created.id}`;
      const changes = [
        () => write('PATCH', recordPath, { [titleField]: `${name} changed` }),
        () => write('PATCH', `${recordPath}?ml_language=ca`, { [titleField]: `${name} canviat` }),
        () => write('PATCH', `${recordPath}?ml_language=en`, { description: 'Changed' }),
        () => write('DELETE', `${recordPath}?ml_language=en&ml_scope=translation`),
        () => write('DELETE', `${recordPath}?force=true`),
      ];
      for (const change of changes) {
        await Promise.all([list, recordPath].map((url) => calendar.getUntilCached(url)));
        expect((await change()).status).toBe(200);
        expect((await calendar.get(recordPath)).isCached).toBe(false);
        const listed = await calendar.get(list);
        expect(listed.isCached).toBe(false);
        const uncached = await calendar.get(list, { headers: { 'X-Event-Password': 'none' } });
        expect(stablePartsOf(listed)).toEqual(stablePartsOfUncached(uncached, String(listed.headers.vary)));
      }
      await calendar.getUntilCached(list);
      const { [titleField]: createdName } = (await write('POST', path, requiredFieldsOf(kind))).body;
      const names = ((await calendar.get(list)).body[path] as ServedRecord[]).map((record) => record[titleField]);
      expect(names).toContain(createdName);
    },
  );

  describe('Change notifications', () => {
    const tables = async () => {
      const { rows } = await otherSession.query<{ name: string; hasTrigger: boolean }>(`
      select relname as name, exists (select from pg_trigger where tgrelid = c.oid and tgname = 'notify_changes') as "hasTrigger"
      from pg_class as c where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`);
      return rows;
    };

    it('are sent for every table except those that no cached response depends on (12.2)', async () => {
      const withoutTrigger = (await tables()).filter(({ hasTrigger }) => !hasTrigger).map(({ name }) => name);
      expect(withoutTrigger).toEqual(TABLES_WITHOUT_TRIGGER);
    });

    it('of every table with a change trigger invalidate cached responses (12.2)', async () => {
      const tablesWithTrigger = (await tables()).filter(({ hasTrigger }) => hasTrigger).map(({ name }) => name);
      expect(tablesWithTrigger).toHaveLength(20);
      for (const name of tablesWithTrigger) {
        await calendar.getUntilCached('venues');
        await otherSession.query(`delete from ${name} where false`);
        await untilChanged(() => calendar.get('venues'));
      }
    });

    it('are sent once per committed transaction and not for a rejected write (12.2)', async () => {
      const payloads: string[] = [];
      otherSession.on('notification', ({ payload = '' }) => payloads.push(payload));
      await otherSession.query('listen calendar_changes');
      const links = { venue: { venue: 'New' }, organizer: [{ organizer: 'New' }], tags: ['New', 'Newer'] };
      await createRecord(calendar, 'events', { ...links, categories: ['New'], image: 'https://agenda.example/a.jpg' });
      await write('PATCH', 'events/987654321', { title: 'Nowhere' });
      await otherSession.query(`notify calendar_changes, 'end'`);
      expect(payloads).toEqual(['', 'end']);
      await otherSession.query('unlisten calendar_changes');
    });
  });

  describe('Expiry by time', () => {
    it.each([
      ['events', '2026-05-01'],
      ['venues', '2026-05-02'],
      ['organizers', '2026-05-03'],
    ] as const)('cached lists expire when the next scheduled record of %s is published (8.7)', async (path, day) => {
      setNow(`${day}T00:00:00Z`);
      const { id } = await createRecord(calendar, path, { date_utc: `${day} 12:00:00` });
      const list = `${path}?start_date=2030-01-01&orderby=id&order=desc`;
      const first = ({ body }: { body: Record<string, unknown> }) => (body[path] as ServedRecord[])[0]?.id;
      setNow(`${day}T11:59:59.999Z`);
      expect(first(await calendar.getUntilCached(list))).not.toBe(id);
      setNow(`${day}T12:00:00Z`);
      const due = await calendar.get(list);
      expect([due.isCached, first(due)]).toEqual([false, id]);
      // A response cached after the date is not valid for a time before it.
      await calendar.getUntilCached(list);
      setNow(`${day}T11:59:59.999Z`);
      expect((await calendar.get(list)).isCached).toBe(false);
    });

    it('responses that depend on the day expire at midnight in TIMEZONE, others stay the same (7.2, 7.4)', async () => {
      for (const url of ['events', 'events?ends_after=yesterday', 'events?end_date=%2B1%20week']) {
        setNow('2026-07-01T21:59:59.999Z');
        const [before, venues] = [await calendar.getUntilCached(url), await calendar.getUntilCached('venues')];
        setNow('2026-07-01T22:00:00Z');
        const after = await calendar.get(url);
        expect([url, after.isCached, after.body['rest_url'] === before.body['rest_url']]).toEqual([url, false, false]);
        expect(stablePartsOf(await calendar.getUntilCached('venues'))).toEqual(stablePartsOf(venues));
        expect((await calendar.getUntilCached(url)).isCached).toBe(true);
      }
      setNow('2026-07-01T21:59:59.999Z');
      const fixedDates = await calendar.getUntilCached('events?start_date=2026-07-01&end_date=2026-07-31');
      setNow('2026-07-01T22:00:00Z');
      const fixedDatesNextDay = await calendar.getUntilCached('events?start_date=2026-07-01&end_date=2026-07-31');
      expect(stablePartsOf(fixedDatesNextDay)).toEqual(stablePartsOf(fixedDates));
    });

    it('responses to filters that use now as an exact time are never cached (7.4)', async () => {
      for (const path of ['events?ends_after=now', 'events?start_date=now&strict_dates=true']) {
        for (let round = 0; round < 4; round += 1) expect((await calendar.get(path)).isCached).toBe(false);
      }
      await calendar.getUntilCached('events?ends_after=2026-01-01');
    });

    it.each(['venue', 'organizer'])('only_with_upcoming: a %s list expires when an event ends (7.10)', async (kind) => {
      const name = uniqueName('Upcoming');
      const list = `${kind}s?search=${encodeURIComponent(name)}`;
      const upcoming = `${list}&only_with_upcoming=true`;
      const times = { start_date: '2026-08-01T10:00:00Z', end_date: '2026-08-01T12:00:00Z', date: '2026-01-01' };
      setNow('2026-07-01T00:00:00Z');
      await createRecord(calendar, 'events', { ...times, timezone: 'UTC', [kind]: { [kind]: name } });
      setNow('2026-08-01T11:59:59.999Z');
      expect((await calendar.getUntilCached(upcoming)).body['total']).toBe(1);
      setNow('2026-08-01T12:00:00Z');
      expect(await calendar.get(upcoming)).toMatchObject({ isCached: false, body: { total: 1 } });
      setNow('2026-08-01T12:00:00.001Z');
      expect(await calendar.get(upcoming)).toMatchObject({ isCached: false, body: { total: 0 } });
      const { text } = await calendar.getUntilCached(list);
      setNow('2026-08-01T12:00:00.002Z');
      expect((await calendar.getUntilCached(list)).text).toBe(text);
    });
  });

  /** Reads until a response does not come from the cache. Changes by another session take effect moments after the commit. */
  async function untilChanged<CachedRead extends { isCached: boolean }>(
    read: () => Promise<CachedRead>,
  ): Promise<CachedRead> {
    for (;;) {
      const response = await read();
      if (!response.isCached) return response;
    }
  }
});
