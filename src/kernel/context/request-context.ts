import type { Principal } from './principal.js';
import type { Language, RequestLanguage } from '../language/languages.js';
import type { Precondition } from './precondition.js';
import type { DeadlineState } from './deadline.js';
import type { FieldSelection } from './field-selection.js';

/** What a handler knows of the request beside its parameters: who asks, in which language, by which address. */
export interface RequestContext {
  readonly principal: Principal;
  readonly language: RequestLanguage;
  /** Origin and REST root without a trailing slash, such as `https://agenda.example/wp-json`. */
  readonly baseUrl: string;
  /** IP address of the client, see `clientAddressOf`. */
  readonly clientAddress: string;
  /** Names the request in logs, and in what is noted of it. */
  readonly requestId: string;
  /** Until when it is to be answered. */
  readonly deadline: DeadlineState;
  /** What it demands of the record that it writes. */
  readonly precondition: Precondition;
  /** The members that a read selects. `undefined`: all. Writes read complete records. */
  readonly fields?: FieldSelection;
}

/** The context of what a request writes in a language of its own. */
export function withLanguage(context: RequestContext, language: Language | null | undefined): RequestContext {
  return language ? { ...context, language: { requested: language, isExplicit: true } } : context;
}
