import type { Kind } from '../records/kinds.js';
import { LANGUAGES, servedLanguage, type Language } from './languages.js';
import type { MultilingualCalendar } from './translated-records.js';

interface StoredTranslation {
  readonly id: string;
  readonly language: Language;
  readonly fallback_languages: readonly Language[];
}

async function fetchTranslations({ session }: MultilingualCalendar, { kind }: Pick<Kind, 'kind'>) {
  const statement = `select ${kind}_id as id, language, fallback_languages from ${kind}_translations order by 1, 2`;
  return (await session.query<StoredTranslation>(statement)).rows;
}

/** Stored translations of a record by language. */
export const fetchStoredTranslations = async (context: MultilingualCalendar, kind: Pick<Kind, 'kind'>, id: number) =>
  Object.fromEntries(
    (await fetchTranslations(context, kind)).filter((row) => row.id === String(id)).map((row) => [row.language, row]),
  );

/**
 * Finds wrong `fallback_languages`: for each record and requested language, exactly the right translation must have it.
 */
export async function findWrongFallbacks(context: MultilingualCalendar, kind: Kind): Promise<string[]> {
  const records = Map.groupBy(await fetchTranslations(context, kind), ({ id }) => id);
  return [...records].flatMap(([id, translations]) =>
    LANGUAGES.flatMap((requested) => {
      const availableLanguages = translations.map(({ language }) => language);
      const expected = servedLanguage(requested, availableLanguages, context.defaultLanguage);
      const actual = translations
        .filter((translation) => translation.fallback_languages.includes(requested))
        .map((translation) => translation.language);
      return actual.join() === expected
        ? []
        : [`${kind.kind} ${id}: ${requested} is served by [${actual.join()}], not by ${expected}`];
    }),
  );
}
