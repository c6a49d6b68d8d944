import { unescape } from 'node:querystring';
import { MAX_PARAMETERS, MAX_LIST_VALUES } from '../../kernel/schema/limits.js';

/** Most pairs of name and value that are read: as many parameters as there may be, each a list as long as it may be. */
const MAX_PAIRS = MAX_PARAMETERS * MAX_LIST_VALUES;

/** What a query or a form says, its names as sent: brackets are nothing special yet. */
export interface UrlEncodedParameters {
  /** The texts of each name. One that cannot be decoded is there as it was sent, so that its parameter is not missing. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The names that cannot be decoded themselves, or of which a value cannot. */
  readonly undecodable: ReadonlySet<string>;
  /** The name of the first pair beyond those that are read. */
  readonly excess?: string;
}

/**
 * Reads `application/x-www-form-urlencoded`, in time linear to its length. What an escape stands for has to be UTF-8: a stray `%`, or bytes
 * that are no letters, would else be stored as U+FFFD, each of them.
 *
 * @example
 * readUrlEncoded('a=1&a=2&b=caf%E9'); // values: a → ['1', '2'], b → ['caf%E9']; unreadable: b
 * @see https://url.spec.whatwg.org/#urlencoded-parsing
 */
export function readUrlEncoded(text: string): UrlEncodedParameters {
  const values = new Map<string, string[]>();
  const undecodable = new Set<string>();
  let pairs = 0;
  for (const [pair] of text.matchAll(/[^&]+/g)) {
    const [name, value] = splitPair(pair);
    const decoded = { name: decodeFormComponent(name), value: decodeFormComponent(value) };
    const known = decoded.name ?? unescape(plusToSpaces(name));
    pairs += 1;
    if (pairs > MAX_PAIRS) return { values, undecodable, excess: known };
    if (decoded.name === undefined || decoded.value === undefined) undecodable.add(known);
    const texts = values.get(known);
    if (texts) texts.push(decoded.value ?? value);
    else values.set(known, [decoded.value ?? value]);
  }
  return { values, undecodable };
}

function splitPair(pair: string): [name: string, value: string] {
  const end = pair.indexOf('=');
  return end < 0 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)];
}

/** `undefined` where the escapes are none, or no UTF-8. */
function decodeFormComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(plusToSpaces(text));
  } catch {
    return undefined;
  }
}

const plusToSpaces = (text: string): string => text.replaceAll('+', ' ');
