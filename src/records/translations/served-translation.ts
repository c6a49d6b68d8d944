import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { RecordListQuery } from '../lists/base.query.js';
import type { SortKey } from '../lists/sort-key.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { Language } from '../../kernel/language/languages.js';

/** The condition that selects the translation for a requested language. The language is a literal, so that partial indexes apply. */
export function servedTranslationCondition(alias: string, requested: Language): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.lit(requested)} = any (${sql.ref(`${alias}.fallback_languages`)})`;
}

/** Trigram indexes need three letters or digits. For other words PostgreSQL would read a whole index, which is slower than the table. */
const TRIGRAM_PATTERN = /[\p{L}\p{N}]{3}/u;

/** The condition that every word occurs in one of the folded texts. Wildcards of LIKE are ordinary characters. */
export function containsWordsCondition(
  texts: readonly Expression<string>[],
  words: readonly string[],
): RawBuilder<SqlBool> {
  const everyWord = words.map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;
    const withoutIndex = TRIGRAM_PATTERN.test(word) ? sql`` : sql` || ''`;
    return sql`(${sql.join(
      texts.map((text) => sql`${text}${withoutIndex} like ${pattern}`),
      sql` or `,
    )})`;
  });
  return sql<SqlBool>`(${sql.join(everyWord, sql` and `)})`;
}

/** Number of characters by which texts are sorted. A cursor contains them. */
const SORT_PREFIX_LENGTH = 200;

/** The collation of a language (ICU, CLDR). It sorts numbers in texts by value: `Sessió 2`, `Sessió 10`. */
export const collationName = (language: Language): string => `calendar_${language}`;

/** A text in the collation of a language, for lists and their indexes. */
export function collatedPrefixSql(text: Expression<string>, language: Language): RawBuilder<string> {
  return sql<string>`left(${text}, ${sql.lit(SORT_PREFIX_LENGTH)}) collate ${sql.ref(collationName(language))}`;
}

/** Sort key of a text of the served translation, which has the alias `t`. */
export function textSortKey(
  { foreignKey }: RecordKind,
  text: Expression<string>,
  requested: Language,
): Omit<SortKey, 'name' | 'direction'> {
  return {
    expression: collatedPrefixSql(text, requested),
    id: sql.ref(`t.${foreignKey}`),
    variant: requested,
    type: 'text',
  };
}

/** Filters of a list by translations: `ml_fallback`, `ml_has_translation`, `ml_missing_translation`. */
export function languageFilters(
  { translationsTable, foreignKey }: RecordKind,
  id: Expression<number>,
  { language }: RequestContext,
  {
    ml_fallback,
    ml_has_translation: translated = [],
    ml_missing_translation: untranslated = [],
  }: Omit<RecordListQuery, 'page' | 'per_page'>,
): RawBuilder<SqlBool>[] {
  const hasTranslation = (language: string) => sql<SqlBool>`exists (
    select from ${sql.table(translationsTable)} as text where ${sql.ref(`text.${foreignKey}`)} = ${id} and text.language = ${language})`;
  const required = ml_fallback === 'none' ? [language.requested, ...translated] : translated;
  return [
    ...[...new Set(required)].map(hasTranslation),
    ...[...new Set(untranslated)].map((language) => sql<SqlBool>`not ${hasTranslation(language)}`),
  ];
}
