import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startCachedCalendar,
  type ReadOptions,
  type CachedCalendar,
  type CachedResponse,
} from '../support/calendar/cached-calendar.js';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import { ADMIN_HEADERS } from '../support/requests/raw-request.js';
import { upcomingDates } from '../support/records/records.js';
import { recordStatements } from '../support/database/statements.js';

const FUTURE = 'Fri, 31 Dec 2100 00:00:00 GMT';
const VARIES_BY = 'Accept-Language, Authorization, X-Event-Password';

let calendar: CachedCalendar;
let event: ServedRecord;
beforeAll(async () => {
  calendar = await startCachedCalendar();
  const hidden = await createRecord(calendar, 'venues', { status: 'private' });
  const links = { venue: [hidden.id], organizer: [{ organizer: 'Ateneu' }], categories: ['Música'], tags: ['Jazz'] };
  event = await createRecord(calendar, 'events', { title: 'Concert', ...upcomingDates(), ...links, cost: '0' });
});
afterAll(() => calendar.close());

const tagIn = ({ headers }: CachedResponse): string => headers.etag ?? 'none';

/** Reads a path with If-None-Match. */
const askKnowing = (path: string, tags: string, { headers, ...asking }: ReadOptions = {}) =>
  calendar.get(path, { ...asking, headers: { ...headers, 'If-None-Match': tags } });

/** Reads a path twice, the second time with the ETag of the first response. */
async function askAgain(
  path: string,
  asking: ReadOptions = {},
): Promise<[before: CachedResponse, again: CachedResponse]> {
  const before = await calendar.get(path, asking);
  return [before, await askKnowing(path, tagIn(before), asking)];
}

const nothing = { status: 304, text: '' };

describe('Read with If-None-Match', () => {
  const PATHS = ['events', 'events/1', 'venues', 'organizers/1', 'categories/1', 'tags?hide_empty=false', 'doc', ''];
  const ADMIN_PATHS = ['me', 'users', 'users/1', 'tokens', 'tokens/1'].map((path) => `/calendar/admin/v1/${path}`);

  it.each([...PATHS, ...ADMIN_PATHS])('returns 304 with the same headers and no body: %s (12.1)', async (path) => {
    for (const headers of [ADMIN_HEADERS, ...(path.startsWith('/') ? [] : [{}])]) {
      for (const method of ['GET', 'HEAD']) {
        const [before, again] = await askAgain(path, { method, headers });
        expect(before.status).toBe(200);
        expect(again).toMatchObject(nothing);
        const { 'content-length': _length, 'content-type': _type, date: _date, ...lasting } = before.headers;
        const { date: _later, ...lastingAgain } = again.headers;
        expect(lastingAgain).toEqual(lasting);
        expect(lastingAgain).toMatchObject({
          etag: tagIn(before),
          vary: expect.stringContaining(VARIES_BY),
          'x-request-id': 'same',
        });
      }
    }
  });

  it('returns 304 with Content-Location and Cache-Control for a record (12.1)', async () => {
    const [, again] = await askAgain(`events/${event.id}?ml_language=ca`);
    expect(again.headers['content-location']).toBe(`${event.rest_url}?ml_language=en`);
    expect(again.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  });

  it('runs no database statement if the response is cached (12.1)', async () => {
    for (const path of ['events', `events/${event.id}`, 'doc']) {
      const kept = await calendar.getUntilCached(path);
      let again = await askKnowing(path, tagIn(kept));
      const statements = await recordStatements(async () => {
        // The cache can be inactive for a moment if the machine is busy.
        do again = await askKnowing(path, tagIn(kept));
        while (!again.isCached);
      });
      expect(again).toMatchObject(nothing);
      // The heartbeat of the listening connection continues.
      expect(statements.filter(({ text }) => !/as shown$|^listen|pg_notify/.test(text))).toEqual([]);
    }
  });

  it('matches lists of tags, weak tags and *, but no other tags (12.1)', async () => {
    const tag = tagIn(await calendar.get('events/1'));
    for (const tags of [`"a", ${tag}`, `W/${tag}`, '*'])
      expect([tags, await askKnowing('events/1', tags)]).toMatchObject([tags, nothing]);
    for (const tags of [`*, ${tag}`, '"a"', tag.slice(1, -1), `${tag}"`, ''])
      expect([tags, (await askKnowing('events/1', tags)).status]).toEqual([tags, 200]);
  });

  it('returns 304 also with Cache-Control: no-cache in the request (12.1)', async () => {
    const tag = tagIn(await calendar.get('events'));
    const headers = { 'Cache-Control': 'no-cache', Pragma: 'no-cache' };
    expect(await askKnowing('events', tag, { headers })).toMatchObject(nothing);
    const fetched = await calendar.request('GET', 'events', { headers: { 'If-None-Match': tag } });
    expect(fetched.status).toBe(304);
  });

  it('ignores If-Modified-Since and If-Unmodified-Since (12.1)', async () => {
    for (const headers of [{ 'If-Modified-Since': FUTURE }, { 'If-Modified-Since': FUTURE, 'If-None-Match': '"a"' }])
      for (const path of ['events/1', 'events']) expect((await calendar.get(path, { headers })).status).toBe(200);
    const past = { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' };
    expect((await calendar.get('events/1', { headers: past })).status).toBe(200);
  });

  it('returns the full response after an embedded record has changed (12.1)', async () => {
    const venue = await createRecord(calendar, 'venues');
    const { id } = await createRecord(calendar, 'events', { venue: venue.id });
    const tag = tagIn(await calendar.getUntilCached(`events/${id}`));
    expect(await askKnowing(`events/${id}`, tag)).toMatchObject(nothing);
    await calendar.request('PATCH', `venues/${venue.id}`, { json: { venue: uniqueName() } });
    const changed = await askKnowing(`events/${id}`, tag);
    expect([changed.status, tagIn(changed) === tag]).toEqual([200, false]);
  });
});

describe('Error of a read with If-None-Match', () => {
  it('is the same for every tag and for * (12.1)', async () => {
    const { id } = await createRecord(calendar, 'events');
    const tag = tagIn(await calendar.get(`events/${id}`));
    await calendar.request('PATCH', `events/${id}`, { json: { status: 'draft' } });
    for (const tags of [tag, '*']) {
      const invisible = await askKnowing(`events/${id}`, tags);
      expect([invisible.status, invisible.body['code'], tagIn(invisible)]).toEqual([404, 'event_not_found', 'none']);
      const paths = ['events/987654321', 'events?page=0', 'nothing', 'events?page=99', '/calendar/admin/v1/me'];
      const answered = await Promise.all(paths.map((path) => askKnowing(path, tags)));
      expect(answered.map(({ status }) => status)).toEqual([404, 400, 404, 404, 401]);
    }
  });

  it('is 403 without the event password, even with the tag of a read with the password (12.1, 8.13)', async () => {
    const { id } = await createRecord(calendar, 'events', { password: 'a secret' });
    const opened = await calendar.get(`events/${id}`, { headers: { 'X-Event-Password': 'a secret' } });
    expect(opened.status).toBe(200);
    expect((await askKnowing(`events/${id}`, tagIn(opened))).status).toBe(403);
    const again = await askKnowing(`events/${id}`, tagIn(opened), { headers: { 'X-Event-Password': 'a secret' } });
    expect([again.status, again.headers['cache-control']]).toEqual([304, 'no-store']);
  });
});

describe('Entity tags of representations', () => {
  it('are equal if and only if the response bodies are equal (12.1)', async () => {
    const { id } = await createRecord(calendar, 'events', { password: 'a secret', ...upcomingDates() });
    const persons: Record<string, string>[] = [{}, ADMIN_HEADERS, { 'X-Event-Password': 'a secret' }];
    const hosts = ['one.example', 'other.example'];
    const languages = ['ca', 'en', 'es'];
    const paths = [`events/${event.id}`, `events/by-slug/${event.slug}`, 'events', `events/${id}`, 'venues/1', 'tags'];
    const bodies = new Map<string, Set<string>>();
    const tags = new Map<string, Set<string>>();
    for (const path of paths) {
      for (const person of persons) {
        for (const Host of hosts) {
          for (const language of languages) {
            const headers = { ...person, Host, 'Accept-Language': language };
            const { status, text, headers: responseHeaders } = await calendar.get(path, { headers });
            if (status !== 200) continue;
            bodies.set(
              responseHeaders.etag ?? 'none',
              (bodies.get(responseHeaders.etag ?? 'none') ?? new Set()).add(text),
            );
            tags.set(text, (tags.get(text) ?? new Set()).add(responseHeaders.etag ?? 'none'));
          }
        }
      }
    }
    expect([...bodies.values(), ...tags.values()].filter(({ size }) => size !== 1)).toEqual([]);
    expect(bodies.size).toBe(34);
  });
});
