import { unescape } from 'node:querystring';
import { MAX_PARAMETERS, MAX_LIST_VALUES } from '../../kernel/schema/limits.js';

/** Maximum number of pairs: the maximum number of parameters, each a list of maximum length. */
const MAX_PAIRS = MAX_PARAMETERS * MAX_LIST_VALUES;

/** A query or form. Names are as sent, brackets included. */
export interface UrlEncodedParameters {
  /** Texts by name. A text that cannot be decoded is kept as sent, so that its parameter is not missing. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Names that cannot be decoded, or that have a value that cannot be decoded. */
  readonly undecodable: ReadonlySet<string>;
  /** Name of the first pair above the limit. */
  readonly excess?: string;
}

/**
 * Parses `application/x-www-form-urlencoded` in linear time. Escapes must be UTF-8: `URLSearchParams` would replace invalid bytes by
 * U+FFFD, which would be stored.
 * @example readUrlEncoded('a=1&a=2&b=caf%E9') // values: a → ['1', '2'], b → ['caf%E9']; undecodable: b
 * @see https://url.spec.whatwg.org/#urlencoded-parsing
 */
export function readUrlEncoded(text: string): UrlEncodedParameters {
  const values = new Map<string, string[]>();
  const undecodable = new Set<string>();
  let pairs = 0;
  for (const [pair] of text.matchAll(/[^&]+/g)) {
    const [name, value] = splitPair(pair);
    const decoded = { name: decodeFormComponent(name), value: decodeFormComponent(value) };
    const key = decoded.name ?? unescape(plusToSpaces(name));
    pairs += 1;
    if (pairs > MAX_PAIRS) return { values, undecodable, excess: key };
    if (decoded.name === undefined || decoded.value === undefined) undecodable.add(key);
    const texts = values.get(key);
    if (texts) texts.push(decoded.value ?? value);
    else values.set(key, [decoded.value ?? value]);
  }
  return { values, undecodable };
}

function splitPair(pair: string): [name: string, value: string] {
  const end = pair.indexOf('=');
  return end < 0 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)];
}

function decodeFormComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(plusToSpaces(text));
  } catch {
    return undefined;
  }
}

const plusToSpaces = (text: string): string => text.replaceAll('+', ' ');
