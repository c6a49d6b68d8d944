import { beforeAll, describe, expect, it } from 'vitest';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { createRecord, type ServedRecord } from '../support/records/kinds.js';
import { upcomingDates } from '../support/records/records.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';

/** Accept-Encoding as browsers send it. */
const BROWSER = 'gzip, deflate, br, zstd';

const calendar = useTestCalendar({ CACHE_BYTES: '20000000' });
let event: ServedRecord;
beforeAll(async () => {
  event = await createRecord(calendar, 'events', { ...upcomingDates(), description: 'A long text. '.repeat(100) });
});

/** Reads with `fetch`, which decompresses. */
async function read(path: string, coding: string, headers: Record<string, string> = {}, method = 'GET') {
  const url = path.startsWith('/') ? `${calendar.origin}${path}` : `${calendar.base}/${path}`;
  const response = await fetch(url, { method, headers: { ...headers, 'Accept-Encoding': coding } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const codingOf = ({ headers }: { headers: Headers }) => headers.get('Content-Encoding');
const tagOf = ({ headers }: { headers: Headers }) => headers.get('ETag') ?? 'none';

describe('Public response over 1 kB', () => {
  it.each([
    [BROWSER, 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.2', 'br'],
    ['br;q=0, GZIP', 'gzip'],
    ['deflate', null],
    ['gzip;q=0.5, identity', null],
    ['', null],
  ])('with Accept-Encoding: %s has the coding %s, and varies by that header (12.2)', async (accepted, coding) => {
    for (const path of ['events', `events/${event.id}`, 'doc?ml_language=ca', '', '/docs']) {
      const plain = await read(path, 'identity');
      const response = await read(path, accepted);
      expect([path, codingOf(response), response.text]).toEqual([path, coding, plain.text]);
      for (const { headers } of [plain, response]) expect(headers.get('Vary')).toContain('Accept-Encoding');
    }
  });

  it('has a strong entity tag per coding, and is 304 if the client knows the tag of a coding that it accepts (12.1)', async () => {
    for (const path of [`events/${event.id}`, 'events', 'doc']) {
      const tags = new Map<string, string>();
      for (const coding of ['identity', 'gzip', 'br']) tags.set(coding, tagOf(await read(path, coding)));
      expect(new Set(tags.values()).size).toBe(3);
      for (const [coding, tag] of tags) {
        expect(tag).toMatch(path.startsWith('events/') ? /^"1-[\da-f]{32}"$/ : /^"[\da-f]{32}"$/);
        for (const accepted of tags.keys()) {
          const again = await read(path, accepted, { 'If-None-Match': `"other", ${tag}` });
          const isKnown = coding === accepted || coding === 'identity';
          const expected = isKnown
            ? [304, tag, null, '']
            : [200, tags.get(accepted), accepted === 'identity' ? null : accepted];
          const found = [again.status, tagOf(again), codingOf(again), ...(isKnown ? [again.text] : [])];
          expect([path, coding, accepted, ...found]).toEqual([path, coding, accepted, ...expected]);
        }
        // Without Accept-Encoding, every coding is acceptable. `fetch` would add the header.
        const target = `${calendar.base.slice(calendar.origin.length)}/${path}`;
        expect(
          await rawRequest(calendar.origin, { method: 'GET', path: target, headers: { 'If-None-Match': tag } }),
        ).toMatchObject({
          status: 304,
          text: '',
        });
      }
    }
  });

  it('has the same headers with HEAD as with GET (12.1, 1.1)', async () => {
    const headersOf = async (method: string) => {
      const { headers, text } = await read(`events/${event.id}`, BROWSER, { 'X-Request-Id': 'same' }, method);
      const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...others } = Object.fromEntries(headers);
      return { others, isEmpty: text === '' };
    };
    const { others } = await headersOf('GET');
    expect(others).toMatchObject({ 'content-encoding': 'br', 'content-length': expect.stringMatching(/^\d+$/) });
    expect(await headersOf('HEAD')).toEqual({ others, isEmpty: true });
  });
});

describe('Response that may contain a secret, short response and error', () => {
  it('is not compressed (8.15, 12.2)', async () => {
    const secret = await createRecord(calendar, 'events', { description: 'Long. '.repeat(300), password: 'a secret' });
    const responses = [
      await read('events', BROWSER, ADMIN_HEADERS),
      await read(`events/${event.id}?password=x`, BROWSER),
      await read(`events/${secret.id}`, BROWSER, { 'X-Event-Password': 'a secret' }),
      await read('/calendar/admin/v1/me', BROWSER, ADMIN_HEADERS),
      await read('tags', BROWSER),
      await read('/health/live', BROWSER),
      await read(`events?${Array.from({ length: 100 }, (_, index) => `ml_${index}=`).join('&')}`, BROWSER, {
        Prefer: 'handling=strict',
      }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 400]);
    expect(responses.map(codingOf)).toEqual(responses.map(() => null));
  });
});
