import type { Request, Response } from 'express';
import { matchesWeakly, parseEntityTags, type EntityTagList } from '../../kernel/context/entity-tags.js';
import { isCalendarRequest } from '../request/request-state.js';
import { acceptableCodings, codedEntityTag, encodeBody } from './content-coding.js';

/**
 * Runs a read. If `If-None-Match` contains the entity tag of the response, in a coding that the client accepts, the response is 304 without a
 * body (RFC 9110, 13). Otherwise the body is compressed if the client accepts that, and a stream is started.
 */
export async function conditionalRead(
  request: Request,
  response: Response,
  read: () => Promise<unknown>,
): Promise<unknown> {
  const ifNoneMatch = isCalendarRequest(request) ? takeIfNoneMatch(request) : undefined;
  const body = await read();
  const codings = acceptableCodings(request, response, body);
  const tag = response.getHeader('ETag');
  const matchingCoding =
    ifNoneMatch && codings.find((coding) => matchesWeakly(ifNoneMatch, codedEntityTag(String(tag), coding)));
  const coding = matchingCoding ?? codings[0] ?? 'identity';
  if (typeof tag === 'string') response.setHeader('ETag', codedEntityTag(tag, coding));
  if (!matchingCoding) return encodeBody(response, body, coding);
  response.status(304);
  return '';
}

/**
 * The tags of `If-None-Match`. The headers are removed from the request, because Express would evaluate them again and differently: it also
 * compares the date, which misses changes within a second, and it ignores them with `Cache-Control: no-cache`, which `fetch` sends by itself.
 */
function takeIfNoneMatch({ headers }: Request): EntityTagList | undefined {
  const tags = headers['if-none-match'] === undefined ? undefined : parseEntityTags(headers['if-none-match']);
  delete headers['if-none-match'];
  delete headers['if-modified-since'];
  return tags;
}
