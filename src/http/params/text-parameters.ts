import type { Message } from '../../kernel/language/message.js';
import { MAX_PARAMETERS } from '../../kernel/schema/limits.js';
import type { UrlEncodedParameters } from '../request/url-encoded.js';

/** Parameters as sent, by name: texts, lists of texts, objects of texts, lists of such objects. */
export interface TextParameters {
  readonly values: Map<string, unknown>;
  readonly errors: Record<string, Message>;
}

/** Steps behind a name: a place in a list, and a member of what stands there. */
const MAX_DEPTH = 2;

interface Entry {
  /** The name as it was sent. */
  readonly key: string;
  readonly name: string;
  /** What stands in brackets behind the name: `organizer[0][email]` has `0` and `email`. */
  readonly path: readonly string[];
  readonly texts: readonly string[];
}

/**
 * Groups the flat names of a query or form: repeated names and `tags[]`, `tags[0]` become lists, `venue[city]` an
 * object, `organizer[0][email]` an object in a list, beside which `organizer[1]` may be a text. What nests deeper, or is
 * a text and an object at once, is reported, and so is what cannot be decoded. Of too many parameters, those are grouped that tell so.
 * @example groupTextParameters(readUrlEncoded('tags[]=1&tags[]=2&venue[city]=Reus'))
 */
export function groupTextParameters({ values: flat, undecodable, excess }: UrlEncodedParameters): TextParameters {
  const values = new Map<string, unknown>();
  const errors: Record<string, Message> = Object.create(null) as Record<string, Message>;
  for (const [name, entries] of groupsOf(flat)) {
    const value = groupValue(entries);
    if (value === undefined) errors[name] = { key: 'validation.too_deep' };
    else values.set(name, value);
    for (const { key, path } of entries)
      if (undecodable.has(key)) errors[pathOf(name, path)] = { key: 'validation.invalid_characters' };
  }
  if (excess !== undefined) errors[excess] = { key: 'validation.too_many_parameters', args: { max: MAX_PARAMETERS } };
  return { values, errors };
}

function groupsOf(flat: UrlEncodedParameters['values']): ReadonlyMap<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const [key, texts] of flat) {
    const entry = parseName(key, texts);
    const group = groups.get(entry.name);
    if (group) group.push(entry);
    else if (groups.size <= MAX_PARAMETERS) groups.set(entry.name, [entry]);
  }
  return groups;
}

/** What nests too deeply is not looked at to its end. */
function parseName(key: string, texts: readonly string[]): Entry {
  const open = key.indexOf('[');
  const path = open > 0 && key.endsWith(']') ? key.slice(open + 1, -1).split('][', MAX_DEPTH + 1) : [];
  const isName = path.length === 0 || path.some((step) => /[[\]]/.test(step));
  return isName ? { key, name: key, path: [], texts } : { key, name: key.slice(0, open), path, texts };
}

/** By what errors name a text: elements of a list by the list, members as in `venue.city`, `organizer[0].email`. */
function pathOf(name: string, path: readonly string[]): string {
  const [step = '', member] = path;
  if (member !== undefined) return `${name}[${step}].${member}`;
  return isIndex(step) ? name : `${name}.${step}`;
}

/** `undefined` where the entries contradict each other, or nest deeper than one level. */
function groupValue(entries: readonly Entry[]): unknown {
  const depth = entries.reduce((deepest, { path }) => Math.max(deepest, path.length), 0);
  if (depth === 1 && entries.every(({ path }) => path.length === 1 && path[0] !== '') && !entries.every(isElement)) {
    return objectOf(entries, 0);
  }
  return depth <= MAX_DEPTH && entries.every(isElement) ? listOf(entries, depth) : undefined;
}

/** Named by a position, or by none; only a numbered one has members. */
const isElement = ({ path: [position = '', ...members] }: Entry): boolean =>
  isIndex(position) && (members.length === 0 || position !== '');

const isIndex = (step: string): boolean => /^\d{0,9}$/.test(step);

/** Elements by their numbers, then those without; each a text or an object. */
function listOf(entries: readonly Entry[], depth: number): unknown {
  const [only] = entries;
  if (depth === 0 && only?.texts.length === 1) return only.texts[0];
  const byPosition = Map.groupBy(entries, ({ path }) => (path[0] ? Number(path[0]) : Number.MAX_SAFE_INTEGER));
  const elements = [...byPosition].toSorted(([left], [right]) => left - right).map(([, each]) => elementsOf(each));
  return elements.includes(undefined) ? undefined : elements.flat();
}

function elementsOf(entries: readonly Entry[]): unknown[] | undefined {
  if (entries.every(({ path }) => path.length < 2)) return entries.flatMap(({ texts }) => texts);
  return entries.every(({ path }) => path.length === 2) ? [objectOf(entries, 1)] : undefined;
}

function objectOf(entries: readonly Entry[], step: number): Record<string, unknown> {
  const object = Object.create(null) as Record<string, unknown>;
  for (const { path, texts } of entries) object[path[step] ?? ''] = texts.length === 1 ? texts[0] : texts;
  return object;
}
