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
  const [pathOnly = '', ...queries] = path.split('?');
  const parameters = [...(query === undefined ? [] : [`ml_language=${query}`]), ...queries].join('&');
  const fullPath = pathOnly.startsWith('/') ? pathOnly : `/calendar/events/v1/${pathOnly}`;
  return {
    path: `${segment === undefined ? '' : `/${segment}`}${fullPath}${parameters && `?${parameters}`}`,
    headers: accepted === undefined ? {} : { 'Accept-Language': accepted },
  };
}
