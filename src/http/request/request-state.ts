import type { Request } from 'express';
import { ANONYMOUS, type Principal } from '../../kernel/context/principal.js';
import type { ExpiryTrigger } from '../../kernel/context/expiry-trigger.js';
import type { Language, RequestLanguage } from '../../kernel/language/languages.js';
import type { UrlEncodedParameters } from './url-encoded.js';
import type { ApiError } from '../../kernel/errors/api-error.js';
import type { SecretInputs } from '../../kernel/context/secret-inputs.js';
import { Precondition } from '../../kernel/context/precondition.js';
import { DeadlineState } from '../../kernel/context/deadline.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { FieldSelection } from '../../kernel/context/field-selection.js';
import { isReadMethod } from './http-methods.js';

/** What the address of a request says, found out before anything else. */
export interface RequestLocation {
  readonly baseUrl: string;
  /** The path as the client sent it, without the query. */
  readonly path: string;
  /** The network address of the client. */
  readonly clientAddress: string;
}

/** Facts about a request, gathered on its way to the handler. */
export interface RequestState {
  /** Why Node could not parse it. */
  parseError?: ApiError;
  address?: RequestLocation;
  /** Inputs whose values are secrets. */
  secretInputs?: SecretInputs;
  /** The language that the path begins with, such as `ca` in `/ca/calendar/…`. */
  languageSegment?: Language | undefined;
  language?: RequestLanguage;
  principal?: Principal;
  /** When its response becomes stale although nothing is written. */
  expires?: readonly ExpiryTrigger[];
  /** The members of records that the response has. `undefined`: all. */
  fields?: FieldSelection | undefined;
  deadline?: DeadlineState;
  precondition?: Precondition;
  /** Its body, where that is a form. */
  form?: UrlEncodedParameters;
  /** A JSON body of more values than any that is looked at, as it was sent. */
  rawBody?: string;
  /** The route that serves it, as declared, such as `/calendar/events/v1/events/:id`. */
  route?: string;
  /** Names of the parameters that the route declares. */
  parameters?: ReadonlySet<string>;
  /** When it began, by the process's steady clock, in milliseconds. */
  startedMs?: number;
  /** Names the request in logs and in the `X-Request-Id` of its answer. */
  id?: string;
}

const requestStates = new WeakMap<Request, RequestState>();

/** The facts gathered so far about a request. */
export function requestStateOf(request: Request): RequestState {
  const known = requestStates.get(request);
  if (known) return known;
  const state: RequestState = {};
  requestStates.set(request, state);
  return state;
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

/** Whether a request is one of the interface, which pages and probes beside it are not. */
export function isApiRequest(request: Request): boolean {
  return requestStateOf(request).route?.startsWith('/calendar/') === true;
}
