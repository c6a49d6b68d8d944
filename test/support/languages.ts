import { isDeepStrictEqual } from 'node:util';
import type { Kind, ServedRecord } from './kinds.js';
import type { TestResponse, TestCalendar } from './test-calendar.js';

/** The languages of the contract. Nothing here is taken from the product: it is what the product is compared with. */
export const LANGUAGES = ['ca', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Every set of languages that a record can have. */
export const LANGUAGE_SETS: readonly (readonly Language[])[] = [
  ['ca'],
  ['en'],
  ['es'],
  ['ca', 'en'],
  ['ca', 'es'],
  ['en', 'es'],
  ['ca', 'en', 'es'],
];

/** 3.2: the language asked for, else the first that the record has of default, Catalan, English, Spanish. */
export function servedLanguage(requested: Language, present: readonly Language[], defaultLanguage: Language): Language {
  if (present.includes(requested)) return requested;
  if (present.includes(defaultLanguage)) return defaultLanguage;
  if (present.includes('ca')) return 'ca';
  return present.includes('en') ? 'en' : 'es';
}

/** The languages asked for that a text serves. */
export const fallbackLanguagesOf = (
  text: Language,
  present: readonly Language[],
  defaultLanguage: Language,
): Language[] => LANGUAGES.filter((requested) => servedLanguage(requested, present, defaultLanguage) === text);

/** The languages that a record lacks. */
export const missingLanguages = (present: readonly Language[]): Language[] =>
  LANGUAGES.filter((language) => !present.includes(language));

/** What a request is made of, before it asks for a language. `path` stands behind the namespace. */
interface RequestSpec {
  readonly method?: string;
  readonly path: string;
  readonly json?: Readonly<Record<string, unknown>>;
}
type RequestWithLanguage = RequestSpec & { readonly headers?: Readonly<Record<string, string>> };

/** Behind an address that may have a query. */
export const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** The ways to ask for a language: those of 3.1, strongest first. */
const LANGUAGE_SOURCES = {
  body: (language: Language, plain: RequestSpec): RequestWithLanguage => ({
    ...plain,
    json: { ...plain.json, ml_language: language },
  }),
  query: (language: Language, plain: RequestSpec): RequestWithLanguage => ({
    ...plain,
    path: withQuery(plain.path, `ml_language=${language}`),
  }),
  segment: (language: Language, plain: RequestSpec): RequestWithLanguage => ({
    ...plain,
    path: `/${language.toUpperCase()}/calendar/events/v1/${plain.path}`,
  }),
  header: (language: Language, plain: RequestSpec): RequestWithLanguage => ({
    ...plain,
    headers: { 'Accept-Language': `fr, ${language}-AD;q=0.8, *;q=0.1` },
  }),
  default: (_language: Language, plain: RequestSpec): RequestWithLanguage => plain,
};
export type LanguageSource = keyof typeof LANGUAGE_SOURCES;

/** The ways that name a language, in a read or a removal and in a write. */
export const EXPLICIT_READ_SOURCES: readonly LanguageSource[] = ['query', 'segment'];
export const EXPLICIT_SOURCES: readonly LanguageSource[] = ['body', ...EXPLICIT_READ_SOURCES];

/** The ways that leave the language open to negotiation; the default says one language only. */
export const negotiatedSources = (language: Language, defaultLanguage: Language): readonly LanguageSource[] =>
  language === defaultLanguage ? ['header', 'default'] : ['header'];

/** The ways in which a read can ask for a language. */
export const readSources = (language: Language, defaultLanguage: Language): readonly LanguageSource[] => [
  ...EXPLICIT_READ_SOURCES,
  ...negotiatedSources(language, defaultLanguage),
];

let turn = 0;

/** One of some ways, each in its turn. */
export const nextInTurn = <Each>(ways: readonly Each[]): Each => ways[(turn += 1) % ways.length] as Each;

/** So many requests are under way at once: more would wait for each other, on a busy machine too long. */
const requestQueues = Array.from({ length: 4 }, (): Promise<unknown> => Promise.resolve());
let sentRequests = 0;

/** Sends a request that asks for a language in one way. */
export function requestInLanguage<Body = ServedRecord>(
  calendar: TestCalendar,
  source: LanguageSource,
  language: Language,
  spec: RequestSpec,
): Promise<TestResponse<Body>> {
  const { method = 'GET', path, ...more } = LANGUAGE_SOURCES[source](language, spec);
  const lane = (sentRequests += 1) % requestQueues.length;
  const answer = (requestQueues[lane] as Promise<unknown>).then(() => calendar.request<Body>(method, path, more));
  requestQueues[lane] = answer.catch(() => undefined);
  return answer;
}

const excerptOf = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 300);

/** What differs from what is expected, member by member, and what was being done: nothing, where all is well. */
export function findDifferences(what: string, served: object, expected: object): string[] {
  return Object.entries(expected)
    .map(([key, value]) => [key, value, (served as Record<string, unknown>)[key]] as const)
    .filter(([, value, found]) => !isDeepStrictEqual(found, value))
    .map(([key, value, found]) => `${what}: ${key} is ${excerptOf(found)}, not ${excerptOf(value)}`);
}

/** What differs where a problem is expected. */
export function diffProblem(
  what: string,
  answer: TestResponse<object>,
  status: number,
  code: string,
  ...names: string[]
) {
  const { params } = answer.body as { params?: object };
  const found = { status: answer.status, ...answer.body, params: Object.keys(params ?? {}) };
  return findDifferences(what, found, { status, code, params: names });
}

/** Works on all at once, and gives the results one behind the other. */
export async function flatMapParallel<Each, Result>(
  all: Iterable<Each>,
  work: (each: Each) => Promise<readonly Result[]>,
): Promise<Result[]> {
  return (await Promise.all([...all].map(work))).flat();
}

/** Every pair of two lists. */
export const cartesianProduct = <One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] =>
  ones.flatMap((one) => others.map((other): [One, Other] => [one, other]));

/** A list of a kind that shows all of it. */
export const fullListPath = ({ path, isPublishable }: Kind, query = ''): string =>
  withQuery(`${path}?per_page=50`, `${isPublishable ? '' : 'hide_empty=false&'}${query}`);
