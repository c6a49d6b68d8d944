import type { Request } from 'express';
import { ANONYMOUS, type Principal } from '../../kernel/context/principal.js';
import { Freshness } from '../../kernel/context/freshness.js';
import type { RequestLanguage } from '../../kernel/language/languages.js';
import type { UrlEncoded } from './url-encoded.js';
import { Precondition } from '../../kernel/context/precondition.js';
import { Deadline } from '../../kernel/context/deadline.js';
import type { RequestContext } from '../../kernel/context/request-context.js';

/** What the address of a request says, found out before anything else. */
export interface RequestAddress {
  readonly root: string;
  /** The path as the client sent it, without the query. */
  readonly path: string;
  /** The network address of the client. */
  readonly client: string;
}

/** Facts about a request, gathered on its way to the handler. */
export interface RequestFacts {
  address?: RequestAddress;
  language?: RequestLanguage;
  principal?: Principal;
  freshness?: Freshness;
  deadline?: Deadline;
  precondition?: Precondition;
  /** Its body, where that is a form. */
  form?: UrlEncoded;
  /** A JSON body of more values than any that is looked at, as it was sent. */
  bulk?: string;
  /** The route that serves it, as declared, such as `/calendar/events/v1/events/:id`. */
  route?: string;
  /** When it began, by the process's steady clock, in milliseconds. */
  begun?: number;
  /** Names the request in logs and in the `X-Request-Id` of its answer. */
  id?: string;
}

const FACTS = new WeakMap<Request, RequestFacts>();

/** The facts gathered so far about a request. */
export function factsOf(request: Request): RequestFacts {
  const known = FACTS.get(request);
  if (known) return known;
  const facts: RequestFacts = {};
  FACTS.set(request, facts);
  return facts;
}

/** The context of a request that has passed the middleware and the guards. */
export function contextOf(request: Request): RequestContext {
  const facts = factsOf(request);
  const { principal = ANONYMOUS, language, address, id: requestId = '' } = facts;
  if (!language || !address) throw new Error('The request did not pass the address middleware');
  facts.freshness ??= new Freshness();
  facts.deadline ??= new Deadline();
  const { root, client } = address;
  const { freshness, deadline, precondition = Precondition.NONE } = facts;
  return Object.freeze({ principal, language, root, client, requestId, freshness, deadline, precondition });
}

/** Whether a request is one of the interface, which pages and probes beside it are not. */
export function isOfInterface(request: Request): boolean {
  return factsOf(request).route?.startsWith('/calendar/') === true;
}
