import { HttpException, Inject, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import type { Language } from '../../kernel/language/languages.js';
import type { Message } from '../../kernel/language/message.js';
import { Messages } from '../../kernel/language/messages.js';
import { requestLanguageOf } from '../request/resolve-language.js';
import { loggedPath } from '../request/logged-url.js';
import { requestStateOf, type RequestParameters } from '../request/request-state.js';
import { ApiError, authenticationError, unavailableError } from '../../kernel/errors/api-error.js';
import { codeOfStatus } from '../../kernel/errors/error-codes.js';
import { mapDatabaseError, sqlStateOf, loggableError } from '../../persistence/client/database-errors.js';
import { DatabaseErrorCounts } from '../../persistence/client/database-error-counts.js';
import { elementNames } from './element-names.js';
import type { ProblemView } from './problem.view.js';
import { ResponseException, type BufferedResponse } from '../request/buffer-response.js';

/** Headers that describe the record or list of a successful response. An error may occur after they were set. */
const SUCCESS_HEADERS = [
  'Content-Disposition',
  'Content-Location',
  'ETag',
  'Last-Modified',
  'Link',
  'Location',
  'X-Total',
  'X-Total-Pages',
];

/** Turns errors into problems (RFC 9457) in the requested language. Unknown errors are logged and become 500. */
@Injectable()
export class ProblemResponses {
  private readonly logger = new Logger('Problem');

  constructor(
    private readonly messages: Messages,
    private readonly databaseErrors: DatabaseErrorCounts,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  responseFor(exception: unknown, request: Request): BufferedResponse {
    if (exception instanceof ResponseException) return exception.response;
    return this.buildResponse(
      requestLanguageOf(request, this.configuration.DEFAULT_LANGUAGE).requested,
      requestStateOf(request).address?.path ?? request.originalUrl.split('?', 1)[0] ?? '/',
      this.mapAndLogError(exception, request),
      requestStateOf(request).parameters,
    );
  }

  /** @param parameters the parameters of the request, if they were read: the names of list elements depend on how the list was sent */
  buildResponse(language: Language, path: string, error: ApiError, parameters?: RequestParameters): BufferedResponse {
    return {
      status: error.status,
      headers: {
        ...error.details.headers,
        'Content-Type': 'application/problem+json; charset=utf-8',
        'Content-Language': language,
        'Cache-Control': 'no-store',
      },
      body: `${JSON.stringify(this.toProblemView(language, path, error, parameters))}\n`,
    };
  }

  /** Sends a response, unless the request has one or the client has disconnected. A response that has started is aborted. */
  send(response: Response, { status, headers, body }: BufferedResponse): void {
    if (response.writableEnded || response.socket?.destroyed) return;
    if (response.headersSent) return void response.destroy();
    for (const name of SUCCESS_HEADERS) response.removeHeader(name);
    response.status(status).set(headers).send(body);
  }

  /** The path of `PUBLIC_URL`, which a proxy removes from requests. */
  private get publicPath(): string {
    return URL.parse(this.configuration.PUBLIC_URL ?? '')?.pathname.replace(/\/$/, '') ?? '';
  }

  private mapAndLogError(exception: unknown, request: Request): ApiError {
    if (exception instanceof ApiError) return exception;
    const isHttp = exception instanceof HttpException;
    if (isHttp && exception.getStatus() < 500) return httpExceptionToApiError(exception);
    const known = isHttp ? mapModuleException(exception) : mapDatabaseError(exception);
    const error = known ?? new ApiError('internal', { cause: exception });
    const logged = this.logContext(exception, request, error);
    if (!known) this.logger.error({ msg: 'Unhandled exception', ...logged });
    else if (isHttp) this.logger.warn({ msg: 'HTTP exception from a module', ...logged });
    else {
      this.databaseErrors.count(exception as Error);
      this.logger.warn({ msg: 'Database error', ...logged });
    }
    return error;
  }

  private logContext(exception: unknown, request: Request, { code }: ApiError): object {
    return {
      requestId: requestStateOf(request).id,
      method: request.method,
      address: loggedPath(request),
      code,
      sqlState: sqlStateOf(exception) || undefined,
      stack: loggableError(exception),
    };
  }

  private toProblemView(
    language: Language,
    path: string,
    { code, status, details }: ApiError,
    parameters?: RequestParameters,
  ): ProblemView {
    const text = (part: string) =>
      this.messages.translate(language, { key: `errors.${code}.${part}`, args: details.args });
    const params = Object.entries(details.params ?? {}).map(
      ([name, message]) => [name, this.parameterText(language, name, message, parameters)] as const,
    );
    return {
      type: 'about:blank',
      title: text('title'),
      status,
      detail: details.detail ? this.messages.translate(language, details.detail) : text('detail'),
      ...this.parameterDetail(language, params),
      instance: toUriReference(`${this.publicPath}${path}`),
      code,
      ...(params.length > 0 ? { params: Object.fromEntries(params) } : {}),
      ...details.members,
    };
  }

  /** The text for a parameter. The names of list elements precede it: `tags[1], tags[3]: …`. */
  private parameterText(
    language: Language,
    name: string,
    { next, ...message }: Message,
    parameters?: RequestParameters,
  ): string {
    const elements = elementNames(name, message.elements ?? [], parameters);
    const text = [elements, this.messages.translate(language, message)].filter(Boolean).join(': ');
    return next ? `${text} ${this.parameterText(language, name, next, parameters)}` : text;
  }

  /** Names all invalid parameters and describes the error of the first one: many clients show only `detail`. */
  private parameterDetail(language: Language, params: readonly (readonly [string, string])[]): { detail?: string } {
    const [first, ...others] = params;
    if (!first) return {};
    const names = others.map(([name]) => name).join(', ');
    const rest = names ? [this.messages.translate(language, { key: 'validation.others', args: { names } })] : [];
    const [name, text] = first;
    return { detail: [text.startsWith(`${name}[`) ? text : `${name}: ${text}`, ...rest].join(' ') };
  }
}

/** Other modules of the application report an unavailable dependency by 502, 503 or 504. */
const mapModuleException = (exception: HttpException): ApiError | undefined =>
  exception.getStatus() === 500 ? undefined : unavailableError(exception);

/** Drops the message of an exception of Nest, which exists in one language only. */
function httpExceptionToApiError(exception: HttpException): ApiError {
  const status = exception.getStatus();
  if (status === 401) return authenticationError('unauthorized');
  return new ApiError(codeOfStatus(status), { cause: exception });
}

/** Encodes characters that are invalid in a URI (RFC 3986, 2): `instance` is a URI reference (RFC 9457, 3.1.5). */
const toUriReference = (path: string): string =>
  path.replace(/%(?![\da-f]{2})|[^\w%!$&'()*+,./:;=@~-]/gi, (character) => encodeURIComponent(character));
