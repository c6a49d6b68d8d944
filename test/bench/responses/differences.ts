import type { RecordedResponse } from './recording.js';

/** Maximum number of printed differences of a body. */
const SHOWN = 12;
/** Maximum printed length of a value. */
const EXCERPT = 160;

/** Differences between two responses, one line each. Empty if they are equal. */
export function differences(before: RecordedResponse, after: RecordedResponse): string[] {
  const lines: string[] = [];
  if (before.request !== after.request) lines.push(...change('request', before.request, after.request));
  if (before.status !== after.status) lines.push(...change('status', before.status, after.status));
  lines.push(...headerDifferences(before, after));
  if (before.body !== after.body) lines.push(...bodyDifferences(before.body, after.body));
  return lines;
}

function headerDifferences(before: RecordedResponse, after: RecordedResponse): string[] {
  const [one, other] = [before, after].map(({ headers }) => headers.map(([name, value]) => `${name}: ${value}`));
  if (!one || !other || one.join('\n') === other.join('\n')) return [];
  const removed = one.filter((line) => !other.includes(line));
  const added = other.filter((line) => !one.includes(line));
  if (removed.length + added.length > 0) {
    return [...removed.map((line) => `- ${excerpt(line)}`), ...added.map((line) => `+ ${excerpt(line)}`)];
  }
  const names = ({ headers }: RecordedResponse) => headers.map(([name]) => name).join(', ');
  return change('order of headers', names(before), names(after));
}

function bodyDifferences(before: string, after: string): string[] {
  const [one, other] = [parsed(before), parsed(after)];
  const found = one && other ? valueDifferences('body', one.value, other.value) : [];
  if (found.length === 0) return textDifference(before, after);
  const left = found.length - SHOWN;
  return left > 0 ? [...found.slice(0, SHOWN), `  … ${left} more differences in the body`] : found;
}

/** Differences between JSON values, each with its path. */
function valueDifferences(place: string, before: unknown, after: unknown): string[] {
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) {
    return Object.is(before, after) ? [] : change(place, json(before), json(after));
  }
  const [one, other] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const within = (key: string) => (Array.isArray(before) ? `${place}[${key}]` : `${place}.${key}`);
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((key) => {
    if (!other.has(key)) return [`- ${within(key)}: ${excerpt(json(one.get(key)))}`];
    if (!one.has(key)) return [`+ ${within(key)}: ${excerpt(json(other.get(key)))}`];
    return valueDifferences(within(key), one.get(key), other.get(key));
  });
}

/** First difference between two texts that are not JSON, or that differ only in member order or spelling. */
function textDifference(before: string, after: string): string[] {
  const length = Math.min(before.length, after.length);
  let index = 0;
  while (index < length && before[index] === after[index]) index += 1;
  const around = (text: string) => text.slice(Math.max(0, index - EXCERPT / 2), index + EXCERPT / 2);
  return change(`body, character ${index}`, around(before), around(after));
}

const change = (what: string, before: string, after: string): string[] => [
  `- ${what}: ${excerpt(before)}`,
  `+ ${what}: ${excerpt(after)}`,
];

const excerpt = (text: string): string => (text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text);

const json = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
