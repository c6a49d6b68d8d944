import { beforeAll, describe, expect, it } from 'vitest';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { createRecord, type ServedRecord } from '../support/records/kinds.js';
import { upcomingDates } from '../support/records/records.js';
import { ADMIN_HEADERS, rawRequest, type RawRequest, type RawResponse } from '../support/requests/raw-request.js';

const FUTURE = 'Fri, 31 Dec 2100 00:00:00 GMT';
const VARIES_BY = 'Accept-Language, Authorization, X-Event-Password';
const PUBLIC = 'public, max-age=90, must-revalidate';
const PASSWORD = { 'X-Event-Password': 'a secret' };

const calendar = useTestCalendar({
  CACHE_BYTES: '20000000',
  HTTP_MAX_AGE: '90',
  CORS_ORIGINS: 'https://a.example',
});
let event: ServedRecord;
beforeAll(async () => {
  const hidden = await createRecord(calendar, 'venues', { status: 'private' });
  const links = { venue: [hidden.id], organizer: [{ organizer: 'Ateneu' }], categories: ['Música'], tags: ['Jazz'] };
  event = await createRecord(calendar, 'events', { title: 'Concert', ...upcomingDates(), ...links, cost: '0' });
});

type Options = Partial<Pick<RawRequest, 'method' | 'headers' | 'body'>>;

/** Sends a request, by default a read without credentials. A `path` with a leading `/` is relative to the origin. */
const send = (path: string, { method = 'GET', headers, body }: Options = {}) =>
  rawRequest(calendar.origin, {
    method,
    path: path.startsWith('/') ? path : `${calendar.base.slice(calendar.origin.length)}/${path}`,
    headers: { 'X-Request-Id': 'same', ...headers },
    body,
  });

const tagIn = ({ headers }: RawResponse): string => headers.etag ?? 'none';

/** Sends a request with If-None-Match. */
const readIfNoneMatch = (path: string, tags: string, { headers, ...options }: Options = {}) =>
  send(path, { ...options, headers: { ...headers, 'If-None-Match': tags } });

/** Reads a path twice, the second time with the ETag of the first response. */
async function readTwice(path: string, options: Options = {}): Promise<[before: RawResponse, again: RawResponse]> {
  const before = await send(path, options);
  return [before, await readIfNoneMatch(path, tagIn(before), options)];
}

const NOT_MODIFIED = { status: 304, text: '' };

describe('Conditional read', () => {
  const PATHS = ['events', 'events/1', 'venues', 'organizers/1', 'categories/1', 'tags?hide_empty=false', 'doc', ''];
  const ADMIN_PATHS = ['me', 'users', 'users/1', 'tokens', 'tokens/1', 'audit'].map(
    (path) => `/calendar/admin/v1/${path}`,
  );

  it.each([...PATHS, ...ADMIN_PATHS])('returns 304 with the same headers and no body: %j (12.1)', async (path) => {
    for (const headers of [ADMIN_HEADERS, ...(path.startsWith('/') ? [] : [{}])]) {
      for (const method of ['GET', 'HEAD']) {
        const [before, again] = await readTwice(path, { method, headers });
        expect([before.status, tagIn(before)]).toEqual([200, expect.stringMatching(/^"(\d+-)?[\da-f]{32}"$/)]);
        expect(again).toMatchObject(NOT_MODIFIED);
        const { 'content-length': _length, 'content-type': _type, date: _date, ...expected } = before.headers;
        const { date: _later, ...headersAgain } = again.headers;
        expect(headersAgain).toEqual(expected);
        expect(headersAgain).toMatchObject({
          etag: tagIn(before),
          vary: expect.stringContaining(VARIES_BY),
          'x-request-id': 'same',
        });
      }
    }
  });

  it('matches lists of tags, weak tags and *, but neither other tags nor malformed headers (12.1)', async () => {
    const tag = tagIn(await send('events/1'));
    for (const tags of [`"a", ${tag}`, `W/${tag}`, '*'])
      expect([tags, await readIfNoneMatch('events/1', tags)]).toMatchObject([tags, NOT_MODIFIED]);
    for (const tags of [`*, ${tag}`, '"a"', tag.slice(1, -1), `${tag}"`, ''])
      expect([tags, (await readIfNoneMatch('events/1', tags)).status]).toEqual([tags, 200]);
  });

  it('returns 304 also with Cache-Control: no-cache in the request (12.1)', async () => {
    const tag = tagIn(await send('events'));
    const headers = { 'Cache-Control': 'no-cache', Pragma: 'no-cache' };
    expect(await readIfNoneMatch('events', tag, { headers })).toMatchObject(NOT_MODIFIED);
  });

  it('ignores If-Modified-Since and If-Unmodified-Since (12.1)', async () => {
    for (const headers of [{ 'If-Modified-Since': FUTURE }, { 'If-Modified-Since': FUTURE, 'If-None-Match': '"a"' }])
      for (const path of ['events/1', 'events']) expect((await send(path, { headers })).status).toBe(200);
    const past = { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' };
    expect((await send('events/1', { headers: past })).status).toBe(200);
  });
});

describe('Error of a read with If-None-Match', () => {
  it('does not become 304, neither with the former tag of the record nor with * (12.1)', async () => {
    const { id } = await createRecord(calendar, 'events');
    const tag = tagIn(await send(`events/${id}`));
    await calendar.request('PATCH', `events/${id}`, { json: { status: 'draft' } });
    for (const tags of [tag, '*']) {
      const invisible = await readIfNoneMatch(`events/${id}`, tags);
      expect([invisible.status, invisible.body['code'], tagIn(invisible)]).toEqual([404, 'event_not_found', 'none']);
      const paths = ['events/987654321', 'events?page=0', 'nothing', 'events?page=99', '/calendar/admin/v1/me'];
      const errors = await Promise.all(paths.map((path) => readIfNoneMatch(path, tags)));
      expect(errors.map(({ status }) => status)).toEqual([404, 400, 404, 404, 401]);
    }
  });

  it('is 403 without the event password, even with the tag of a read with the password (12.1, 8.13)', async () => {
    const { id } = await createRecord(calendar, 'events', { password: 'a secret' });
    const withPassword = await send(`events/${id}`, { headers: PASSWORD });
    expect(withPassword.status).toBe(200);
    expect((await readIfNoneMatch(`events/${id}`, tagIn(withPassword))).status).toBe(403);
    const again = await readIfNoneMatch(`events/${id}`, tagIn(withPassword), { headers: PASSWORD });
    expect([again.status, again.headers['cache-control']]).toEqual([304, 'no-store']);
  });
});

describe('Cache-Control', () => {
  const statusAndCacheControl = async (path: string, options?: Options) => {
    const { status, headers } = await send(path, options);
    return [status, headers['cache-control']];
  };

  it('is public with HTTP_MAX_AGE for anonymous reads; reads with credentials have Vary too (12.2)', async () => {
    for (const path of ['events', `events/${event.id}`, 'doc', '', 'tags?hide_empty=false']) {
      expect([path, ...(await statusAndCacheControl(path))]).toEqual([path, 200, PUBLIC]);
      const { headers } = await send(path, { headers: ADMIN_HEADERS });
      const isNegotiated = path.startsWith('events');
      expect([path, headers.vary]).toEqual([path, `${isNegotiated ? 'Accept, ' : ''}Origin, ${VARIES_BY}`]);
    }
    expect(await statusAndCacheControl('events', { headers: { 'If-None-Match': '*' } })).toEqual([304, PUBLIC]);
  });

  it.each(['/health/live', '/health/ready', '/docs'])(
    'has max-age=0 outside of the API, regardless of HTTP_MAX_AGE: %s (12.2)',
    async (path) => expect(await statusAndCacheControl(path)).toEqual([200, 'public, max-age=0, must-revalidate']),
  );

  it('is no-store for requests with credentials or a password, and for writes (12.2)', async () => {
    const { id } = await createRecord(calendar, 'events');
    const [eventPath, headers] = [`events/${id}`, { ...ADMIN_HEADERS, 'Content-Type': 'application/json' }];
    for (const [path, options] of [
      ['events', { headers: ADMIN_HEADERS }],
      [`${eventPath}?password=x`, {}],
      [eventPath, { headers: PASSWORD }],
      [eventPath, { method: 'PATCH', headers }],
      [eventPath, { method: 'DELETE', headers }],
    ] as const)
      expect([path, options, ...(await statusAndCacheControl(path, options))]).toEqual([
        path,
        options,
        200,
        'no-store',
      ]);
  });

  it.each<[error: string, status: number, path: string, options: Options]>([
    ['an unknown id', 404, 'events/987654321', {}],
    ['an invalid parameter', 400, 'events?page=0', {}],
    ['an unknown path of the API', 404, 'nothing', {}],
    ['an unknown path outside of the API', 404, '/nothing', {}],
    ['a method that the path does not have', 405, 'events', { method: 'PUT' }],
    ['a long URL', 414, `events?search=${'a'.repeat(9000)}`, {}],
    ['wrong credentials', 401, 'events', { headers: { Authorization: 'Bearer wrong' } }],
    ['a write without credentials', 401, 'events', { method: 'POST' }],
    [
      'an unsupported media type',
      415,
      'events',
      { method: 'POST', headers: { ...ADMIN_HEADERS, 'Content-Type': 'text/plain' }, body: 'a' },
    ],
  ])('is no-store for %s: %d (12.2)', async (_error, status, path, options) => {
    expect(await statusAndCacheControl(path, options)).toEqual([status, 'no-store']);
  });
});
