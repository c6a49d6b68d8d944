import { expect } from 'vitest';
import pg from 'pg';
import type { Kind } from '../records/kinds.js';
import { requestInLanguage, LANGUAGES, type Language } from './languages.js';
import { upcomingDates } from '../records/records.js';
import { startTestCalendar, type TestCalendar } from '../calendar/test-calendar.js';

const TEXTS_BY_LANGUAGE = {
  ca: { title: 'Castanyada', description: 'Panellets', excerpt: 'Moniatos', slug: 'foguera' },
  en: { title: 'Bonfire', description: 'Roasting', excerpt: 'Autumn', slug: 'sparks' },
  es: { title: 'Magosto', description: 'Buñuelos', excerpt: 'Vendimia', slug: 'brasas' },
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
type Texts = Readonly<Record<string, string>>;

/** A record with its languages and texts. */
export interface TranslatedRecord {
  readonly kind: Kind;
  readonly id: number;
  readonly present: readonly Language[];
  /** Texts in all languages, also in absent ones. */
  readonly texts: Record<Language, Texts>;
}

/** Texts in a language, as sent and served. `number` makes them unique. Slugs of venues and organizers are derived. */
function textsIn({ path, titleField }: Kind, language: Language, number: number): Texts {
  const { title, description, excerpt, slug } = TEXTS_BY_LANGUAGE[language];
  const isDerived = path === 'venues' || path === 'organizers';
  return {
    [titleField]: `${title} ${number}`,
    description: `<p>${description} ${number}</p>`,
    ...(path === 'events' ? { excerpt: `<p>${excerpt} ${number}</p>` } : {}),
    slug: `${isDerived ? title.toLowerCase() : slug}-${number}`,
  };
}

let createdRecords = 0;

/** Creates a record with translations in some languages. */
export async function createTranslatedRecord(
  calendar: TestCalendar,
  kind: Kind,
  present: readonly Language[],
): Promise<TranslatedRecord> {
  const number = (createdRecords += 1);
  const texts = Object.fromEntries(LANGUAGES.map((language) => [language, textsIn(kind, language, number)]));
  const dates = kind.path === 'events' ? upcomingDates() : {};
  let path: string = kind.path;
  for (const language of present) {
    const json = { ...dates, ...texts[language] };
    const { status, body } = await requestInLanguage(calendar, 'body', language, { method: 'POST', path, json });
    expect([path, body, status]).toEqual([path, body, path === kind.path ? 201 : 200]);
    path = `${kind.path}/${body.id}`;
  }
  return { kind, present, texts: texts as TranslatedRecord['texts'], id: Number(path.split('/')[1]) };
}

/** Members of a record that depend on its languages, as served in one of them. */
export function expectedView(base: string, { kind, id, present, texts }: TranslatedRecord, language: Language): object {
  const translation = (translated: Language) => ({
    slug: texts[translated]['slug'],
    rest_url: `${base}/${kind.path}/${id}?ml_language=${translated}`,
  });
  return {
    id,
    ...texts[language],
    ml_language: language,
    ml_translations: Object.fromEntries(present.map((language) => [language, translation(language)])),
  };
}
