import type { Message } from '../../kernel/language/message.js';
import { MAX_PARAMETERS } from '../../kernel/schema/limits.js';
import type { UrlEncodedParameters } from '../request/url-encoded.js';

/** Parameters by name: texts, lists of texts, objects with texts or lists of texts, lists of such objects. */
export interface GroupedParameters {
  readonly values: Map<string, unknown>;
  readonly errors: Record<string, Message>;
}

/** Accepted levels of brackets: an index of a list, and a member of the object at that index. */
const MAX_LEVELS = 2;

interface Entry {
  readonly texts: string[];
  readonly members: Map<string, Entry>;
}

/**
 * Groups the flat names of a query or form. Repeated names, `tags[]` and `tags[0]` become lists, `venue[city]` an object,
 * `organizer[0][email]` an object in a list. Deeper nesting, and a name that is a text and an object at once, are errors, and so are names
 * and values that cannot be decoded.
 */
export function groupTextParameters({ values: flat, undecodable, excess }: UrlEncodedParameters): GroupedParameters {
  const values = new Map<string, unknown>();
  const errors: Record<string, Message> = Object.create(null) as Record<string, Message>;
  const entries = new Map<string, Entry>();
  for (const [key, texts] of flat) {
    const [name, ...path] = parseName(key);
    if (entries.size > MAX_PARAMETERS && !entries.has(name)) continue;
    path.reduce(({ members }, step) => getOrAddEntry(members, step), getOrAddEntry(entries, name)).texts.push(...texts);
    if (undecodable.has(key)) errors[errorNameOf(name, path)] = { key: 'validation.invalid_characters' };
  }
  for (const [name, entry] of entries) {
    const value = valueOf(entry);
    if (value === undefined) errors[name] ??= { key: 'validation.too_deep' };
    else values.set(name, value);
  }
  if (excess !== undefined) errors[excess] = { key: 'validation.too_many_parameters', args: { max: MAX_PARAMETERS } };
  return { values, errors };
}

/** The steps of a name: `organizer[0][email]` has `organizer`, `0`, `email`. Steps after the first that is too deep are left out. */
function parseName(key: string): [name: string, ...path: string[]] {
  const open = key.indexOf('[');
  if (open <= 0 || !key.endsWith(']')) return [key];
  const path = key.slice(open + 1, -1).split('][', MAX_LEVELS + 1);
  return path.some((step) => /[[\]]/.test(step)) ? [key] : [key.slice(0, open), ...path];
}

function getOrAddEntry(entries: Map<string, Entry>, name: string): Entry {
  const entry = entries.get(name) ?? { texts: [], members: new Map<string, Entry>() };
  entries.set(name, entry);
  return entry;
}

/** The name of a text in errors: elements of a list have the name of the list, members names like `venue.city` or `organizer[0].email`. */
function errorNameOf(name: string, [step, member]: readonly string[]): string {
  if (member !== undefined) return `${name}[${step}].${member}`;
  return step === undefined || isIndex(step) ? name : `${name}.${step}`;
}

/** `undefined` if the entry nests too deep, or is an object and a text or list at once. */
function valueOf({ texts, members }: Entry): unknown {
  if (members.size === 0) return texts.length === 1 ? texts[0] : texts;
  if ([...members.keys()].every(isIndex)) return listOf(members, texts);
  return texts.length === 0 && !members.has('') ? objectOf(members) : undefined;
}

const isIndex = (step: string): boolean => /^\d{0,9}$/.test(step);

/** Elements in the order of their indexes, then those without an index. An element with an index may be an object. */
function listOf(members: Entry['members'], texts: readonly string[]): unknown[] | undefined {
  const position = (index: string) => (index === '' ? Number.MAX_SAFE_INTEGER : Number(index));
  const sorted = [...members].toSorted(([left], [right]) => position(left) - position(right));
  const elements = sorted.map(([index, entry]) => {
    if (entry.members.size === 0) return entry.texts;
    return index !== '' && entry.texts.length === 0 ? objectOf(entry.members) : undefined;
  });
  return elements.includes(undefined) ? undefined : [...elements, ...texts].flat();
}

function objectOf(members: Entry['members']): object | undefined {
  const object = Object.create(null) as Record<string, unknown>;
  for (const [name, { texts, members: nested }] of members) {
    if (nested.size > 0) return undefined;
    object[name] = texts.length === 1 ? texts[0] : texts;
  }
  return object;
}
