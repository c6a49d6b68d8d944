import type { Configuration } from '../config/configuration.js';
import type { Principal } from './principal.js';
import type { Language, RequestLanguage } from '../language/languages.js';
import type { Precondition } from './precondition.js';
import type { DeadlineState } from './deadline.js';
import type { FieldSelection } from './field-selection.js';

/** The request besides its parameters: caller, language, address, conditions. */
export interface RequestContext {
  readonly principal: Principal;
  readonly language: RequestLanguage;
  /** Origin and REST root without a trailing slash, such as `https://agenda.example/wp-json`. */
  readonly baseUrl: string;
  /** IP address of the client. `X-Forwarded-For` counts behind a trusted proxy. */
  readonly clientAddress: string;
  /** Identifies the request in logs and in the audit log. */
  readonly requestId: string;
  /** The time limit of the request. */
  readonly deadline: DeadlineState;
  /** `If-Match` and `If-None-Match` of a write. */
  readonly precondition: Precondition;
  /** The members that a read selects. `undefined`: all. Never set for writes: they read complete records. */
  readonly fields?: FieldSelection;
}

/** A context with another language, for writes with a language of their own. `null` and `undefined` keep the language. */
export function withLanguage(context: RequestContext, language: Language | null | undefined): RequestContext {
  return language ? { ...context, language: { requested: language, isExplicit: true } } : context;
}

/** The URL of the service without the REST root and without a trailing slash. Pages and documentation are below it. */
export const rootUrlOf = (
  { baseUrl }: Pick<RequestContext, 'baseUrl'>,
  { REST_ROOT }: Pick<Configuration, 'REST_ROOT'>,
): string => baseUrl.slice(0, baseUrl.length - REST_ROOT.length);
