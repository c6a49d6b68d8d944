import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectNoServerError } from '../support/expect-no-server-error.js';
import type { RawRequest } from '../support/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Some at a time: where more wait for the database than a slow machine gets through in a second, 503 is right. */
async function surviveAll(requests: readonly RawRequest[]): Promise<void> {
  for (let start = 0; start < requests.length; start += 20)
    await Promise.all(requests.slice(start, start + 20).map((request) => expectNoServerError(calendar, request)));
}

describe('no input causes a 500', () => {
  it('9.3 hostile names of parameters', async () => {
    const names = [
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      'length',
      '',
      '+',
      '[',
      ']',
      '[]',
      'a[',
      'a]b[',
      'a[b',
      '%00',
    ];
    const shapes = names.flatMap((name) => [
      name,
      `${name}=1`,
      `${name}[]=1`,
      `${name}[a]=1`,
      `${name}[a][b]=1`,
      `${name}[0][a]=1`,
    ]);
    const bodies = [...names, '\\ud800'].map((name) => `{"${name.replace('%00', '\\u0000')}":{"a":[1]}}`);
    await surviveAll([
      ...shapes.flatMap((query) => [
        { method: 'GET', path: `tags?${query}`, headers: { Prefer: 'handling=strict' } },
        { method: 'GET', path: `events?${query}` },
        {
          method: 'POST',
          path: 'events',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: query,
        },
      ]),
      ...bodies.map((body) => ({
        method: 'POST',
        path: 'tags',
        headers: { ...JSON_TYPE, Prefer: 'handling=strict' },
        body,
      })),
      { method: 'GET', path: `tags?a${'[b]'.repeat(2000)}=1` },
      { method: 'GET', path: `tags?${'a&'.repeat(4000)}` },
    ]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('9.3 hostile bodies', async () => {
    const deep = (open: string, close: string, depth: number) =>
      `{"title":${open.repeat(depth)}1${close.repeat(depth)}}`;
    const bodies = [
      '',
      ' ',
      '{',
      '}',
      'null',
      '[]',
      '""',
      '\ufeff{"title":"a"}',
      '{"title":"a"',
      '{"a":1}{"b":2}',
      "{'a':1}",
      '{"a":}',
      '{"a":\\u0041}',
    ];
    const nests = [deep('[', ']', 20_000), deep('{"a":', '}', 20_000), deep('[', ']', 31), `[${'['.repeat(100_000)}`];
    const json = [...bodies, ...nests].map((body) => ({ method: 'POST', path: 'events', headers: JSON_TYPE, body }));
    const types = [
      'application/json; charset=utf-7',
      'application/json; charset=utf-16',
      'application/json; charset="',
      'application/x-www-form-urlencoded; charset=latin1',
      'multipart/form-data; boundary=x',
      ';',
      '/',
      'a'.repeat(5000),
    ];
    const encodings = ['gzip', 'br', 'deflate', 'identity', 'zstd', 'x', 'gzip, gzip'];
    await surviveAll([
      ...json,
      ...types.map((type) => ({
        method: 'POST',
        path: 'events',
        headers: { 'Content-Type': type },
        body: '{"title":"a"}',
      })),
      ...encodings.map((encoding) => ({
        method: 'POST',
        path: 'events',
        headers: { ...JSON_TYPE, 'Content-Encoding': encoding },
        body: '{"title":"a"}',
      })),
    ]);
  });

  it('9.3 hostile headers', async () => {
    const headers: [string, string][] = [
      ['Accept-Language', 'ca;q=0.1,'.repeat(900)],
      ['Accept-Language', '../../etc/passwd'],
      ['Accept-Language', ';;;,,,q=,*;q=nan'],
      ['Accept', 'application/xml'],
      ['Host', 'a b'],
      ['Host', 'x'.repeat(3000)],
      ['Host', '"><script>'],
      // Beyond the last port, and no address of IPv4: no URL can hold them.
      ['Host', 'calendar.example:99999'],
      ['Host', '1.2.3.999'],
      ['X-Forwarded-Host', 'evil.example'],
      ['X-Request-Id', 'x'.repeat(3000)],
      ['Authorization', 'Bearer'],
      ['Authorization', 'Bearer a b'],
      ['Authorization', 'Basic !!!'],
      ['Authorization', `Basic ${Buffer.from('a\u0000:b\u0000').toString('base64')}`],
      ['Authorization', `Basic ${Buffer.from([0xff, 0x3a, 0xfe]).toString('base64')}`],
      ['Authorization', `Bearer ${'x'.repeat(5000)}`],
      ['Prefer', 'handling=strict,'.repeat(400)],
      ['Range', 'bytes=0-99999999999999999999'],
      ['If-Modified-Since', 'not a date'],
      ['If-None-Match', '"a" ,\t'.repeat(1000)],
      ['If-None-Match', '"'.repeat(3000)],
      ['X-HTTP-Method-Override', 'DELETE'],
      ['Origin', 'null'],
      ['Cookie', 'a='.repeat(1000)],
    ];
    const requests = headers.flatMap(([name, value]) => [
      ...['tags', 'doc', '/docs'].map((path) => ({ method: 'GET', path, headers: { [name]: value } })),
      { method: 'POST', path: 'tags', headers: { ...JSON_TYPE, [name]: value }, body: '{"name":{}}' },
    ]);
    await surviveAll(requests);
  });
});
