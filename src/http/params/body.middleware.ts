import { isAscii, isUtf8 } from 'node:buffer';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import express, { type NextFunction, type Request, type Response } from 'express';
import { ApiError } from '../../kernel/errors/api-error.js';
import { codeOfStatus } from '../../kernel/errors/error-codes.js';
import { MAX_JSON_DEPTH, measureJson } from '../../kernel/text/json-shape.js';
import { parseMediaType } from '../request/media-type.js';
import { methodMayHaveBody } from '../request/http-methods.js';
import { requestStateOf } from '../request/request-state.js';
import { readUrlEncoded } from '../request/url-encoded.js';

/** Largest body, in bytes, both as sent and decompressed: 1.5 MiB. */
const MAX_BODY_BYTES = 1_572_864;

/** A body with more values than any record is compared with another as it was sent, not in canonical order. */
const MAX_CANONICAL_VALUES = 50_000;

/** A JSON body that nests too deeply is still parsed up to this length, for the language of the error. */
const MAX_INVALID_LENGTH = 100_000;

const FORM_TYPE = 'application/x-www-form-urlencoded';
const JSON_TYPE = /^application\/(?:.+\+)?json$/;

/** The accepted charsets, each a part of UTF-8. A body that does not match its charset would be stored with U+FFFD. */
const CHARSETS: ReadonlyMap<string, (bytes: Uint8Array) => boolean> = new Map([
  ['utf-8', isUtf8],
  ['us-ascii', isAscii],
]);

const UTF8 = new TextDecoder();

/** Express's reader decompresses a body and stops at the limit. Its parsers decode leniently, so parsing happens here. */
const receiveBytes = promisify(express.raw({ type: () => true, limit: MAX_BODY_BYTES }));

/** Reads the JSON and form bodies of writes. Bodies of other methods are received and ignored. */
@Injectable()
export class BodyMiddleware implements NestMiddleware {
  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    if (hasBody(request)) await (methodMayHaveBody(request.method) ? readBody(request, response) : skipBody(request));
    next();
  }
}

/** Waits for the end of the body: a malformed body makes the whole request malformed, which must not be handled then. */
async function skipBody(request: Request): Promise<void> {
  await Promise.race([exceedsLimit(request), finished(request.resume())]).catch(rethrowAsApiError);
}

/** @throws {ApiError} `unsupported_media_type`, `payload_too_large`, `invalid_json` */
async function readBody(request: Request, response: Response): Promise<void> {
  const { isForm, matchesCharset } = formatOf(request);
  await Promise.race([exceedsLimit(request), receiveBytes(request, response)]).catch(rethrowAsApiError);
  const bytes = request.body as Buffer;
  if (!matchesCharset(bytes)) throw new ApiError('unsupported_media_type');
  // The decoder drops a byte order mark, which parsers of JSON may ignore (RFC 8259, 8.1).
  const text = UTF8.decode(bytes);
  if (isForm) readForm(request, text);
  else readJson(request, text);
}

/** @throws {ApiError} `unsupported_media_type`, also for two `Content-Type` headers */
function formatOf({ headersDistinct }: Request) {
  const headers = headersDistinct['content-type'] ?? [];
  const type = headers.length === 1 ? parseMediaType(String(headers)) : undefined;
  const isForm = type?.name === FORM_TYPE;
  const matchesCharset = CHARSETS.get((type?.parameters.get('charset') ?? 'utf-8').toLowerCase());
  if (!matchesCharset || !type || !(isForm || JSON_TYPE.test(type.name))) throw new ApiError('unsupported_media_type');
  return { isForm, matchesCharset };
}

/** Rejects once a body is known to be too large. Express would receive all of it first, and limits only its decompressed size. */
function exceedsLimit(request: Request): Promise<never> {
  return new Promise((_resolve, reject) => {
    let received = 0;
    const check = (size: number) => size > MAX_BODY_BYTES && reject(new ApiError('payload_too_large'));
    check(Number(request.headers['content-length'] ?? 0));
    request.on('data', (part: Buffer) => check((received += part.length)));
  });
}

function rethrowAsApiError(cause: Error & { status?: number }): never {
  const { status = 400 } = cause;
  throw new ApiError(status === 400 ? 'invalid_json' : codeOfStatus(status), { cause });
}

function readForm(request: Request, text: string): void {
  const form = readUrlEncoded(text);
  requestStateOf(request).form = form;
  request.body = Object.fromEntries(
    [...form.values].map(([name, texts]) => [name, texts.length === 1 ? texts[0] : texts]),
  );
}

function readJson(request: Request, text: string): void {
  request.body = undefined;
  const { depth, values } = measureJson(text);
  const isTooDeep = depth > MAX_JSON_DEPTH;
  if (isTooDeep && text.length > MAX_INVALID_LENGTH) throw new ApiError('invalid_json');
  if (values > MAX_CANONICAL_VALUES) requestStateOf(request).rawBody = text;
  request.body = text === '' ? {} : parseJson(text);
  if (isTooDeep || !isObject(request.body)) throw new ApiError('invalid_json');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid_json', { cause });
  }
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isObject = (body: unknown): boolean => body !== null && typeof body === 'object' && !Array.isArray(body);
