import type { Message } from '../errors/api-error.js';

/** Parameters as sent, by name: texts, lists of texts, objects of texts, lists of such objects. */
export interface TextParameters {
  readonly values: Map<string, unknown>;
  readonly problems: Record<string, Message>;
}

interface Entry {
  readonly name: string;
  /** What stands in brackets behind the name: `organizer[0][email]` has `0` and `email`. */
  readonly path: readonly string[];
  readonly texts: readonly string[];
}

/**
 * Groups the flat names of a query or form: repeated names and `tags[]`, `tags[0]` become lists, `venue[city]` an
 * object, `organizer[0][email]` an object in a list, beside which `organizer[1]` may be a text. What nests deeper, or is
 * a text and an object at once, is reported.
 * @example groupTextParameters({ 'tags[]': ['1', '2'], 'venue[city]': 'Reus' })
 */
export function groupTextParameters(flat: Readonly<Record<string, unknown>>): TextParameters {
  const values = new Map<string, unknown>();
  const problems: Record<string, Message> = Object.create(null) as Record<string, Message>;
  const groups = new Map<string, Entry[]>();
  for (const [key, value] of Object.entries(flat)) {
    const entry = parseName(key, value);
    groups.set(entry.name, [...(groups.get(entry.name) ?? []), entry]);
  }
  for (const [name, entries] of groups) {
    const value = groupValue(entries);
    if (value === undefined) problems[name] = { key: 'validation.too_deep' };
    else values.set(name, value);
  }
  return { values, problems };
}

function parseName(key: string, value: unknown): Entry {
  const texts = (Array.isArray(value) ? value : [value]).map(String);
  const open = key.indexOf('[');
  if (open <= 0 || !/^(\[[^[\]]*\])+$/.test(key.slice(open))) return { name: key, path: [], texts };
  return { name: key.slice(0, open), path: key.slice(open + 1, -1).split(']['), texts };
}

/** `undefined` where the entries contradict each other, or nest deeper than one level. */
function groupValue(entries: readonly Entry[]): unknown {
  const depth = Math.max(...entries.map((entry) => entry.path.length));
  if (depth === 1 && entries.every(({ path }) => path.length === 1 && path[0] !== '') && !entries.every(isElement)) {
    return objectOf(entries, 0);
  }
  return depth <= 2 && entries.every(isElement) ? listOf(entries, depth) : undefined;
}

/** Named by a position, or by none; only a numbered one has members. */
const isElement = ({ path: [position = '', ...members] }: Entry): boolean =>
  members.length === 0 ? /^\d{0,9}$/.test(position) : /^\d{1,9}$/.test(position);

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
