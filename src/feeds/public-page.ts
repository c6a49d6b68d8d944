import type { Language } from '../kernel/language/languages.js';

/** The event and language of a public page. */
export interface PublicPage {
  readonly id: number;
  readonly slug: string;
  readonly language: Language;
}

/** The address of an event's public page in a language. `undefined` if there are no public pages. */
export type PageUrl = (page: PublicPage) => string | undefined;
