import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { AS_PROBLEM, deviations, FINE, found, type Given } from './library.js';

describe('an answer as documented', () => {
  it.each<[string, Partial<Given>, string?, string?]>([
    ['of one record', {}],
    ['without what may be missing', { body: JSON.stringify({ id: 7, url: 'a:b', writers: [], cover: { name: 'R' } }) }],
    ['compressed', { headers: { ...FINE.headers, 'Content-Encoding': 'gzip' }, body: gzipSync(FINE.body) }],
    ['to HEAD', {}, '/api/calendar/events/v1/books/7', 'HEAD'],
    ['without a body', { status: 204, headers: {}, body: '' }, '/api/calendar/events/v1/books/7', 'DELETE'],
    ['a problem', { status: 404, headers: AS_PROBLEM, body: '{"code":"no_page","params":{"a":"b"}}' }],
    ['OPTIONS', { status: 200 }, '/api/calendar/events/v1/books/7', 'OPTIONS'],
    ['beside the interface', { status: 418 }, '/docs'],
    ['where nothing is', { status: 404, headers: AS_PROBLEM, body: '{"code":"any"}' }, '/api/calendar/nowhere'],
    [
      'beside the REST root',
      { status: 404, headers: AS_PROBLEM, body: '{"code":"any"}' },
      '/calendar/events/v1/books/7',
    ],
  ])('10.3 is found to be so: %s', async (_what, given, target = '/api/calendar/events/v1/books/7', method = 'GET') => {
    expect(await deviations(given, target, method)).toEqual([]);
  });

  it('10.3 is counted by operation and status, whatever the address looks like', async () => {
    expect((await found({}, '/CA/api/calendar/events/v1/books/7/?page=2')).counts).toEqual({
      'GET /calendar/events/v1/books/{id} 200': 1,
    });
  });
});
