import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { watchResponses } from '../../support/document/watch-responses.js';

const text = { type: 'string' };
const ref = (part: string) => ({ $ref: `#/components/${part}` });

/** OpenAPI document of a fictional library. */
const DOCUMENT = {
  paths: {
    '/calendar/events/v1/books/{id}': {
      get: {
        responses: {
          200: {
            content: { 'application/json': { schema: ref('schemas/Book') } },
            headers: {
              'X-Request-Id': ref('headers/X-Request-Id'),
              'X-Shelf': { required: true, schema: { type: 'integer', minimum: 1 } },
            },
          },
          404: {
            content: {
              'application/problem+json': {
                schema: { allOf: [ref('schemas/Problem'), { properties: { code: { enum: ['no_book'] } } }] },
              },
            },
            headers: { 'X-Request-Id': ref('headers/X-Request-Id') },
          },
        },
      },
      delete: { responses: { 204: {} } },
    },
  },
  components: {
    headers: { 'X-Request-Id': { required: true, schema: text } },
    schemas: {
      Writer: { type: 'object', properties: { name: text }, required: ['name'] },
      Record: { type: 'object', properties: { id: { type: 'integer', minimum: 1 } }, required: ['id'] },
      Book: {
        allOf: [ref('schemas/Record')],
        type: 'object',
        properties: {
          url: { type: 'string', format: 'uri' },
          writers: { type: 'array', items: ref('schemas/Writer') },
          cover: { anyOf: [ref('schemas/Writer'), { type: 'null' }] },
          fields: { type: 'object', additionalProperties: true },
        },
        required: ['url', 'writers', 'cover'],
      },
      Problem: { type: 'object', properties: { code: text, params: { type: 'object' } }, required: ['code'] },
    },
  },
};

interface MockResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
}

const WRITERS = [{ name: 'Ramon' }, { name: 'Llull' }];
const BOOK = { id: 7, url: 'https://a.example/7', writers: WRITERS, cover: null, fields: { size: { any: 1 } } };
/** Response as documented. */
const DOCUMENTED_RESPONSE: MockResponse = {
  status: 200,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'X-Shelf': '3', 'X-Request-Id': 'a' },
  body: JSON.stringify(BOOK),
};
const AS_JSON = { 'Content-Type': 'application/json', 'X-Request-Id': 'a' };
const AS_PROBLEM = { 'Content-Type': 'application/problem+json', 'X-Request-Id': 'a' };
const book = (members: object) => ({ body: JSON.stringify({ ...BOOK, ...members }) });
const withHeaders = (headers: OutgoingHttpHeaders) => ({ headers: { ...DOCUMENTED_RESPONSE.headers, ...headers } });
const problem = (status: number, members: object) => ({ status, headers: AS_PROBLEM, body: JSON.stringify(members) });
const PATH = '/api/calendar/events/v1/books/7';

/** Sends one request that gets the mocked response, and returns the report of `watchResponses`. */
async function reportOf(overrides: Partial<MockResponse>, target = PATH, method = 'GET') {
  const { status, headers, body } = { ...DOCUMENTED_RESPONSE, ...overrides };
  const server = createServer((_request, response) => {
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value ?? '');
    const middle = body.length / 2;
    if (method !== 'HEAD') response.write(body.slice(0, middle));
    response.end(method === 'HEAD' ? undefined : body.slice(middle));
  });
  const log = watchResponses(server, () => DOCUMENT, '/api');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${target}`, { method })).text();
  server.close();
  return log.report();
}

describe('Response', () => {
  it.each<[string, Partial<MockResponse>, string?, string?]>([
    ['of one record', {}],
    ['compressed', { ...withHeaders({ 'Content-Encoding': 'gzip' }), body: gzipSync(DOCUMENTED_RESPONSE.body) }],
    ['to HEAD', {}, PATH, 'HEAD'],
    ['without a body', { status: 204, headers: {}, body: '' }, PATH, 'DELETE'],
    ['of a problem', problem(404, { code: 'no_book', params: { a: 'b' } })],
    ['to OPTIONS', { status: 200 }, PATH, 'OPTIONS'],
    ['outside the API', { status: 418 }, '/docs'],
    ['of an unknown path', problem(404, { code: 'any' }), '/api/calendar/nowhere'],
    ['outside the REST root', problem(404, { code: 'any' }), '/calendar/events/v1/books/7'],
  ])('%s as documented is accepted (10.3)', async (_what, ...requestArguments) => {
    expect((await reportOf(...requestArguments)).deviations).toEqual([]);
  });

  it('is counted by operation and status for any form of the URL (10.3)', async () => {
    expect((await reportOf({}, '/CA/api/calendar/events/v1/books/7/?page=2')).counts).toEqual({
      'GET /calendar/events/v1/books/{id} 200': 1,
    });
  });

  it.each<[string, Partial<MockResponse>]>([
    ['202: is not documented, such as /calendar/events/v1/books/7', { status: 202 }],
    ['200: media type text/html', withHeaders({ 'Content-Type': 'text/html' })],
    ['200: is no JSON', { body: '{' }],
    ["200: body must have required property 'id'", book({ id: undefined })],
    ['200: body has "more", which is not documented', book({ more: 1 })],
    [
      '200: /writers/* has "age", which is not documented',
      book({ writers: WRITERS.map((writer) => ({ ...writer, age: 1 })) }),
    ],
    ['200: /cover has "x", which is not documented', book({ cover: { name: 'R', x: 1 } })],
    ['200: /cover/name must be string, such as 5', book({ cover: { name: 5 } })],
    ['200: /url must match format "uri", such as "a b"', book({ url: 'a b' })],
    ['200: lacks the header x-shelf', { headers: AS_JSON }],
    ['200: lacks the header x-request-id', { headers: { 'Content-Type': 'application/json', 'X-Shelf': '3' } }],
    ['200: has the header x-secret, which is not documented', withHeaders({ 'X-Secret': 'a' })],
    [
      '200: has the header x-shelf, which is not exposed',
      withHeaders({ 'Access-Control-Expose-Headers': 'X-Request-Id, Content-Type' }),
    ],
    ['200: header x-shelf must be integer, such as "top"', withHeaders({ 'X-Shelf': 'top' })],
    ['404: /code must be equal to one of the allowed values, such as "gone"', problem(404, { code: 'gone' })],
    ['404: body has "id", which is not documented', problem(404, { code: 'no_book', id: 1 })],
    ['404: media type application/json', { status: 404, headers: AS_JSON, body: '{"code":"no_book"}' }],
  ])('that differs from the document is reported: %s (10.3)', async (deviation, overrides) => {
    expect((await reportOf(overrides)).deviations).toEqual([`GET /calendar/events/v1/books/{id} ${deviation}`]);
  });

  it.each<[string, Partial<MockResponse>, string]>([
    ['404: media type application/json', { status: 404, headers: AS_JSON, body: '{}' }, 'GET'],
    [
      '404: lacks the header x-request-id',
      { ...problem(404, { code: 'any' }), headers: { 'Content-Type': 'application/problem+json' } },
      'GET',
    ],
    ['200: is not documented, such as /calendar/x', { status: 200 }, 'PUT'],
    ['404: media type application/json', { status: 404, headers: AS_JSON }, 'HEAD'],
  ])('of a path without an operation is reported: %s (10.3)', async (deviation, overrides, method) => {
    expect((await reportOf(overrides, '/es/api/calendar/x', method)).deviations).toEqual([
      `${method} (no operation) ${deviation}`,
    ]);
  });

  it('is not checked if the client disconnected before it (10.3)', async () => {
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
