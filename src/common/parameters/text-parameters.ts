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
 * object, `organizer[0][email]` a list of objects. Deeper nesting is reported.
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

function groupValue(entries: readonly Entry[]): unknown {
  const depth = Math.max(...entries.map((entry) => entry.path.length));
  const isIndex = (step: string | undefined) => step === undefined || /^\d{0,9}$/.test(step);
  if (entries.every((entry) => entry.path.length <= 1 && isIndex(entry.path[0]))) return listOf(entries, depth);
  if (depth === 1) return objectOf(entries, 0);
  if (depth === 2 && entries.every((entry) => entry.path.length === 2 && /^\d{1,9}$/.test(entry.path[0] ?? ''))) {
    const byIndex = Map.groupBy(entries, (entry) => Number(entry.path[0]));
    return [...byIndex].toSorted(([left], [right]) => left - right).map(([, members]) => objectOf(members, 1));
  }
  return undefined;
}

function listOf(entries: readonly Entry[], depth: number): unknown {
  const [only] = entries;
  if (depth === 0 && only?.texts.length === 1) return only.texts[0];
  const index = (entry: Entry) => (entry.path[0] ? Number(entry.path[0]) : Number.MAX_SAFE_INTEGER);
  return entries.toSorted((left, right) => index(left) - index(right)).flatMap((entry) => entry.texts);
}

function objectOf(entries: readonly Entry[], step: number): Record<string, unknown> {
  const object = Object.create(null) as Record<string, unknown>;
  for (const { path, texts } of entries) object[path[step] ?? ''] = texts.length === 1 ? texts[0] : texts;
  return object;
}
