import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { ConformanceLog } from './conformance-log.js';

const DECODERS = new Map(Object.entries({ gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }));

/**
 * Compares every response of a server with its API document. Call it before the server listens.
 * @param document returns an OpenAPI document; called for the first response
 */
export function watchResponses(server: Server, document: () => object, restRoot: string): ConformanceLog {
  const log = new ConformanceLog(document, restRoot);
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { url: target = '' } = request;
    onResponseSent(response, (bytes) => {
      const { method = '' } = request;
      const body = method === 'HEAD' ? undefined : decodeBody(response, bytes);
      const { body: requestBody } = request as IncomingMessage & { body?: { fields?: unknown } };
      const isPartial = requestBody?.fields === undefined ? {} : { isPartial: true };
      const { statusCode: status } = response;
      const recorded = { method, target: servedTarget(target, response), status, headers: response.getHeaders(), body };
      log.record({ ...recorded, ...isPartial });
    });
  });
  return log;
}

/** Target of the request, or of the representation that `Accept` selected: it has its own operation in the document. */
function servedTarget(target: string, response: ServerResponse): string {
  const location = response.getHeader('content-location');
  const isJson = /(?<!ld\+)json\b/.test(String(response.getHeader('content-type')));
  return typeof location === 'string' && !isJson ? location.replace(/^https?:\/\/[^/]+/, '') : target;
}

/** Calls back with the complete body, unless the client has disconnected. */
function onResponseSent(response: ServerResponse, callback: (bytes: Buffer) => void): void {
  const parts: Buffer[] = [];
  const { write, end } = response;
  const collect = ([chunk, encoding]: readonly unknown[]) => {
    if (typeof chunk === 'string') parts.push(Buffer.from(chunk, encodingOf(encoding)));
    else if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk));
  };
  response.write = (...args: unknown[]) => {
    collect(args);
    return Reflect.apply(write, response, args) as boolean;
  };
  response.end = (...args: unknown[]) => {
    const isFirstEnd = !response.writableEnded;
    collect(args);
    const result = Reflect.apply(end, response, args) as ServerResponse;
    if (isFirstEnd && !response.destroyed) callback(Buffer.concat(parts));
    return result;
  };
}

const encodingOf = (encoding: unknown): BufferEncoding =>
  typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8';

const decodeBody = (response: ServerResponse, bytes: Buffer): Buffer =>
  DECODERS.get(String(response.getHeader('content-encoding')))?.(bytes) ?? bytes;
