import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostileCase } from './hostile-case.js';
import { fillText } from './request-bytes.js';

/** Values of one dimension of a table, by label. Items of an array are their own labels. */
type Axis = readonly (string | number)[] | Readonly<Record<string, unknown>>;

/** A case for each combination of values. A string instead of an axis is the name of a shared one. */
type Table = HostileCase & { readonly each: Readonly<Record<string, Axis | string>> };

interface SharedAxis {
  /** Name of the axis. */
  readonly values: string;
  readonly of: Axis;
}

interface Choice {
  readonly label: string;
  readonly value: unknown;
}

type Choices = Readonly<Record<string, Choice>>;

const PLACEHOLDER = /<(\w+)>/g;
const KIND_SUFFIX = /\.(events|venues|organizers|categories|tags)$/;

const LINES = readFileSync(join(import.meta.dirname, 'cases.ndjson'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as HostileCase | Table | SharedAxis);

const SHARED = new Map(LINES.flatMap((line) => ('values' in line ? [[line.values, line.of]] : [])));

/** Hostile values as JSON texts. */
export const HOSTILE_JSON = sharedTexts('json');

/** Hostile values for query strings, percent-encoded. */
export const HOSTILE_TEXTS = sharedTexts('query-texts');

/** All cases of the data file. Tables are expanded. */
export function readCases(): HostileCase[] {
  return LINES.flatMap((line) => ('values' in line ? [] : expandTable(line)));
}

/**
 * About a seventh of the cases: the first case of each table for each operation, and the first of other cases with
 * names that differ only in the kind. The fault tests run all.
 */
export function representativeCases(): HostileCase[] {
  const seen = new Set<string>();
  return LINES.flatMap((line) => {
    if ('values' in line) return [];
    return expandTable(line).filter(({ name, method = 'GET', path }) => {
      const key = 'each' in line ? `${line.name} ${method} ${operationOf(path)}` : name.replace(KIND_SUFFIX, '');
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    });
  });
}

/** @example operationOf('/calendar/events/v1/events/7') // 'events item' */
function operationOf(path: string): string {
  const [kind = '', ...rest] = path.replace(/^(\/\w\w)?\/calendar\/events\/v1\//, '').split(/[/?;]/);
  if (!/^[a-z]+$/.test(kind)) return 'unknown';
  return `${kind} ${rest[0] === 'by-slug' ? 'by slug' : rest.length > 0 ? 'item' : 'list'}`;
}

function sharedTexts(name: string): readonly string[] {
  return (SHARED.get(name) as readonly string[]).map((text) => fillText(text, {}));
}

/**
 * @example
 * expandTable({ name: 'id.<id>', path: '/tags/<id>', each: { id: { zero: '0' } }, … })
 * // [{ name: 'id.zero', path: '/tags/0', … }]
 */
export function expandTable(line: HostileCase | Table): HostileCase[] {
  if (!('each' in line)) return [line];
  const { each, name, ...rest } = line;
  return combinations(Object.entries(each)).map((choices) => ({
    ...(substitute(rest, choices) as typeof rest),
    name: name.replace(PLACEHOLDER, (placeholder, axis: string) => choices[axis]?.label ?? placeholder),
  }));
}

function combinations(axes: readonly (readonly [string, Axis | string])[]): Choices[] {
  const [firstAxis, ...otherAxes] = axes;
  if (!firstAxis) return [{}];
  const [name, axis] = firstAxis;
  return choicesOf(axis).flatMap((choice) =>
    combinations(otherAxes).map((otherChoices) => ({ [name]: choice, ...otherChoices })),
  );
}

function choicesOf(axis: Axis | string): Choice[] {
  const values = typeof axis === 'string' ? SHARED.get(axis) : axis;
  if (values === undefined) throw new Error(`No shared values of this name: ${JSON.stringify(axis)}`);
  if (Array.isArray(values)) return values.map((value: unknown) => ({ label: String(value), value }));
  return Object.entries(values).map(([label, value]) => ({ label, value }));
}

/** Replaces placeholders. A string that consists of one placeholder becomes the value, of whatever type. */
function substitute(part: unknown, choices: Choices): unknown {
  if (typeof part === 'string') return substituteText(part, choices);
  if (Array.isArray(part)) return part.map((item) => substitute(item, choices));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, member]) => [String(substituteText(name, choices)), substitute(member, choices)]),
  );
}

function substituteText(text: string, choices: Choices): unknown {
  const [, placeholderName] = /^<(\w+)>$/.exec(text) ?? [];
  if (placeholderName !== undefined && choices[placeholderName]) return choices[placeholderName].value;
  return text.replace(PLACEHOLDER, (placeholder, axis: string) =>
    choices[axis] ? String(choices[axis].value) : placeholder,
  );
}
