import type { Request, Response } from 'express';
import { matchesWeakly, parseEntityTags } from '../../kernel/context/entity-tags.js';
import { isApiRequest } from '../request/request-state.js';

/**
 * Runs a read. If `If-None-Match` contains the entity tag of the response, the response is 304 without a body (RFC 9110, 13).
 *
 * The headers are removed from the request, because Express would evaluate them again and differently: it also compares the date, whose
 * resolution of one second hides changes, and it ignores them with `Cache-Control: no-cache`, which `fetch` sends by itself.
 */
export async function conditionalRead(
  request: Request,
  response: Response,
  read: () => Promise<unknown>,
): Promise<unknown> {
  if (!isApiRequest(request)) return read();
  const { headers } = request;
  const ifNoneMatch = headers['if-none-match'] === undefined ? undefined : parseEntityTags(headers['if-none-match']);
  delete headers['if-none-match'];
  delete headers['if-modified-since'];
  const body = await read();
  if (ifNoneMatch === undefined || !matchesWeakly(ifNoneMatch, String(response.getHeader('ETag')))) return body;
  response.status(304);
  return '';
}
