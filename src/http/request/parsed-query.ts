import type { Request } from 'express';
import { readUrlEncoded, type UrlEncodedParameters } from './url-encoded.js';

const parsedQueries = new WeakMap<Request, UrlEncodedParameters>();

/** The query of a request. It is parsed once. */
export function parsedQueryOf(request: Request): UrlEncodedParameters {
  const known = parsedQueries.get(request);
  if (known) return known;
  // The fragment is not part of the query (RFC 9112, 3.2).
  const [, text = ''] = /^[^?#]*\?([^#]*)/.exec(request.url) ?? [];
  const query = readUrlEncoded(text);
  parsedQueries.set(request, query);
  return query;
}
