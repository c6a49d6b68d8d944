import { request, type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { ADMIN_TOKEN } from '../calendar/test-calendar.js';

/** Sent by {@link rawRequest} without corrections or encoding. */
export interface RawRequest {
  readonly method: string;
  /** Path and query as on the wire. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer | undefined;
  /** Agent whose connections are used. Default: Node's. */
  readonly agent?: Agent;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values of the headers in turn, as on the wire. */
  readonly rawHeaders: readonly string[];
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** Credentials of the administrator of every test calendar. */
export const ADMIN_HEADERS = { Authorization: `Bearer ${ADMIN_TOKEN}` };

/**
 * Sends requests that `fetch` refuses or changes: a body with `GET`, a body without media type, any method, unnormalized paths.
 * @example await rawRequest(calendar.origin, { method: 'GET', path: '/calendar/events/v1/tags', body: '{' })
 */
export function rawRequest(
  origin: string,
  { method, path, headers = {}, body, agent }: RawRequest,
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const options = { agent, hostname, port, method, path, headers: { ...length, ...headers } };
    const clientRequest = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const isJson = response.headers['content-type']?.includes('json') === true && text !== '';
        const responseBody = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
        const { statusCode: status = 0, headers: responseHeaders, rawHeaders } = response;
        resolve({ status, headers: responseHeaders, rawHeaders, text, body: responseBody });
      });
    });
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}

/** A request with a JSON body, by default as administrator. `path` is relative to the origin. */
export interface JsonRequest extends Pick<RawRequest, 'method' | 'path'> {
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export function sendJson(origin: string, { method, path, json, headers }: JsonRequest): Promise<RawResponse> {
  return rawRequest(origin, {
    method,
    path,
    headers: { ...ADMIN_HEADERS, 'Content-Type': 'application/json', ...headers },
    body: json && JSON.stringify(json),
  });
}
