import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { watchAnswers } from '../support/answers/watch-answers.js';

const text = { type: 'string' };
const problem = (...codes: readonly string[]) => ({
  content: {
    'application/problem+json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }] },
    },
  },
});

/** A library that lends books. */
const DOCUMENT = {
  paths: {
    '/calendar/events/v1/books/{id}': {
      get: {
        responses: {
          200: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } },
            headers: {
              'X-Shelf': { required: true, schema: { type: 'integer', minimum: 1 } },
              'X-Room': { schema: { enum: ['north', 'south'] } },
            },
          },
          404: problem('no_book', 'no_page'),
        },
      },
      delete: { responses: { 204: {} } },
    },
  },
  components: {
    schemas: {
      Writer: { type: 'object', properties: { name: text }, required: ['name'] },
      Record: { type: 'object', properties: { id: { type: 'integer', minimum: 1, example: 7 } }, required: ['id'] },
      Book: {
        allOf: [{ $ref: '#/components/schemas/Record' }],
        type: 'object',
        properties: {
          url: { type: 'string', format: 'uri' },
          site: { type: ['string', 'null'], format: 'iri' },
          at: { type: 'string', format: 'date-time' },
          writers: { type: 'array', items: { $ref: '#/components/schemas/Writer' } },
          cover: { anyOf: [{ $ref: '#/components/schemas/Writer' }, { type: 'null' }] },
          fields: { type: 'object', additionalProperties: true },
          anything: { type: 'object' },
        },
        required: ['url', 'writers', 'cover'],
      },
      Problem: { type: 'object', properties: { code: text, params: { type: 'object' } }, required: ['code'] },
    },
  },
};

const BOOK = {
  id: 7,
  url: 'https://a.example/7',
  site: 'https://a.example/à?b=1',
  at: '2026-12-20T19:00:00+01:00',
  writers: [{ name: 'Ramon' }, { name: 'Llull' }],
  cover: null,
  fields: { size: { any: 1 } },
  anything: { goes: [] },
};

interface Given {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
}

const FINE: Given = {
  status: 200,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'X-Shelf': '3' },
  body: JSON.stringify(BOOK),
};
const AS_PROBLEM = { 'Content-Type': 'application/problem+json' };
const book = (members: object) => ({ body: JSON.stringify({ ...BOOK, ...members }) });

/** What is found of an answer that is given to a request. */
async function found(given: Partial<Given>, target = '/calendar/events/v1/books/7', method = 'GET') {
  const { status, headers, body } = { ...FINE, ...given };
  const server = createServer((_request, response) => {
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value ?? '');
    const half = body.length / 2;
    if (method !== 'HEAD') response.write(body.slice(0, half));
    response.end(method === 'HEAD' ? undefined : body.slice(half));
  });
  const log = watchAnswers(server, () => DOCUMENT, '/api');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await (await fetch(`http://127.0.0.1:${port}${target}`, { method })).text();
  server.close();
  return log.found();
}

const deviations = async (...asked: Parameters<typeof found>) => (await found(...asked)).deviations;

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
    expect((await found({}, '/CA/api/calendar/events/v1/books/7/?page=2')).seen).toEqual({
      'GET /calendar/events/v1/books/{id} 200': 1,
    });
  });
});

describe('an answer that is not as documented', () => {
  const AT = 'GET /calendar/events/v1/books/{id}';
  it.each<[string, Partial<Given>, string]>([
    ['status', { status: 202 }, '202: is not documented, such as /calendar/events/v1/books/7'],
    ['media type', { headers: { 'Content-Type': 'text/html', 'X-Shelf': '3' } }, '200: media type text/html'],
    ['no media type', { headers: { 'X-Shelf': '3' } }, '200: media type (none)'],
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
      'additional member of what may be null',
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
    ['missing header', { headers: { 'Content-Type': 'application/json' } }, '200: lacks the header x-shelf'],
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
    ['problem that is none', { status: 404, body: '{"code":"no_page"}' }, '404: media type application/json'],
  ])('10.3 is told by what is wrong: %s', async (_what, given, fault) => {
    expect(await deviations(given, '/api/calendar/events/v1/books/7')).toEqual([`${AT} ${fault}`]);
  });

  it.each<[string, Partial<Given>, string, string, string]>([
    [
      'an error',
      { status: 404, body: '{}' },
      '/es/api/calendar/x',
      'GET',
      'GET (no operation) 404: media type application/json',
    ],
    [
      'a success',
      { status: 200 },
      '/api/calendar/x',
      'PUT',
      'PUT (no operation) 200: is not documented, such as /calendar/x',
    ],
    [
      'what HEAD gives',
      { status: 404 },
      '/api/calendar/x',
      'HEAD',
      'HEAD (no operation) 404: media type application/json',
    ],
  ])('10.3 is told where no operation is: %s', async (_what, given, target, method, fault) => {
    expect(await deviations(given, target, method)).toEqual([fault]);
  });

  it('10.3 is told once, however many elements have the fault', async () => {
    const writers = Array.from({ length: 5 }, (_, age) => ({ name: `Writer ${age}`, age }));
    expect(await deviations(book({ writers }), '/api/calendar/events/v1/books/7')).toEqual([
      `${AT} 200: /writers/* has "age", which is not documented`,
    ]);
  });

  it('10.3 is not told of what no client got', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const server = createServer((_request, response) => {
      response.once('close', () => {
        response.end('{');
        resolve();
      });
    });
    const log = watchAnswers(server, () => DOCUMENT, '');
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET /calendar/x HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(server, 'request');
    socket.destroy();
    await ended;
    server.close();
    expect(log.found()).toEqual({ seen: {}, deviations: [] });
  });
});
