import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { ADMIN_TOKEN } from './test-calendar.js';

/** What {@link rawRequest} sends: nothing is added, corrected or encoded. */
export interface RawRequest {
  readonly method: string;
  /** Path and query as they go over the wire. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values of the headers in turn, as they came over the wire. */
  readonly rawHeaders: readonly string[];
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** The header of the administrator of a test calendar. */
export const ADMIN_HEADERS = { Authorization: `Bearer ${ADMIN_TOKEN}` };

/**
 * Sends what `fetch` would not: a body with `GET`, a body without media type, any method, paths that are not normal.
 * @example await rawRequest(calendar.origin, { method: 'GET', path: '/calendar/events/v1/tags', body: '{' })
 */
export function rawRequest(origin: string, { method, path, headers = {}, body }: RawRequest): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const clientRequest = request({ hostname, port, method, path, headers: { ...length, ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const isJson = response.headers['content-type']?.includes('json') === true && text !== '';
        const parsed = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
        const { statusCode: status = 0, headers: received, rawHeaders } = response;
        resolve({ status, headers: received, rawHeaders, text, body: parsed });
      });
    });
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}
