import type { HostileCase } from './hostile-case.js';

/** Values of which each makes a case: by what names call them, or called as they are. */
type Axis = readonly (string | number)[] | Readonly<Record<string, unknown>>;

/** Cases that differ in some places only. `<name>` stands for the value of an axis, in names for what it is called. */
export type Table = HostileCase & { readonly each: Readonly<Record<string, Axis>> };

interface Choice {
  readonly label: string;
  readonly value: unknown;
}

type Choices = Readonly<Record<string, Choice>>;

const PLACEHOLDER = /<(\w+)>/g;

/**
 * The cases of tables, and those that stand alone.
 * @example casesOf([{ name: 'id.<id>', path: '/tags/<id>', each: { id: { zero: '0' } }, … }]) // [{ name: 'id.zero', path: '/tags/0', … }]
 */
export function casesOf(entries: readonly (HostileCase | Table)[]): HostileCase[] {
  return entries.flatMap((entry) => ('each' in entry ? casesOfTable(entry) : [entry]));
}

function casesOfTable({ each, name, ...rest }: Table): HostileCase[] {
  return combinations(Object.entries(each)).map((choices) => ({
    ...(filledIn(rest, choices) as typeof rest),
    name: name.replace(PLACEHOLDER, (all, axis: string) => choices[axis]?.label ?? all),
  }));
}

function combinations(axes: readonly (readonly [string, Axis])[]): Choices[] {
  const [first, ...others] = axes;
  if (!first) return [{}];
  const [name, axis] = first;
  return choicesOf(axis).flatMap((choice) => combinations(others).map((rest) => ({ [name]: choice, ...rest })));
}

function choicesOf(axis: Axis): Choice[] {
  if (Array.isArray(axis)) return axis.map((value: unknown) => ({ label: String(value), value }));
  return Object.entries(axis).map(([label, value]) => ({ label, value }));
}

/** A text that is nothing but a placeholder becomes the value itself, whatever it is. */
function filledIn(part: unknown, choices: Choices): unknown {
  if (typeof part === 'string') return filledText(part, choices);
  if (Array.isArray(part)) return part.map((each) => filledIn(each, choices));
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).map(([name, member]) => [
    String(filledText(name, choices)),
    filledIn(member, choices),
  ]);
  return Object.fromEntries(members) as object;
}

function filledText(text: string, choices: Choices): unknown {
  const [, whole] = /^<(\w+)>$/.exec(text) ?? [];
  if (whole !== undefined && choices[whole]) return choices[whole].value;
  return text.replace(PLACEHOLDER, (all, axis: string) => (choices[axis] ? String(choices[axis].value) : all));
}
