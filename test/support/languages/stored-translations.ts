import { KINDS, type Kind } from '../records/kinds.js';
import { findDifferences, LANGUAGES, servedLanguage, type Language } from './languages.js';
import type { MultilingualCalendar, Texts } from './translated-records.js';

/** A stored translation. `written` is the transaction that wrote the row last. */
type StoredTranslation = Readonly<Record<string, unknown>> & {
  readonly language: Language;
  readonly fallback_languages: readonly Language[];
  readonly slug: string;
  readonly written: string;
};

/** Translations of a record by language. */
type StoredTranslations = Partial<Record<Language, StoredTranslation>>;

export async function fetchStoredTranslations(
  { session }: MultilingualCalendar,
  { kind }: Pick<Kind, 'kind'>,
  id: number,
): Promise<StoredTranslations> {
  const { rows } = await session.query<StoredTranslation>(
    `select xmin::text as written, * from ${kind}_translations where ${kind}_id = $1 order by language`,
    [id],
  );
  return Object.fromEntries(rows.map((row) => [row.language, row]));
}

/** All translations of all kinds, with the transaction that wrote each row last. */
export async function fetchAllStoredTranslations({ session }: MultilingualCalendar): Promise<unknown[]> {
  const statement = KINDS.map(
    ({ kind }) => `select '${kind}' as kind, xmin::text as written, to_jsonb(t) as row from ${kind}_translations as t`,
  ).join(' union all ');
  return (await session.query(`${statement} order by 1, 3`)).rows;
}

/** Columns computed from other translations or from the parent. */
const DERIVED_COLUMNS = new Set(['fallback_languages', 'translations', 'written', 'sibling_scope']);

/**
 * Differences between translations before and after a change, except in some languages. With `own`, derived columns are ignored: they
 * change with other translations.
 */
export function diffTranslations(
  what: string,
  [before, after]: readonly StoredTranslations[],
  except: readonly Language[] = [],
  own = false,
) {
  const looked = (texts: StoredTranslations | undefined, language: Language) =>
    Object.entries(texts?.[language] ?? {}).filter(([column]) => !own || !DERIVED_COLUMNS.has(column));
  return LANGUAGES.filter((language) => !except.includes(language)).flatMap((language) =>
    findDifferences(
      `${what}: stored`,
      { [language]: looked(after, language) },
      { [language]: looked(before, language) },
    ),
  );
}

/** Differences between stored and expected texts in one language. */
export function diffStoredTranslation(
  what: string,
  { path, titleField }: Kind,
  stored: StoredTranslations,
  language: Language,
  texts: Texts,
) {
  const row = stored[language];
  const found = { ...row, [titleField]: row?.[path === 'events' ? 'title' : 'name'] };
  return findDifferences(`${what}: stored in ${language}`, found, texts);
}

/**
 * Finds wrong `fallback_languages`: for each record and requested language, exactly the right translation must have it.
 */
export async function findWrongFallbacks(
  { session, defaultLanguage }: MultilingualCalendar,
  { kind }: Kind,
): Promise<string[]> {
  const { rows } = await session.query<{
    id: string;
    texts: { language: Language; fallback_languages: Language[] }[];
  }>(`
    select ${kind}_id as id, jsonb_agg(jsonb_build_object('language', language, 'fallback_languages', fallback_languages)) as texts
    from ${kind}_translations group by ${kind}_id order by 1`);
  return rows.flatMap(({ id, texts }) => {
    const present = texts.map(({ language }) => language);
    return LANGUAGES.flatMap((requested) => {
      const [right, found] = [
        servedLanguage(requested, present, defaultLanguage),
        texts
          .filter(({ fallback_languages }) => fallback_languages.includes(requested))
          .map(({ language }) => language),
      ];
      return found.join() === right
        ? []
        : [`${kind} ${id}: ${requested} is served by [${found.join()}], not by ${right}`];
    });
  });
}
