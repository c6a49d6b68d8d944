/** The languages of the contract. This file is independent of the product, which is compared with it. */
export const LANGUAGES = ['ca', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Rule 3.2. Rows: the languages of the record. Columns: the default language. Cells: the language that is served to
 * a request for ca, for en and for es.
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

/** Requested languages for which the translation in a language is served. */
export const fallbackLanguagesOf = (
  language: Language,
  present: readonly Language[],
  defaultLanguage: Language,
): Language[] => LANGUAGES.filter((requested) => servedLanguage(requested, present, defaultLanguage) === language);

export const cartesianProduct = <Left, Right>(lefts: readonly Left[], rights: readonly Right[]): [Left, Right][] =>
  lefts.flatMap((left) => rights.map((right): [Left, Right] => [left, right]));
