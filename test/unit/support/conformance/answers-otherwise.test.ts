import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { watchResponses } from '../../../support/document/watch-responses.js';
import { AS_JSON, AS_PROBLEM, book, deviations, DOCUMENT, FINE, type Given } from './library.js';

describe('Response that deviates from the document', () => {
  const AT = 'GET /calendar/events/v1/books/{id}';
  it.each<[string, Partial<Given>, string]>([
    ['status', { status: 202 }, '202: is not documented, such as /calendar/events/v1/books/7'],
    ['media type', { headers: { ...FINE.headers, 'Content-Type': 'text/html' } }, '200: media type text/html'],
    ['no media type', { headers: { 'X-Request-Id': 'a', 'X-Shelf': '3' } }, '200: media type (none)'],
    ['no JSON', { body: '{' }, '200: is no JSON'],
    ['missing member', book({ url: undefined }), "200: body must have required property 'url'"],
    ['missing inherited member', book({ id: undefined }), "200: body must have required property 'id'"],
    [
      'missing inner member',
      book({ writers: [{ name: 'R' }, {}] }),
      "200: /writers/* must have required property 'name'",
    ],
    ['additional member', book({ more: 1 }), '200: body has "more", which is not documented'],
    [
      'additional inner member',
      book({ writers: [{ name: 'R', more: 1 }] }),
      '200: /writers/* has "more", which is not documented',
    ],
    [
      'additional member of a nullable object',
      book({ cover: { name: 'R', x: 1 } }),
      '200: /cover has "x", which is not documented',
    ],
    ['type', book({ fields: [] }), '200: /fields must be object, such as []'],
    ['inner type', book({ cover: { name: 5 } }), '200: /cover/name must be string, such as 5'],
    ['null', book({ url: null }), '200: /url must be string, such as null'],
    ['minimum', book({ id: 0 }), '200: /id must be >= 1, such as 0'],
    ['address', book({ url: 'a b' }), '200: /url must match format "uri", such as "a b"'],
    ['address of any script', book({ site: 'http://a b' }), '200: /site must match format "iri", such as "http://a b"'],
    [
      'moment',
      book({ at: '2026-12-20 19:00:00' }),
      '200: /at must match format "date-time", such as "2026-12-20 19:00:00"',
    ],
    [
      'missing header',
      { headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'a' } },
      '200: lacks the header x-shelf',
    ],
    [
      'missing header that is described by reference',
      { headers: { 'Content-Type': 'application/json', 'X-Shelf': '3' } },
      '200: lacks the header x-request-id',
    ],
    [
      'additional header',
      { headers: { ...FINE.headers, 'X-Secret': 'a' } },
      '200: has the header x-secret, which is not documented',
    ],
    [
      'header that other sites cannot read',
      { headers: { ...FINE.headers, 'Access-Control-Expose-Headers': 'Content-Type, X-Request-Id' } },
      '200: has the header x-shelf, which is not exposed',
    ],
    [
      'header type',
      { headers: { ...FINE.headers, 'X-Shelf': 'top' } },
      '200: header x-shelf must be integer, such as "top"',
    ],
    ['header value', { headers: { ...FINE.headers, 'X-Shelf': '0' } }, '200: header x-shelf must be >= 1, such as 0'],
    [
      'optional header',
      { headers: { ...FINE.headers, 'X-Room': 'west' } },
      '200: header x-room must be equal to one of the allowed values, such as "west"',
    ],
    [
      'code',
      { status: 404, headers: AS_PROBLEM, body: '{"code":"gone"}' },
      '404: /code must be equal to one of the allowed values, such as "gone"',
    ],
    [
      'member of a problem',
      { status: 404, headers: AS_PROBLEM, body: '{"code":"no_page","id":1}' },
      '404: body has "id", which is not documented',
    ],
    [
      'problem with another media type',
      { status: 404, headers: AS_JSON, body: '{"code":"no_page"}' },
      '404: media type application/json',
    ],
  ])('is reported with the deviation: %s (10.3)', async (_what, given, fault) => {
    expect(await deviations(given, '/api/calendar/events/v1/books/7')).toEqual([`${AT} ${fault}`]);
  });

  it.each<[string, Partial<Given>, string, string, string]>([
    [
      'an error',
      { status: 404, headers: AS_JSON, body: '{}' },
      '/es/api/calendar/x',
      'GET',
      'GET (no operation) 404: media type application/json',
    ],
    [
      'an error without the required header',
      { status: 404, headers: { 'Content-Type': 'application/problem+json' }, body: '{"code":"any"}' },
      '/api/calendar/x',
      'GET',
      'GET (no operation) 404: lacks the header x-request-id',
    ],
    [
      'a success',
      { status: 200 },
      '/api/calendar/x',
      'PUT',
      'PUT (no operation) 200: is not documented, such as /calendar/x',
    ],
    [
      'a response to HEAD',
      { status: 404, headers: AS_JSON },
      '/api/calendar/x',
      'HEAD',
      'HEAD (no operation) 404: media type application/json',
    ],
  ])('is reported for a path without an operation: %s (10.3)', async (_what, given, target, method, fault) => {
    expect(await deviations(given, target, method)).toEqual([fault]);
  });

  it('is reported once if several elements have the same deviation (10.3)', async () => {
    const writers = Array.from({ length: 5 }, (_, age) => ({ name: `Writer ${age}`, age }));
    expect(await deviations(book({ writers }), '/api/calendar/events/v1/books/7')).toEqual([
      `${AT} 200: /writers/* has "age", which is not documented`,
    ]);
  });

  it('is not reported if the client disconnected before the response (10.3)', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const server = createServer((_request, response) => {
      response.once('close', () => {
        response.end('{');
        resolve();
      });
    });
    const log = watchResponses(server, () => DOCUMENT, '');
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET /calendar/x HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(server, 'request');
    socket.destroy();
    await ended;
    server.close();
    expect(log.report()).toEqual({ counts: {}, deviations: [] });
  });
});
