import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchResponses } from '../../../support/document/watch-responses.js';

const text = { type: 'string' };
const problem = (...codes: readonly string[]) => ({
  content: {
    'application/problem+json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }] },
    },
  },
  headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
});

/** OpenAPI document of a fictional library. */
export const DOCUMENT = {
  paths: {
    '/calendar/events/v1/books/{id}': {
      get: {
        responses: {
          200: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } },
            headers: {
              'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
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
    headers: { 'X-Request-Id': { required: true, schema: text } },
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

/** A mocked response. */
export interface Given {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
}

/** Response as documented. */
export const FINE: Given = {
  status: 200,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'X-Shelf': '3', 'X-Request-Id': 'a' },
  body: JSON.stringify(BOOK),
};
/** Headers of responses that document no headers of their own. */
export const AS_JSON = { 'Content-Type': 'application/json', 'X-Request-Id': 'a' };
export const AS_PROBLEM = { 'Content-Type': 'application/problem+json', 'X-Request-Id': 'a' };
/** Response body of the book with changed members. */
export const book = (members: object) => ({ body: JSON.stringify({ ...BOOK, ...members }) });

/** Sends one request that gets the mocked response, and returns the report of `watchResponses`. */
export async function found(given: Partial<Given>, target = '/calendar/events/v1/books/7', method = 'GET') {
  const { status, headers, body } = { ...FINE, ...given };
  const server = createServer((_request, response) => {
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value ?? '');
    const half = body.length / 2;
    if (method !== 'HEAD') response.write(body.slice(0, half));
    response.end(method === 'HEAD' ? undefined : body.slice(half));
  });
  const log = watchResponses(server, () => DOCUMENT, '/api');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await (await fetch(`http://127.0.0.1:${port}${target}`, { method })).text();
  server.close();
  return log.report();
}

/** Returns only the deviations of the report. */
export const deviations = async (...asked: Parameters<typeof found>) => (await found(...asked)).deviations;
