import type { Principal } from './principal.js';
import type { Freshness } from './freshness.js';
import type { Language, RequestLanguage } from '../language/languages.js';
import type { Precondition } from './precondition.js';
import type { Deadline } from './deadline.js';

/** What a handler knows of the request beside its parameters: who asks, in which language, by which address. */
export interface RequestContext {
  readonly principal: Principal;
  readonly language: RequestLanguage;
  /** Origin and REST root without a trailing slash, such as `https://agenda.example/wp-json`. */
  readonly root: string;
  /** Where the request comes from, see `clientAddress`. */
  readonly client: string;
  /** Names the request in logs, and in what is noted of it. */
  readonly requestId: string;
  /** On what of the clock the answer depends: said by whoever makes it. */
  readonly freshness: Freshness;
  /** Until when it is to be answered. */
  readonly deadline: Deadline;
  /** What it demands of the record that it writes. */
  readonly precondition: Precondition;
}

/** The context of what a request writes in a language of its own. */
export function inLanguage(context: RequestContext, language: Language | null | undefined): RequestContext {
  return language ? { ...context, language: { asked: language, named: true } } : context;
}
