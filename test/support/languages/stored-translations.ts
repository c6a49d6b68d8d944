import type { Kind } from '../records/kinds.js';
import { LANGUAGES, servedLanguage, type Language } from './languages.js';
import type { MultilingualCalendar } from './translated-records.js';

interface StoredTranslation {
  readonly id: string;
  readonly language: Language;
  readonly fallback_languages: readonly Language[];
}

const fetchTranslations = async ({ session }: MultilingualCalendar, { kind }: Pick<Kind, 'kind'>) =>
  (
    await session.query<StoredTranslation>(
      `select ${kind}_id as id, language, fallback_languages from ${kind}_translations order by 1, 2`,
    )
  ).rows;

/** Stored translations of a record by language. */
export const fetchStoredTranslations = async (here: MultilingualCalendar, kind: Pick<Kind, 'kind'>, id: number) =>
  Object.fromEntries(
    (await fetchTranslations(here, kind)).filter((row) => row.id === String(id)).map((row) => [row.language, row]),
  );

/**
 * Finds wrong `fallback_languages`: for each record and requested language, exactly the right translation must have it.
 */
export async function findWrongFallbacks(here: MultilingualCalendar, kind: Kind): Promise<string[]> {
  const records = Map.groupBy(await fetchTranslations(here, kind), ({ id }) => id);
  return [...records].flatMap(([id, texts]) =>
    LANGUAGES.flatMap((requested) => {
      const present = texts.map(({ language }) => language);
      const right = servedLanguage(requested, present, here.defaultLanguage);
      const found = texts.filter((each) => each.fallback_languages.includes(requested)).map((each) => each.language);
      return found.join() === right
        ? []
        : [`${kind.kind} ${id}: ${requested} is served by [${found.join()}], not by ${right}`];
    }),
  );
}
