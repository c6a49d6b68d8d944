import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import { json, urlencoded, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { ApiError } from '../errors/api-error.js';
import { asLanguage } from '../language/languages.js';
import { mayHaveBody } from './methods.js';
import { discardBody, readBody } from './read-body.js';
import { factsOf } from './request-context.js';
import { DEEPEST_JSON, depthOf } from '../parameters/json-depth.js';
import type { ErrorCode } from '../errors/error-codes.js';

/** Largest body, in bytes: 1.5 MiB. */
const LARGEST_BODY = 1_572_864;
const JSON_TYPES = ['application/json', 'application/*+json'];
const FORM_TYPE = 'application/x-www-form-urlencoded';

const parseJson: RequestHandler = json({ type: JSON_TYPES, limit: LARGEST_BODY, strict: false });
const parseForm: RequestHandler = urlencoded({
  type: FORM_TYPE,
  limit: LARGEST_BODY,
  extended: false,
  parameterLimit: 1000,
});

/** Reads JSON and form bodies of writes; refuses other media types. Bodies of other methods are received, and ignored. */
@Injectable()
export class BodyMiddleware implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction): void | Promise<void> {
    if (!hasBody(request)) return next();
    if (!mayHaveBody(request.method)) return skipBody(request, next);
    if (request.is(FORM_TYPE)) return readForm(request, response, next);
    if (!request.is(JSON_TYPES)) throw new ApiError('unsupported_media_type');
    return readJson(request, response, next);
  }
}

/** Before anything is done: until the end has come, the request may prove to be none, and be answered so. */
async function skipBody(request: Request, next: NextFunction): Promise<void> {
  await discardBody(request, LARGEST_BODY);
  next();
}

async function readForm(request: Request, response: Response, next: NextFunction): Promise<void> {
  await read(request, response, parseForm);
  next();
}

async function readJson(request: Request, response: Response, next: NextFunction): Promise<void> {
  await read(request, response, parseJson);
  next(jsonProblem(request.body));
}

async function read(request: Request, response: Response, parse: RequestHandler): Promise<void> {
  try {
    request.body = await bodyOf(request, response, parse);
  } catch (error) {
    throw parserProblem(error);
  }
  completeLanguage(request);
}

/** Express' parsers read all of a body that they refuse before they say so; they get one that has been read. */
async function bodyOf(request: Request, response: Response, parse: RequestHandler): Promise<unknown> {
  const bytes = await readBody(request, LARGEST_BODY);
  if (!isAsDeclared(request, bytes)) throw new ApiError('unsupported_media_type');
  const { 'content-encoding': _undone, 'transfer-encoding': _over, ...headers } = request.headers;
  const { socket } = request;
  const sent: Readable & { body: unknown } = Object.assign(Readable.from([bytes], { objectMode: false }), {
    headers: { ...headers, 'content-length': String(bytes.length) },
    socket,
    body: undefined,
  });
  await new Promise<void>((resolve, reject) => {
    void parse(sent as unknown as Request, response, (error?: unknown) =>
      error === undefined ? resolve() : reject(error),
    );
  });
  return sent.body;
}

/** Bytes that are no UTF-8 would be stored as U+FFFD, each of them; a charset of another name is the parsers' concern. */
const isAsDeclared = (request: Request, bytes: Buffer): boolean =>
  isUtf8(bytes) || /;\s*charset\s*=(?!\s*"?utf-8\b)/i.test(request.get('Content-Type') ?? '');

function hasBody(request: Request): boolean {
  return request.get('Transfer-Encoding') !== undefined || Number(request.get('Content-Length') ?? 0) > 0;
}

function jsonProblem(body: unknown): ApiError | undefined {
  const isObject = body !== null && typeof body === 'object' && !Array.isArray(body);
  return isObject && depthOf(body) <= DEEPEST_JSON ? undefined : new ApiError('invalid_json');
}

/** A body may name the language too, and wins over all else that does. */
function completeLanguage(request: Request): void {
  const inBody = asLanguage((request.body as Record<string, unknown> | null | undefined)?.['ml_language']);
  if (inBody) factsOf(request).language = { asked: inBody, named: true };
}

/** Errors of Express' body parsers, by the `type` they document. */
const PARSER_PROBLEMS: Readonly<Record<string, ErrorCode>> = {
  'parameters.too.many': 'invalid_parameter',
  'charset.unsupported': 'unsupported_media_type',
};

/** The parsers give what comes of the body a status; anything else is nobody's mistake but ours. */
function parserProblem(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error && 'status' in error && Number(error.status) < 500)) return error;
  const type = 'type' in error ? String(error.type) : '';
  return new ApiError(PARSER_PROBLEMS[type] ?? 'invalid_json', { args: { names: '' }, cause: error });
}
