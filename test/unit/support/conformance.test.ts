import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ConformanceLog } from '../../support/document/conformance-log.js';

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
            headers: { 'X-Request-Id': ref('headers/X-Request-Id'), 'X-Shelf': { schema: { type: 'integer' } } },
          },
        },
      },
    },
  },
  components: {
    headers: { 'X-Request-Id': { required: true, schema: text } },
    schemas: {
      Writer: { type: 'object', properties: { name: text }, required: ['name'] },
      Record: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      Book: {
        allOf: [ref('schemas/Record')],
        type: 'object',
        properties: {
          url: { type: 'string', format: 'uri' },
          writers: { type: 'array', items: ref('schemas/Writer') },
          cover: { anyOf: [ref('schemas/Writer'), { type: 'null' }] },
          fields: { type: 'object', additionalProperties: true },
        },
      },
      Problem: { type: 'object', properties: { code: text }, required: ['code'] },
    },
  },
};

const BOOK = { id: 7, url: 'https://a.example/7', writers: [{ name: 'Ramon' }], cover: null, fields: { any: 1 } };
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'a' };
const PROBLEM = { 'content-type': 'application/problem+json', 'x-request-id': 'a' };

/** The differences of a response from the document. The default response has none. */
function deviationsOf({ target = '/api/calendar/events/v1/books/7', method = 'GET', status = 200, ...response }: Case) {
  const log = new ConformanceLog(() => DOCUMENT, '/api');
  const headers = { ...HEADERS, ...response.headers };
  const body = Buffer.from(response.json ?? JSON.stringify({ ...BOOK, ...response.book }));
  log.record({ method, target, status, headers, body: method === 'HEAD' ? undefined : body });
  return log.report().deviations;
}

interface Case {
  readonly method?: string;
  readonly target?: string;
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  /** Changed members of the body. */
  readonly book?: object;
  /** The whole body. */
  readonly json?: string;
}

describe('Response', () => {
  it('as documented has no deviations (10.3)', () => {
    expect(deviationsOf({})).toEqual([]);
  });

  it.each<[deviation: string, response: Case]>([
    ['202: is not documented, such as /calendar/events/v1/books/7', { status: 202 }],
    ['200: media type text/html', { headers: { 'content-type': 'text/html' } }],
    ['200: is no JSON', { json: '{' }],
    ["200: body must have required property 'id'", { book: { id: undefined } }],
    ['200: body has "more", which is not documented', { book: { more: 1 } }],
    ['200: /writers/* has "age", which is not documented', { book: { writers: [{ name: 'R', age: 1 }] } }],
    ['200: /cover has "x", which is not documented', { book: { cover: { name: 'R', x: 1 } } }],
    ['200: /url must match format "uri", such as "a b"', { book: { url: 'a b' } }],
    ['200: lacks the header x-request-id', { headers: { 'x-request-id': undefined } }],
    ['200: has the header x-secret, which is not documented', { headers: { 'x-secret': 'a' } }],
    [
      '200: has the header x-shelf, which is not exposed',
      { headers: { 'x-shelf': '3', 'access-control-expose-headers': 'X-Request-Id, Content-Type' } },
    ],
    ['200: header x-shelf must be integer, such as "top"', { headers: { 'x-shelf': 'top' } }],
  ])('that differs from the document is reported: %s (10.3)', (deviation, response) => {
    expect(deviationsOf(response)).toEqual([`GET /calendar/events/v1/books/{id} ${deviation}`]);
  });

  it.each<[deviation: string, response: Case]>([
    ['GET (no operation) 404: media type application/json', { status: 404, json: '{}' }],
    [
      'GET (no operation) 404: body has "id", which is not documented',
      { status: 404, headers: PROBLEM, json: '{"code":"a","id":1}' },
    ],
    ['PUT (no operation) 200: is not documented, such as /calendar/x', { method: 'PUT' }],
    ['HEAD (no operation) 404: media type application/json', { method: 'HEAD', status: 404 }],
  ])('of a path without an operation is reported: %s (10.3)', (deviation, response) => {
    expect(deviationsOf({ target: '/es/api/calendar/x', ...response })).toEqual([deviation]);
  });
});
