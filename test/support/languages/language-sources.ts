/** Sources of the requested language outside the body. */
export interface LanguageSources {
  /** `ml_language` of the query. */
  readonly query?: string | undefined;
  readonly segment?: string | undefined;
  /** `Accept-Language`. */
  readonly accepted?: string | undefined;
}

/**
 * Path and headers of a request with these sources.
 * @param path relative to the namespace, or with a leading `/` to the language segment; may have a query
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
