import { isDeepStrictEqual } from 'node:util';
import type { Kind, ServedRecord } from '../records/kinds.js';
import type { TestResponse, TestCalendar } from '../calendar/test-calendar.js';

/** The languages of the contract. This file is independent of the product, which is compared with it. */
export const LANGUAGES = ['ca', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** All sets of languages that a record can have. */
export const LANGUAGE_SETS: readonly (readonly Language[])[] = [
  ['ca'],
  ['en'],
  ['es'],
  ['ca', 'en'],
  ['ca', 'es'],
  ['en', 'es'],
  ['ca', 'en', 'es'],
];

/** Rule 3.2: the requested language, otherwise the first available one of default, Catalan, English, Spanish. */
export function servedLanguage(requested: Language, present: readonly Language[], defaultLanguage: Language): Language {
  if (present.includes(requested)) return requested;
  if (present.includes(defaultLanguage)) return defaultLanguage;
  if (present.includes('ca')) return 'ca';
  return present.includes('en') ? 'en' : 'es';
}

/** Requested languages for which a translation is served. */
export const fallbackLanguagesOf = (
  text: Language,
  present: readonly Language[],
  defaultLanguage: Language,
): Language[] => LANGUAGES.filter((requested) => servedLanguage(requested, present, defaultLanguage) === text);

/** Languages without a translation. */
export const missingLanguages = (present: readonly Language[]): Language[] =>
  LANGUAGES.filter((language) => !present.includes(language));

/** A request without a language. `path` is relative to the namespace. */
interface RequestSpec {
  readonly method?: string;
  readonly path: string;
  readonly json?: Readonly<Record<string, unknown>>;
}
type RequestWithLanguage = RequestSpec & { readonly headers?: Readonly<Record<string, string>> };

/** Appends to a path that may have a query. */
export const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** Sources of the requested language (3.1), in order of precedence. */
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

/** Sources that name a language. */
export const EXPLICIT_READ_SOURCES: readonly LanguageSource[] = ['query', 'segment'];
export const EXPLICIT_SOURCES: readonly LanguageSource[] = ['body', ...EXPLICIT_READ_SOURCES];

/** Sources that negotiate a language. `default` applies to the default language only. */
export const negotiatedSources = (language: Language, defaultLanguage: Language): readonly LanguageSource[] =>
  language === defaultLanguage ? ['header', 'default'] : ['header'];

/** Sources for a read. */
export const readSources = (language: Language, defaultLanguage: Language): readonly LanguageSource[] => [
  ...EXPLICIT_READ_SOURCES,
  ...negotiatedSources(language, defaultLanguage),
];

let turn = 0;

/** Returns the items in turn, one per call. */
export const nextInTurn = <Each>(ways: readonly Each[]): Each => ways[(turn += 1) % ways.length] as Each;

/** Limits concurrent requests: more would exceed time limits on a busy machine. */
const requestQueues = Array.from({ length: 4 }, (): Promise<unknown> => Promise.resolve());
let sentRequests = 0;

/** Sends a request for a language, given by one source. */
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

/** Differences from the expected members, one line each. */
export function findDifferences(what: string, served: object, expected: object): string[] {
  return Object.entries(expected)
    .map(([key, value]) => [key, value, (served as Record<string, unknown>)[key]] as const)
    .filter(([, value, found]) => !isDeepStrictEqual(found, value))
    .map(([key, value, found]) => `${what}: ${key} is ${excerptOf(found)}, not ${excerptOf(value)}`);
}

/** Differences from an expected problem. */
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

export async function flatMapParallel<Each, Result>(
  all: Iterable<Each>,
  work: (each: Each) => Promise<readonly Result[]>,
): Promise<Result[]> {
  return (await Promise.all([...all].map(work))).flat();
}

export const cartesianProduct = <One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] =>
  ones.flatMap((one) => others.map((other): [One, Other] => [one, other]));

/** Path of a list with all records of a kind. */
export const fullListPath = ({ path, isPublishable }: Kind, query = ''): string =>
  withQuery(`${path}?per_page=50`, `${isPublishable ? '' : 'hide_empty=false&'}${query}`);
