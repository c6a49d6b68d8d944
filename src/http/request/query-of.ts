import type { Request } from 'express';
import { readUrlEncoded, type UrlEncoded } from './url-encoded.js';

const queries = new WeakMap<Request, UrlEncoded>();

/** The query of a request, read once, however many ask. */
export function queryOf(request: Request): UrlEncoded {
  const known = queries.get(request);
  if (known) return known;
  const query = readUrlEncoded(queryStringOf(request.url));
  queries.set(request, query);
  return query;
}

/** What stands behind the first question mark; a fragment is no part of what is asked for (RFC 9112, 3.2). */
function queryStringOf(target: string): string {
  const [address = ''] = target.split('#', 1);
  const mark = address.indexOf('?');
  return mark < 0 ? '' : address.slice(mark + 1);
}
