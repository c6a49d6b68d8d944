import { isDeepStrictEqual } from 'node:util';
import type { ServedRecord } from '../records/kinds.js';
import type { TestResponse, TestCalendar } from '../calendar/test-calendar.js';

/** The languages of the contract. This file is independent of the product, which is compared with it. */
export const LANGUAGES = ['ca', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Rule 3.2: the served language if the client requests ca, en and es. Rows: the languages of the record. Columns: the
 * default language.
 */
const TABLE = `
| translations | ca       | en       | es       |
| ca           | ca ca ca | ca ca ca | ca ca ca |
| en           | en en en | en en en | en en en |
| es           | es es es | es es es | es es es |
| ca,en        | ca en ca | ca en en | ca en ca |
| ca,es        | ca ca es | ca ca es | ca es es |
| en,es        | en en es | en en es | es en es |
| ca,en,es     | ca en es | ca en es | ca en es |
`;

const SERVED_LANGUAGES = new Map(
  [...TABLE.matchAll(/^\| (\S+) +\| (.*) \|$/gm)]
    .slice(1)
    .map(([, set = '', cells = '']) => [set, cells.split(' | ').map((cell) => cell.split(' ') as Language[])]),
);

/** All sets of languages that a record can have. */
export const LANGUAGE_SETS: readonly (readonly Language[])[] = [...SERVED_LANGUAGES.keys()].map(
  (set) => set.split(',') as Language[],
);

export function servedLanguage(requested: Language, present: readonly Language[], defaultLanguage: Language): Language {
  const row = SERVED_LANGUAGES.get(LANGUAGES.filter((language) => present.includes(language)).join());
  return row?.[LANGUAGES.indexOf(defaultLanguage)]?.[LANGUAGES.indexOf(requested)] as Language;
}

/** Requested languages for which a translation is served. */
export const fallbackLanguagesOf = (
  language: Language,
  present: readonly Language[],
  defaultLanguage: Language,
): Language[] => LANGUAGES.filter((requested) => servedLanguage(requested, present, defaultLanguage) === language);

/** A request without a language. `path` is relative to the namespace. */
interface RequestSpec {
  readonly method?: string;
  readonly path: string;
  readonly json?: Readonly<Record<string, unknown>>;
}
type RequestWithLanguage = RequestSpec & { readonly headers?: Readonly<Record<string, string>> };

/** Sources of the requested language (3.1), in order of precedence. */
const LANGUAGE_SOURCES = {
  body: (language: Language, request: RequestSpec): RequestWithLanguage => ({
    ...request,
    json: { ...request.json, ml_language: language },
  }),
  query: (language: Language, request: RequestSpec): RequestWithLanguage => ({
    ...request,
    path: `${request.path}${request.path.includes('?') ? '&' : '?'}ml_language=${language}`,
  }),
  segment: (language: Language, request: RequestSpec): RequestWithLanguage => ({
    ...request,
    path: `/${language.toUpperCase()}/calendar/events/v1/${request.path}`,
  }),
  header: (language: Language, request: RequestSpec): RequestWithLanguage => ({
    ...request,
    headers: { 'Accept-Language': `fr, ${language}-AD;q=0.8, *;q=0.1` },
  }),
};
export type LanguageSource = keyof typeof LANGUAGE_SOURCES;

/** Sources that name a language. */
export const EXPLICIT_SOURCES: readonly LanguageSource[] = ['body', 'query', 'segment'];

let nextIndex = 0;

/** Returns the items in turn, one per call. */
export const nextInTurn = <Item>(items: readonly Item[]): Item => items[(nextIndex += 1) % items.length] as Item;

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
  const { method = 'GET', path, ...options } = LANGUAGE_SOURCES[source](language, spec);
  const queueIndex = (sentRequests += 1) % requestQueues.length;
  const response = (requestQueues[queueIndex] as Promise<unknown>).then(() =>
    calendar.request<Body>(method, path, options),
  );
  requestQueues[queueIndex] = response.catch(() => undefined);
  return response;
}

const excerptOf = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 300);

/** Differences from the expected members, one line each. */
export function findDifferences(label: string, record: object, expected: object): string[] {
  return Object.entries(expected)
    .map(([key, value]) => [key, value, (record as Record<string, unknown>)[key]] as const)
    .filter(([, value, actual]) => !isDeepStrictEqual(actual, value))
    .map(([key, value, actual]) => `${label}: ${key} is ${excerptOf(actual)}, not ${excerptOf(value)}`);
}

export async function flatMapParallel<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<readonly Result[]>,
): Promise<Result[]> {
  return (await Promise.all([...items].map(work))).flat();
}

export const cartesianProduct = <Left, Right>(lefts: readonly Left[], rights: readonly Right[]): [Left, Right][] =>
  lefts.flatMap((left) => rights.map((right): [Left, Right] => [left, right]));
