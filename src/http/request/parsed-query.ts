import type { Request } from 'express';
import { readUrlEncoded, type UrlEncodedParameters } from './url-encoded.js';

const parsedQueries = new WeakMap<Request, UrlEncodedParameters>();

/** The query of a request, read once, however many ask. */
export function parsedQueryOf(request: Request): UrlEncodedParameters {
  const known = parsedQueries.get(request);
  if (known) return known;
  const query = readUrlEncoded(queryStringOf(request.url));
  parsedQueries.set(request, query);
  return query;
}

/** What stands behind the first question mark; a fragment is no part of what is asked for (RFC 9112, 3.2). */
function queryStringOf(target: string): string {
  const [address = ''] = target.split('#', 1);
  const mark = address.indexOf('?');
  return mark < 0 ? '' : address.slice(mark + 1);
}
