import { Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { entityTag } from '../../kernel/context/entity-tags.js';
import { requestStateOf } from '../request/request-state.js';
import { isTextStream, type TextStream } from '../request/text-response.js';
import { isPrivateRequest } from './cache-key.js';
import { startStream } from './start-stream.js';

/** Shorter bodies fit in one packet. */
const MAX_UNCOMPRESSED_BYTES = 1024;

const COMPRESSIBLE_TYPE_PATTERN = /^(?:text\/|[^;]*[/+](?:json|xml)\b)/i;

/** `no-transform` forbids compression (RFC 9111, 5.2.2.6), the others mark a response that may have a secret. */
const UNCOMPRESSED_CACHE_CONTROL_PATTERN = /\b(?:no-store|private|no-transform)\b/i;

/** Content codings (RFC 9110, 8.4.1), preferred ones first. */
const CODINGS = ['br', 'gzip', 'identity'] as const;
type ContentCoding = (typeof CODINGS)[number];

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify<string | Buffer, Buffer>(gzip);

/** As fast as gzip at its default level, about 1 ms for 100 kB, and smaller. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * The codings of a body that the client accepts, preferred ones first: `identity` alone if the body must not be
 * compressed.
 *
 * Responses to requests with credentials or a secret are never compressed: their length would reveal whether a text
 * that somebody else wrote occurs in data that only the caller may see (BREACH).
 */
export function acceptableCodings(request: Request, response: Response, body: unknown): readonly ContentCoding[] {
  if (!isCompressible(response, body) || isPrivateRequest(request)) return ['identity'];
  response.vary('Accept-Encoding');
  // Without the header, all codings are acceptable (RFC 9110, 12.5.3), but few clients that omit it decompress.
  if (request.headers['accept-encoding'] === undefined) return CODINGS.toReversed();
  const accepted = CODINGS.filter((coding) => request.acceptsEncodings(coding) !== false);
  const prefersIdentity = accepted.length === 0 || request.acceptsEncodings(...CODINGS) === 'identity';
  return prefersIdentity ? ['identity', ...accepted] : accepted;
}

/** The tag of a body in a coding: strong tags differ by coding (RFC 9110, 8.8.3.3). It has the version of the given tag. */
export function codedEntityTag(tag: string, coding: ContentCoding): string {
  if (coding === 'identity') return tag;
  const [, version] = /^"(\d+)-/.exec(tag) ?? [];
  return entityTag(`${coding} ${tag}`, version === undefined ? undefined : Number(version));
}

/** Compresses a body. A stream is started, unless the request is `HEAD`. */
export async function encodeBody(response: Response, body: unknown, coding: ContentCoding): Promise<unknown> {
  const encoded = isTextStream(body) ? await startText(response, body, coding) : await compress(body, coding);
  if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
  return encoded;
}

async function startText({ req }: Response, text: TextStream, coding: ContentCoding): Promise<Readable> {
  if (req.method === 'HEAD') return Readable.from([]);
  return startStream(text, requestStateOf(req).deadline, compressorOf(coding));
}

async function compress(body: unknown, coding: ContentCoding): Promise<unknown> {
  if (coding === 'identity') return body;
  const content = body as string | Buffer;
  return coding === 'br' ? compressWithBrotli(content, BROTLI_OPTIONS) : compressWithGzip(content);
}

function compressorOf(coding: ContentCoding): Transform | undefined {
  if (coding === 'identity') return undefined;
  return coding === 'br' ? createBrotliCompress(BROTLI_OPTIONS) : createGzip();
}

const isLongText = (body: unknown): boolean =>
  typeof body === 'string' || Buffer.isBuffer(body)
    ? Buffer.byteLength(body) > MAX_UNCOMPRESSED_BYTES
    : isTextStream(body);

function isCompressible(response: Response, body: unknown): boolean {
  return (
    isLongText(body) &&
    COMPRESSIBLE_TYPE_PATTERN.test(String(response.getHeader('Content-Type'))) &&
    !UNCOMPRESSED_CACHE_CONTROL_PATTERN.test(String(response.getHeader('Cache-Control'))) &&
    !response.hasHeader('Content-Encoding')
  );
}
