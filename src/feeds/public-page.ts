import type { Language } from '../kernel/language/languages.js';

/** What the address of a public page depends on. */
export interface PageOf {
  readonly id: number;
  readonly slug: string;
  readonly language: Language;
}

/** The address of an event's public page in a language. `undefined` if there are no public pages. */
export type PageUrl = (event: PageOf) => string | undefined;
