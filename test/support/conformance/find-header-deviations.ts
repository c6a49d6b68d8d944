import type { OutgoingHttpHeaders } from 'node:http';
import type { Deviation } from './find-deviations.js';

/** What answers may have without a word in the document: what HTTP itself and browsers are told, and the limit of requests. */
const UNDOCUMENTED_HEADERS = new Set([
  'allow',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'date',
  'ratelimit',
  'ratelimit-policy',
  'referrer-policy',
  'vary',
  'x-content-type-options',
  'x-frame-options',
]);

/** What concerns one connection, and the headers that say which others a script may read. */
const CONNECTION_HEADERS = /^(connection|keep-alive|transfer-encoding|access-control-.*)$/;

/**
 * The headers of an answer that its document does not know, and those that the scripts of other sites could not read.
 * @param documented names, in lower case, of what the document says of it
 */
export function findHeaderDeviations(documented: ReadonlySet<string>, headers: OutgoingHttpHeaders): Deviation[] {
  const names = Object.keys(headers).filter((name) => !CONNECTION_HEADERS.test(name));
  const exposed = [headers['access-control-expose-headers'] ?? ''].join().toLowerCase();
  const isHidden = (name: string) => exposed !== '' && !exposed.split(/, ?/).includes(name);
  return [
    ...names
      .filter((name) => !documented.has(name) && !UNDOCUMENTED_HEADERS.has(name))
      .map((name) => ({ problem: `has the header ${name}, which is not documented` })),
    ...names.filter(isHidden).map((name) => ({ problem: `has the header ${name}, which is not exposed` })),
  ];
}
