import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { AS_PROBLEM, deviations, FINE, found, type Given } from './library.js';

describe('Response as documented', () => {
  it.each<[string, Partial<Given>, string?, string?]>([
    ['of one record', {}],
    ['without optional members', { body: JSON.stringify({ id: 7, url: 'a:b', writers: [], cover: { name: 'R' } }) }],
    ['compressed', { headers: { ...FINE.headers, 'Content-Encoding': 'gzip' }, body: gzipSync(FINE.body) }],
    ['to HEAD', {}, '/api/calendar/events/v1/books/7', 'HEAD'],
    ['without a body', { status: 204, headers: {}, body: '' }, '/api/calendar/events/v1/books/7', 'DELETE'],
    ['a problem', { status: 404, headers: AS_PROBLEM, body: '{"code":"no_page","params":{"a":"b"}}' }],
    ['OPTIONS', { status: 200 }, '/api/calendar/events/v1/books/7', 'OPTIONS'],
    ['outside the API', { status: 418 }, '/docs'],
    ['of an unknown path', { status: 404, headers: AS_PROBLEM, body: '{"code":"any"}' }, '/api/calendar/nowhere'],
    [
      'outside the REST root',
      { status: 404, headers: AS_PROBLEM, body: '{"code":"any"}' },
      '/calendar/events/v1/books/7',
    ],
  ])('is accepted: %s (10.3)', async (_what, given, target = '/api/calendar/events/v1/books/7', method = 'GET') => {
    expect(await deviations(given, target, method)).toEqual([]);
  });

  it('is counted by operation and status for any form of the URL (10.3)', async () => {
    expect((await found({}, '/CA/api/calendar/events/v1/books/7/?page=2')).counts).toEqual({
      'GET /calendar/events/v1/books/{id} 200': 1,
    });
  });
});
