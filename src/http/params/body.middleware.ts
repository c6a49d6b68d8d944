import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../../kernel/errors/api-error.js';
import { MAX_JSON_DEPTH, measureJson } from '../../kernel/text/json-shape.js';
import { readUrlEncoded } from '../request/url-encoded.js';
import { bodyFormatOf, decodeBody, type BodyFormat } from './body-format.js';
import { mayHaveBody } from '../request/methods.js';
import { discardBody, readBody } from './read-body.js';
import { stateOf } from '../request/request-state.js';
/** Largest body, in bytes: 1.5 MiB. */
const MAX_BODY_BYTES = 1_572_864;

/** More values than are in any record: a body of more is not put in order to compare it with another. */
const MAX_CANONICAL_VALUES = 50_000;

/** Up to how many characters a body that is refused is looked at all the same, for the language in which to say so. */
const MAX_INVALID_LENGTH = 100_000;

/** Reads JSON and form bodies of writes; refuses other media types. Bodies of other methods are received, and ignored. */
@Injectable()
export class BodyMiddleware implements NestMiddleware {
  use(request: Request, _response: Response, next: NextFunction): void | Promise<void> {
    if (!hasBody(request)) return next();
    if (!mayHaveBody(request.method)) return skipBody(request, next);
    return read(request, bodyFormatOf(request), next);
  }
}

/** Before anything is done: until the end has come, the request may prove to be none, and be answered so. */
async function skipBody(request: Request, next: NextFunction): Promise<void> {
  await discardBody(request, MAX_BODY_BYTES);
  next();
}

async function read(request: Request, format: BodyFormat, next: NextFunction): Promise<void> {
  const text = decodeBody(await readBody(request, MAX_BODY_BYTES), format);
  if (format.kind === 'form') readForm(request, text);
  else readJson(request, text);
  next();
}

function readForm(request: Request, text: string): void {
  const form = readUrlEncoded(text);
  stateOf(request).form = form;
  request.body = Object.fromEntries(
    [...form.values].map(([name, texts]) => [name, texts.length === 1 ? texts[0] : texts]),
  );
}

function readJson(request: Request, text: string): void {
  const { depth, values } = measureJson(text);
  const isTooDeep = depth > MAX_JSON_DEPTH;
  if (isTooDeep && text.length > MAX_INVALID_LENGTH) throw new ApiError('invalid_json');
  if (values > MAX_CANONICAL_VALUES) stateOf(request).rawBody = text;
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

function hasBody(request: Request): boolean {
  return request.get('Transfer-Encoding') !== undefined || Number(request.get('Content-Length') ?? 0) > 0;
}

const isObject = (body: unknown): boolean => body !== null && typeof body === 'object' && !Array.isArray(body);
