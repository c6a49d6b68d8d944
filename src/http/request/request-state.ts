import type { Request } from 'express';
import { DeadlineState } from '../../kernel/context/deadline.js';
import type { ExpiryTrigger } from '../../kernel/context/expiry-trigger.js';
import type { FieldSelection } from '../../kernel/context/field-selection.js';
import { Precondition } from '../../kernel/context/precondition.js';
import { ANONYMOUS, type Principal } from '../../kernel/context/principal.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { SecretInputs } from '../../kernel/context/secret-inputs.js';
import type { ApiError, FieldErrors } from '../../kernel/errors/api-error.js';
import type { Language, RequestLanguage } from '../../kernel/language/languages.js';
import { isReadMethod } from './http-methods.js';
import { readUrlEncoded, type UrlEncodedParameters } from './url-encoded.js';

/** The parameters of one request, query and body merged, before they are read into a DTO. */
export interface RequestParameters {
  readonly values: ReadonlyMap<string, unknown>;
  /** Names of the parameters in the query. */
  readonly queryNames: ReadonlySet<string>;
  /** Errors that do not depend on the declared fields. */
  readonly errors: FieldErrors;
  /** Whether this is a create or an update. In other requests, a blank element of a list counts as not given. */
  readonly isWrite: boolean;
  /** `Prefer: handling=strict` (RFC 7240): unknown parameters are errors. */
  readonly isStrict: boolean;
  readonly getHeader: (name: string) => string | undefined;
}

/** Properties of a request that the steps of the pipeline determine. */
interface RequestState {
  /** Error of Node's HTTP parser. */
  parseError?: ApiError;
  address?: {
    readonly baseUrl: string;
    /** The path as sent, without the query. */
    readonly path: string;
    readonly clientAddress: string;
  };
  secretInputs?: SecretInputs;
  /** Whether the path is below `PAGES_ROOT`: the response is a page for people, in the language of the path. */
  isPage?: boolean;
  /** Whether the path is that of a file for search engines, such as `/sitemap.xml`. */
  isCrawlerFile?: boolean;
  /** Language segment of the path, such as `ca` in `/ca/calendar/…`. */
  languageSegment?: Language | undefined;
  language?: RequestLanguage;
  principal?: Principal;
  /** When the response becomes stale without a write. */
  expires?: readonly ExpiryTrigger[];
  /** Selected members of records. `undefined`: all. */
  fields?: FieldSelection | undefined;
  deadline?: DeadlineState;
  precondition?: Precondition;
  /** Errors of a method override (`X-HTTP-Method-Override` or `_method`). `undefined` if the request was not sent as `POST`. */
  methodErrors?: FieldErrors;
  query?: UrlEncodedParameters;
  form?: UrlEncodedParameters;
  parameters?: RequestParameters;
  /** The text of a JSON body with too many values to sort its members. Idempotent writes compare it as sent. */
  rawBody?: string;
  /** Whether `Accept` selected a format other than JSON. The request then has the path of that format, such as `/events.ics`. */
  isNegotiated?: boolean;
  /** The route as declared, such as `/calendar/events/v1/events/:id`. */
  route?: string;
  /** Names of the parameters that the route declares. */
  declaredParameters?: ReadonlySet<string>;
  /** Start of the request by `performance.now()`, in milliseconds. */
  startedMs?: number;
  /** Identifies the request in logs and in `X-Request-Id`. */
  id?: string;
}

// A property instead of a WeakMap: collecting the entries of short-lived requests took 10 % of the processor time of a read.
const STATE = Symbol('state');

export function requestStateOf(request: Request & { [STATE]?: RequestState }): RequestState {
  return (request[STATE] ??= {});
}

/** The query of a request. It is parsed once. */
export function parsedQueryOf(request: Request): UrlEncodedParameters {
  // The fragment is not part of the query (RFC 9112, 3.2).
  const [, text = ''] = /^[^?#]*\?([^#]*)/.exec(request.url) ?? [];
  return (requestStateOf(request).query ??= readUrlEncoded(text));
}

/** The context of a request that has passed the middleware and the guards. */
export function requestContextOf(request: Request): RequestContext {
  const state = requestStateOf(request);
  const { principal = ANONYMOUS, language, address, id: requestId = '', fields } = state;
  if (!language || !address) throw new Error('RoutingMiddleware did not run for this request');
  state.deadline ??= new DeadlineState();
  const { baseUrl, clientAddress } = address;
  const { deadline, precondition = Precondition.NONE } = state;
  const context = { principal, language, baseUrl, clientAddress, requestId, deadline, precondition };
  return Object.freeze(isReadMethod(request.method) && fields ? { ...context, fields } : context);
}

/**
 * Whether the service caches responses and evaluates `If-None-Match`: for API, pages and crawler files, not for probes
 * and `/docs`.
 */
export const isCalendarRequest = (request: Request): boolean => isApiRequest(request) || isAnonymousRequest(request);

/** Whether the response is the same for every caller, whatever credentials a request has: pages and files for search engines. */
export function isAnonymousRequest(request: Request): boolean {
  const { isPage, isCrawlerFile } = requestStateOf(request);
  return isPage === true || isCrawlerFile === true;
}

/** Whether the route of a request is part of the API. Pages and probes are not. */
export function isApiRequest(request: Request): boolean {
  return requestStateOf(request).route?.startsWith('/calendar/') === true;
}
