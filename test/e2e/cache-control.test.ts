import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecord } from '../support/records/kinds.js';
import { upcomingDates } from '../support/records/records.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const PUBLIC = 'public, max-age=90, must-revalidate';
const VARIES_BY = 'Accept-Language, Authorization, X-Event-Password';

let calendar: TestCalendar;
let id: number;
beforeAll(async () => {
  calendar = await startTestCalendar({ HTTP_MAX_AGE: '90', CORS_ORIGINS: 'https://a.example' });
  ({ id } = await createRecord(calendar, 'events', upcomingDates()));
});
afterAll(() => calendar.close());

async function statusAndCacheControl(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  token?: string,
) {
  const { status, headers: answered } = await calendar.request(method, path, { headers, token: token ?? null });
  return [status, answered.get('Cache-Control')];
}

describe('Cache-Control', () => {
  it('is public with HTTP_MAX_AGE for anonymous reads, and every read has Vary (12.2)', async () => {
    for (const path of ['events', `events/${id}`, 'doc', '', 'tags?hide_empty=false']) {
      expect([path, ...(await statusAndCacheControl('GET', path))]).toEqual([path, 200, PUBLIC]);
      const { headers } = await calendar.request('GET', path, { token: await calendar.createToken('author') });
      const isNegotiated = path.startsWith('events');
      expect([path, headers.get('Vary')]).toEqual([path, `${isNegotiated ? 'Accept, ' : ''}Origin, ${VARIES_BY}`]);
    }
    const tag = (await calendar.request('GET', 'events')).headers.get('ETag') ?? '';
    expect(await statusAndCacheControl('GET', 'events', { 'If-None-Match': tag })).toEqual([304, PUBLIC]);
  });

  it('has max-age=0 for health checks and documentation pages, regardless of HTTP_MAX_AGE (12.2)', async () => {
    for (const path of ['/health/live', '/health/ready', '/docs'])
      expect([path, ...(await statusAndCacheControl('GET', path))]).toEqual([
        path,
        200,
        'public, max-age=0, must-revalidate',
      ]);
  });

  it('is no-store for requests with credentials or a password, and for writes (12.2)', async () => {
    const token = await calendar.createToken('editor');
    expect(await statusAndCacheControl('GET', 'events', {}, token)).toEqual([200, 'no-store']);
    expect(await statusAndCacheControl('GET', `events/${id}?password=x`)).toEqual([200, 'no-store']);
    expect(await statusAndCacheControl('GET', `events/${id}`, { 'X-Event-Password': 'x' })).toEqual([200, 'no-store']);
    expect(await statusAndCacheControl('PATCH', `events/${id}`, {}, token)).toEqual([200, 'no-store']);
    expect(await statusAndCacheControl('DELETE', `events/${id}`, {}, token)).toEqual([200, 'no-store']);
  });

  it('is no-store for every error (12.2)', async () => {
    const found = [
      await statusAndCacheControl('GET', 'events/987654321'),
      await statusAndCacheControl('GET', 'events?page=0'),
      await statusAndCacheControl('GET', 'nothing'),
      await statusAndCacheControl('GET', '/nothing'),
      await statusAndCacheControl('PUT', 'events'),
      await statusAndCacheControl('GET', `events?search=${'a'.repeat(9000)}`),
      await statusAndCacheControl('GET', 'events', { Authorization: 'Bearer wrong' }),
      await statusAndCacheControl('POST', 'events'),
    ];
    expect(found).toEqual([404, 400, 404, 404, 405, 414, 401, 401].map((status) => [status, 'no-store']));
    const unread = await calendar.request('POST', 'events', { raw: 'a', headers: { 'Content-Type': 'text/plain' } });
    expect([unread.status, unread.headers.get('Cache-Control')]).toEqual([415, 'no-store']);
  });
});
