import { LANGUAGES, type Language } from './languages.js';

/** Where a request may say which language it wants, beside its body; what is not there says nothing. */
export interface LanguageSources {
  /** `ml_language` of the query. */
  readonly query?: string | undefined;
  readonly segment?: string | undefined;
  /** `Accept-Language` as it is sent. */
  readonly accepted?: string | undefined;
}

/** What a source may say: nothing, or one of the languages. */
export const OPTIONAL_LANGUAGES: readonly (Language | undefined)[] = [undefined, ...LANGUAGES];

/** Every combination of what the three sources may say. */
export const SOURCE_COMBINATIONS = OPTIONAL_LANGUAGES.flatMap((query) =>
  OPTIONAL_LANGUAGES.flatMap((segment) => OPTIONAL_LANGUAGES.map((accepted) => ({ query, segment, accepted }))),
);

/**
 * Path and headers of a request that asks for a language so.
 * @param path behind the namespace, with a query or without; one that begins with `/` stands behind the segment as it is
 */
export function requestWithLanguage(
  path: string,
  { query, segment, accepted }: LanguageSources,
): { path: string; headers: Record<string, string> } {
  const [before = '', ...after] = path.split('?');
  const parameters = [...(query === undefined ? [] : [`ml_language=${query}`]), ...after].join('&');
  const address = before.startsWith('/') ? before : `/calendar/events/v1/${before}`;
  return {
    path: `${segment === undefined ? '' : `/${segment}`}${address}${parameters && `?${parameters}`}`,
    headers: accepted === undefined ? {} : { 'Accept-Language': accepted },
  };
}
