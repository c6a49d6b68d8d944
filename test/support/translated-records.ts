import { expect } from '@jest/globals';
import pg from 'pg';
import { KINDS, type Kind, type ServedRecord } from './kinds.js';
import {
  requestInLanguage,
  LANGUAGE_SETS,
  findDifferences,
  flatMapParallel,
  LANGUAGES,
  cartesianProduct,
  servedLanguage,
  diffProblem,
  type Language,
} from './languages.js';
import { upcomingDates } from './records.js';
import { startTestCalendar, type TestResponse, type TestCalendar } from './test-calendar.js';

/** Words of the four texts in each language: none is a part of another, nor occurs in any other text. */
export const TEXTS_BY_LANGUAGE = {
  ca: { heading: 'Castanyada', description: 'Panellets', excerpt: 'Moniatos', slug: 'foguera' },
  en: { heading: 'Bonfire', description: 'Roasting', excerpt: 'Autumn', slug: 'sparks' },
  es: { heading: 'Magosto', description: 'Buñuelos', excerpt: 'Vendimia', slug: 'brasas' },
} as const;

/** A calendar with a default language, and a session with its database. */
export interface MultilingualCalendar {
  readonly calendar: TestCalendar;
  readonly defaultLanguage: Language;
  readonly session: pg.Client;
  close(): Promise<void>;
}

export async function startMultilingualCalendar(defaultLanguage: Language): Promise<MultilingualCalendar> {
  const calendar = await startTestCalendar({ DEFAULT_LANGUAGE: defaultLanguage });
  const session = new pg.Client({ connectionString: calendar.databaseUrl });
  await session.connect();
  const close = async () => {
    await session.end();
    await calendar.close();
  };
  return { calendar, defaultLanguage, session, close };
}

/** The texts of a record in one language, by their parameters. */
export type Texts = Readonly<Record<string, string>>;

/** A record, the languages it has, and what it was given in each. */
export interface TranslatedRecord {
  readonly kind: Kind;
  readonly id: number;
  readonly present: readonly Language[];
  /** Those that an absent language would have, too; a test that changes one writes it down here. */
  readonly texts: Record<Language, Texts>;
}

/** Whether the slug of a kind is derived from its name alone. */
export const derivesSlug = ({ path }: Kind): boolean => path === 'venues' || path === 'organizers';

/** Texts in a language, as they are sent and served; `name` tells records apart, in letters and digits. */
export function textsIn(kind: Kind, language: Language, name: number | string): Texts {
  const { heading, description, excerpt, slug } = TEXTS_BY_LANGUAGE[language];
  return {
    [kind.titleField]: `${heading} ${name}`,
    description: `<p>${description} ${name}</p>`,
    ...(kind.path === 'events' ? { excerpt: `<p>${excerpt} ${name}</p>` } : {}),
    slug: derivesSlug(kind) ? `${heading.toLowerCase()}-${name}` : `${slug}-${name}`,
  };
}

let createdRecords = 0;

/** Creates a record that has some languages, with its own words in each. */
export async function createTranslatedRecord(
  calendar: TestCalendar,
  kind: Kind,
  present: readonly Language[],
  fields: object = {},
): Promise<TranslatedRecord> {
  const name = (createdRecords += 1);
  const texts = Object.fromEntries(LANGUAGES.map((language) => [language, textsIn(kind, language, name)]));
  const record = { kind, present, texts: texts as TranslatedRecord['texts'] };
  const dates = kind.path === 'events' ? upcomingDates() : {};
  let path: string = kind.path;
  for (const language of present) {
    const json = { ...dates, ...fields, ...texts[language] };
    const { status, body } = await requestInLanguage(calendar, 'body', language, { method: 'POST', path, json });
    expect([path, body, status]).toEqual([path, body, path === kind.path ? 201 : 200]);
    path = `${kind.path}/${body.id}`;
  }
  return { ...record, id: Number(path.split('/')[1]) };
}

export type PerKind<Held> = Record<Kind['path'], Held>;

/** A record of every kind in every set of languages. */
export async function createEveryCombination(calendar: TestCalendar): Promise<PerKind<TranslatedRecord[]>> {
  const all = await flatMapParallel(cartesianProduct(KINDS, LANGUAGE_SETS), async ([kind, present]) => [
    await createTranslatedRecord(calendar, kind, present),
  ]);
  return Object.fromEntries(KINDS.map(({ path }) => [path, all.filter(({ kind }) => kind.path === path)])) as PerKind<
    TranslatedRecord[]
  >;
}

/** What of a record depends on its languages, as it is served in one of them. */
export function expectedView(base: string, { kind, id, present, texts }: TranslatedRecord, language: Language): object {
  const translation = (each: Language) => ({
    slug: texts[each]['slug'],
    rest_url: `${base}/${kind.path}/${id}?ml_language=${each}`,
  });
  return {
    id,
    ...texts[language],
    ml_language: language,
    ml_translations: Object.fromEntries(present.map((each) => [each, translation(each)])),
  };
}

/** What is wrong with a record as an answer serves it by itself. */
export function diffServed(
  what: string,
  { calendar, defaultLanguage }: MultilingualCalendar,
  answer: TestResponse<ServedRecord>,
  record: TranslatedRecord,
  requested: Language,
  status = 200,
): string[] {
  const language = servedLanguage(requested, record.present, defaultLanguage);
  const [name, place] = ['Content-Language', 'Content-Location'];
  const headers = { [name]: answer.headers.get(name), [place]: answer.headers.get(place) };
  const found = { ...answer.body, ...headers, answered: answer.status };
  const address = `${calendar.base}/${record.kind.path}/${record.id}?ml_language=${language}`;
  const wanted = { ...expectedView(calendar.base, record, language), [name]: language, [place]: address };
  return findDifferences(what, found, { ...wanted, answered: status });
}

/** What is wrong with an answer that must say that the language asked for is not there. */
export function diffMissingTranslation(what: string, answer: TestResponse<object>, requested: Language): string[] {
  const spoken = { 'Content-Language': answer.headers.get('Content-Language') };
  return [
    ...diffProblem(what, answer, 404, 'translation_not_found'),
    ...findDifferences(what, spoken, { 'Content-Language': requested }),
  ];
}
