import { expect } from '@jest/globals';
import pg from 'pg';
import { KINDS, type Kind, type ServedRecord } from '../records/kinds.js';
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
import { upcomingDates } from '../records/records.js';
import { startTestCalendar, type TestResponse, type TestCalendar } from '../calendar/test-calendar.js';

/** Words of the four texts in each language. No word contains another one. */
export const TEXTS_BY_LANGUAGE = {
  ca: { heading: 'Castanyada', description: 'Panellets', excerpt: 'Moniatos', slug: 'foguera' },
  en: { heading: 'Bonfire', description: 'Roasting', excerpt: 'Autumn', slug: 'sparks' },
  es: { heading: 'Magosto', description: 'Buñuelos', excerpt: 'Vendimia', slug: 'brasas' },
} as const;

/** A calendar with a default language, and a session on its database. */
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

/** Texts of a record in one language, by field. */
export type Texts = Readonly<Record<string, string>>;

/** A record with its languages and texts. */
export interface TranslatedRecord {
  readonly kind: Kind;
  readonly id: number;
  readonly present: readonly Language[];
  /** Texts in all languages, also in absent ones. Tests update them with the record. */
  readonly texts: Record<Language, Texts>;
}

/** Whether slugs of a kind are derived from the name only. */
export const derivesSlug = ({ path }: Kind): boolean => path === 'venues' || path === 'organizers';

/** Texts in a language, as sent and served. `name` makes them unique. */
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

/** Creates a record with translations in some languages. */
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

/** Creates a record of every kind in every set of languages. */
export async function createEveryCombination(calendar: TestCalendar): Promise<PerKind<TranslatedRecord[]>> {
  const all = await flatMapParallel(cartesianProduct(KINDS, LANGUAGE_SETS), async ([kind, present]) => [
    await createTranslatedRecord(calendar, kind, present),
  ]);
  return Object.fromEntries(KINDS.map(({ path }) => [path, all.filter(({ kind }) => kind.path === path)])) as PerKind<
    TranslatedRecord[]
  >;
}

/** Members of a record that depend on its languages, as served in one of them. */
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

/** Differences between a served record and the expected one. */
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

/** Differences from a 404 for a missing translation. */
export function diffMissingTranslation(what: string, answer: TestResponse<object>, requested: Language): string[] {
  const spoken = { 'Content-Language': answer.headers.get('Content-Language') };
  return [
    ...diffProblem(what, answer, 404, 'translation_not_found'),
    ...findDifferences(what, spoken, { 'Content-Language': requested }),
  ];
}
