import { isDeepStrictEqual } from 'node:util';
import type { Kind, ServedRecord } from './kinds.js';
import type { Answer, TestCalendar } from './test-calendar.js';

/** The languages of the contract. Nothing here is taken from the product: it is what the product is compared with. */
export const LANGUAGES = ['ca', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Every set of languages that a record can have. */
export const COMBINATIONS: readonly (readonly Language[])[] = [
  ['ca'],
  ['en'],
  ['es'],
  ['ca', 'en'],
  ['ca', 'es'],
  ['en', 'es'],
  ['ca', 'en', 'es'],
];

/** 3.2: the language asked for, else the first that the record has of default, Catalan, English, Spanish. */
export function servedOf(asked: Language, present: readonly Language[], byDefault: Language): Language {
  if (present.includes(asked)) return asked;
  if (present.includes(byDefault)) return byDefault;
  if (present.includes('ca')) return 'ca';
  return present.includes('en') ? 'en' : 'es';
}

/** The languages asked for that a text serves. */
export const servedBy = (text: Language, present: readonly Language[], byDefault: Language): Language[] =>
  LANGUAGES.filter((asked) => servedOf(asked, present, byDefault) === text);

/** The languages that a record lacks. */
export const absentOf = (present: readonly Language[]): Language[] =>
  LANGUAGES.filter((language) => !present.includes(language));

/** What a request is made of, before it asks for a language. `path` stands behind the namespace. */
interface Plain {
  readonly method?: string;
  readonly path: string;
  readonly json?: Readonly<Record<string, unknown>>;
}
type Asking = Plain & { readonly headers?: Readonly<Record<string, string>> };

/** Behind an address that may have a query. */
export const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** The ways to ask for a language: those of 3.1, strongest first. */
const WAYS = {
  body: (language: Language, plain: Plain): Asking => ({ ...plain, json: { ...plain.json, ml_language: language } }),
  query: (language: Language, plain: Plain): Asking => ({
    ...plain,
    path: withQuery(plain.path, `ml_language=${language}`),
  }),
  segment: (language: Language, plain: Plain): Asking => ({
    ...plain,
    path: `/${language.toUpperCase()}/calendar/events/v1/${plain.path}`,
  }),
  header: (language: Language, plain: Plain): Asking => ({
    ...plain,
    headers: { 'Accept-Language': `fr, ${language}-AD;q=0.8, *;q=0.1` },
  }),
  default: (_language: Language, plain: Plain): Asking => plain,
};
export type Way = keyof typeof WAYS;

/** The ways that name a language, in a read or a removal and in a write. */
export const NAMING_IN_QUERY: readonly Way[] = ['query', 'segment'];
export const NAMING: readonly Way[] = ['body', ...NAMING_IN_QUERY];

/** The ways that leave the language open to negotiation; the default says one language only. */
export const negotiating = (language: Language, byDefault: Language): readonly Way[] =>
  language === byDefault ? ['header', 'default'] : ['header'];

/** The ways in which a read can ask for a language. */
export const asking = (language: Language, byDefault: Language): readonly Way[] => [
  ...NAMING_IN_QUERY,
  ...negotiating(language, byDefault),
];

let turn = 0;

/** One of some ways, each in its turn. */
export const inTurn = <Each>(ways: readonly Each[]): Each => ways[(turn += 1) % ways.length] as Each;

/** So many requests are under way at once: more would wait for each other, on a busy machine too long. */
const lanes = Array.from({ length: 4 }, (): Promise<unknown> => Promise.resolve());
let sent = 0;

/** Sends a request that asks for a language in one way. */
export function ask<Body = ServedRecord>(
  calendar: TestCalendar,
  way: Way,
  language: Language,
  plain: Plain,
): Promise<Answer<Body>> {
  const { method = 'GET', path, ...more } = WAYS[way](language, plain);
  const lane = (sent += 1) % lanes.length;
  const answer = (lanes[lane] as Promise<unknown>).then(() => calendar.request<Body>(method, path, more));
  lanes[lane] = answer.catch(() => undefined);
  return answer;
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 300);

/** What differs from what is expected, member by member, and what was being done: nothing, where all is well. */
export function differences(what: string, served: object, expected: object): string[] {
  return Object.entries(expected)
    .map(([key, value]) => [key, value, (served as Record<string, unknown>)[key]] as const)
    .filter(([, value, found]) => !isDeepStrictEqual(found, value))
    .map(([key, value, found]) => `${what}: ${key} is ${shown(found)}, not ${shown(value)}`);
}

/** What differs where a problem is expected. */
export function unlikeProblem(what: string, answer: Answer<object>, status: number, code: string, ...names: string[]) {
  const { params } = answer.body as { params?: object };
  const found = { status: answer.status, ...answer.body, params: Object.keys(params ?? {}) };
  return differences(what, found, { status, code, params: names });
}

/** Works on all at once, and gives the results one behind the other. */
export async function gather<Each, Result>(
  all: Iterable<Each>,
  work: (each: Each) => Promise<readonly Result[]>,
): Promise<Result[]> {
  return (await Promise.all([...all].map(work))).flat();
}

/** Every pair of two lists. */
export const pairs = <One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] =>
  ones.flatMap((one) => others.map((other): [One, Other] => [one, other]));

/** A list of a kind that shows all of it. */
export const listOf = ({ path, isPublished }: Kind, query = ''): string =>
  withQuery(`${path}?per_page=50`, `${isPublished ? '' : 'hide_empty=false&'}${query}`);
