import type { Fixtures, Generated, Nested } from './hostile-case.js';

type Members = Readonly<Record<string, unknown>>;

const MAKERS = ['$repeat', '$nest', '$neststr', '$csv'] as const;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an object stands for a text. */
export const isGenerated = (value: unknown): value is Generated =>
  isObject(value) && MAKERS.some((name) => value[name] !== undefined);

/** The text that something stands for; texts stand for themselves. */
export function textOf(value: string | Generated): string {
  if (typeof value === 'string') return value;
  const { $head = '', $tail = '', $repeat: [text, times] = ['', 0], $nest, $neststr, $csv } = value;
  const made = [text.repeat(times), nested($nest), nested($neststr), $csv ? numbers($csv).join() : ''];
  return `${$head}${made.join('')}${$tail}`;
}

function nested([opening, closing, depth, core = '']: Nested = ['', '', 0]): string {
  return `${opening.repeat(depth)}${core}${closing.repeat(depth)}`;
}

function numbers([first, last]: readonly [number, number]): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Puts fixtures in the places of their names, `{event_id}`, and repeats what is to be: `{repeat:9:400}`. */
export function filled(text: string, fixtures: Fixtures): string {
  return text
    .replace(/\{([a-z_]+)\}/g, (placeholder, name: string) => fixtures[name] ?? placeholder)
    .replace(/\{repeat:(.+?):(\d+)\}/g, (_all, part: string, times: string) => part.repeat(Number(times)));
}

/** The names of the fixtures that a text needs. */
export const namesIn = (text: string): string[] => [...text.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => name);

/** JSON in which the objects of {@link Generated}, `$raw`, `$range` and `$fill` are made, and names are filled in. */
export function jsonOf(value: unknown, fixtures: Fixtures): string {
  if (typeof value === 'string') return JSON.stringify(filled(value, fixtures));
  if (Array.isArray(value)) return `[${value.map((each) => jsonOf(each, fixtures)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return madeJson(value, fixtures) ?? objectJson(value, fixtures);
}

function madeJson(value: Members, fixtures: Fixtures): string | undefined {
  if (typeof value['$raw'] === 'string') return value['$raw'];
  if (value['$range']) return JSON.stringify(numbers(value['$range'] as [number, number]));
  if (value['$fill']) {
    const [[item], times] = value['$fill'] as [[unknown], number];
    return `[${Array.from({ length: times }, () => jsonOf(item, fixtures)).join()}]`;
  }
  if (!isGenerated(value)) return undefined;
  return value.$nest ? textOf(value) : JSON.stringify(textOf(value));
}

function objectJson(value: Members, fixtures: Fixtures): string {
  // Entries rather than a copy: a member that is called __proto__ has to arrive.
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${jsonOf(member, fixtures)}`);
  return `{${members.join()}}`;
}
