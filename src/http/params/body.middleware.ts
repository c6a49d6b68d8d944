import { isAscii, isUtf8 } from 'node:buffer';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import express, { type NextFunction, type Request, type Response } from 'express';
import { ApiError } from '../../kernel/errors/api-error.js';
import { codeOfStatus } from '../../kernel/errors/error-codes.js';
import { isJsonObject } from '../../kernel/schema/parsers.js';
import { parseExactJson } from '../../kernel/text/exact-json.js';
import { MAX_JSON_DEPTH, measureJson } from '../../kernel/text/json-shape.js';
import { parseMediaType } from '../request/media-type.js';
import { methodMayHaveBody } from '../request/http-methods.js';
import { requestStateOf } from '../request/request-state.js';
import { readUrlEncoded } from '../request/url-encoded.js';

/** Maximum size of a body, both as sent and decompressed: 1.5 MiB. */
const MAX_BODY_BYTES = 1_572_864;

/** A retry with more values than that is compared as sent, because sorting the members of all objects would take too long. */
const MAX_CANONICAL_VALUES = 50_000;

/** Longest JSON that is parsed although it nests too deeply, because its `ml_language` is the language of the error. */
const MAX_TOO_DEEP_LENGTH = 100_000;

const FORM_TYPE = 'application/x-www-form-urlencoded';
const JSON_TYPE = /^application\/(?:.+\+)?json$/;

const UTF8_DECODER = new TextDecoder();

/** Reads and decompresses a body up to the limit. Other parsers of Express accept invalid UTF-8. */
const receiveBytes = promisify(express.raw({ type: () => true, limit: MAX_BODY_BYTES }));

/** Parses the JSON and form bodies of `POST`, `PUT` and `PATCH`. Bodies of other methods are received and ignored. */
@Injectable()
export class BodyMiddleware implements NestMiddleware {
  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    if (hasBody(request)) await (methodMayHaveBody(request.method) ? readBody(request, response) : drainBody(request));
    next();
  }
}

/** Waits for the end of the body. A request with malformed chunks is rejected, also if its method ignores the body. */
async function drainBody(request: Request): Promise<void> {
  await Promise.race([rejectOversizedBody(request), finished(request.resume())]).catch(rethrowAsApiError);
}

/** @throws {ApiError} `unsupported_media_type`, `payload_too_large`, `invalid_json` */
async function readBody(request: Request, response: Response): Promise<void> {
  const { isForm, matchesCharset } = formatOf(request);
  // An alias that the parser does not know (RFC 9110, 8.4.1.3).
  if (/^\s*x-gzip\s*$/i.test(request.headers['content-encoding'] ?? '')) request.headers['content-encoding'] = 'gzip';
  await Promise.race([rejectOversizedBody(request), receiveBytes(request, response)]).catch(rethrowAsApiError);
  const bytes = request.body as Buffer;
  if (!matchesCharset(bytes)) throw new ApiError('unsupported_media_type');
  // The decoder removes a byte order mark, which a JSON parser may ignore (RFC 8259, 8.1).
  const text = UTF8_DECODER.decode(bytes);
  if (isForm) setFormBody(request, text);
  else setJsonBody(request, text);
}

/** @throws {ApiError} `unsupported_media_type`, also if there are two `Content-Type` headers */
function formatOf({ headersDistinct }: Request) {
  const headers = headersDistinct['content-type'] ?? [];
  const type = headers.length === 1 ? parseMediaType(String(headers)) : undefined;
  const isForm = type?.name === FORM_TYPE;
  if (!type || !(isForm || JSON_TYPE.test(type.name))) throw new ApiError('unsupported_media_type');
  return { isForm, matchesCharset: charsetCheckOf(type.parameters.get('charset') ?? 'utf-8') };
}

/**
 * Returns a check for bytes in a charset: UTF-8, under any label of the WHATWG Encoding Standard such as `utf8`, or
 * ASCII, which is a subset. Bytes that do not match the charset are rejected, not decoded to U+FFFD.
 * @throws {ApiError} `unsupported_media_type` for another charset
 */
function charsetCheckOf(charset: string): (bytes: Uint8Array) => boolean {
  if (charset.toLowerCase() === 'us-ascii') return isAscii;
  if (isUtf8Label(charset)) return isUtf8;
  const detail = { key: 'errors.unsupported_media_type.charset', args: { charset: charset.slice(0, 40) } };
  throw new ApiError('unsupported_media_type', { detail });
}

function isUtf8Label(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding === 'utf-8';
  } catch {
    return false;
  }
}

/** Rejects as soon as a body is too large as sent. Express limits only the decompressed size, and rejects only after the whole body. */
function rejectOversizedBody(request: Request): Promise<never> {
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

function setFormBody(request: Request, text: string): void {
  const form = readUrlEncoded(text);
  requestStateOf(request).form = form;
  request.body = Object.fromEntries(
    [...form.values].map(([name, texts]) => [name, texts.length === 1 ? texts[0] : texts]),
  );
}

function setJsonBody(request: Request, text: string): void {
  request.body = undefined;
  const { depth, values } = measureJson(text);
  if (values > MAX_CANONICAL_VALUES) requestStateOf(request).rawBody = text;
  const isTooDeep = depth > MAX_JSON_DEPTH;
  if (isTooDeep && text.length > MAX_TOO_DEEP_LENGTH) throw new ApiError('invalid_json');
  const parse = isTooDeep ? JSON.parse : parseExactJson;
  request.body = text === '' ? {} : parseJson(text, parse);
  if (isTooDeep || !isJsonObject(request.body)) throw new ApiError('invalid_json');
}

function parseJson(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new ApiError('invalid_json', { cause });
  }
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
