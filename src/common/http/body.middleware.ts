import { Injectable, type NestMiddleware } from '@nestjs/common';
import { json, urlencoded, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { ApiError } from '../errors/api-error.js';
import { asLanguage } from '../language/languages.js';
import { factsOf } from './request-context.js';
import { DEEPEST_JSON, depthOf } from '../parameters/json-depth.js';
import type { ErrorCode } from '../errors/error-codes.js';

/** Largest body, after decompression. */
const LARGEST_BODY = '1536kb';
const JSON_TYPES = ['application/json', 'application/*+json'];
const FORM_TYPE = 'application/x-www-form-urlencoded';

const readJson: RequestHandler = json({ type: JSON_TYPES, limit: LARGEST_BODY, strict: false });
const readForm: RequestHandler = urlencoded({
  type: FORM_TYPE,
  limit: LARGEST_BODY,
  extended: false,
  parameterLimit: 1000,
});

/** Reads JSON and form bodies of writes; refuses other media types. Bodies of other methods are ignored. */
@Injectable()
export class BodyMiddleware implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction): void {
    if (!['POST', 'PUT', 'PATCH'].includes(request.method) || !hasBody(request)) next();
    else if (request.is(FORM_TYPE)) void readForm(request, response, answer(request, next));
    else if (!request.is(JSON_TYPES)) throw new ApiError('unsupported_media_type');
    else
      void readJson(
        request,
        response,
        answer(request, next, () => jsonProblem(request.body)),
      );
  }
}

function hasBody(request: Request): boolean {
  return request.get('Transfer-Encoding') !== undefined || Number(request.get('Content-Length') ?? 0) > 0;
}

function jsonProblem(body: unknown): ApiError | undefined {
  const isObject = body !== null && typeof body === 'object' && !Array.isArray(body);
  return isObject && depthOf(body) <= DEEPEST_JSON ? undefined : new ApiError('invalid_json');
}

const answer =
  (request: Request, next: NextFunction, problem: () => ApiError | undefined = () => undefined) =>
  (error?: unknown): void => {
    if (error === undefined) completeLanguage(request);
    next(error === undefined ? problem() : parserProblem(error));
  };

/** A body may name the language too, and wins over all else that does. */
function completeLanguage(request: Request): void {
  const inBody = asLanguage((request.body as Record<string, unknown> | null | undefined)?.['ml_language']);
  if (inBody) factsOf(request).language = { asked: inBody, named: true };
}

/** Errors of Express' body parsers, by the `type` they document. */
const PARSER_PROBLEMS: Readonly<Record<string, ErrorCode>> = {
  'entity.too.large': 'payload_too_large',
  'parameters.too.many': 'invalid_parameter',
  'encoding.unsupported': 'unsupported_media_type',
  'charset.unsupported': 'unsupported_media_type',
};

/** The parsers give what comes of the body a status; anything else is nobody's mistake but ours. */
function parserProblem(error: unknown): unknown {
  if (!(error instanceof Error && 'status' in error && Number(error.status) < 500)) return error;
  const type = 'type' in error ? String(error.type) : '';
  return new ApiError(PARSER_PROBLEMS[type] ?? 'invalid_json', { args: { names: '' }, cause: error });
}
