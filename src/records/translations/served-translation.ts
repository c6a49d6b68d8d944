import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { RecordListQuery } from '../lists/page.query.js';
import type { SortKey } from '../lists/sort-key.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { Language } from '../../kernel/language/languages.js';

/**
 * The condition that picks, of a record's texts, the one that serves a language: the only place where it is chosen.
 * The language is a literal of a closed set, so that partial indexes apply.
 */
export function servedTranslationCondition(alias: string, requested: Language): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.lit(requested)} = any (${sql.ref(`${alias}.fallback_languages`)})`;
}

/** What the indexes of words look up: of a word without it they would be read from end to end, which takes longer than all texts. */
const TRIGRAM_PATTERN = /[\p{L}\p{N}]{3}/u;

/** Every word of a search occurs in one of the folded texts; wildcards of LIKE are ordinary characters. */
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

/** Characters of a text that its place in an order depends on: a longer one would not fit into an address. */
const SORT_PREFIX_LENGTH = 200;

/** A text as it is put in order for readers of a language (ICU, CLDR), in lists and in the indexes that serve them. */
export function collatedTextSql(text: Expression<string>, language: Language): RawBuilder<string> {
  return sql<string>`left(${text}, ${sql.lit(SORT_PREFIX_LENGTH)}) collate ${sql.raw(`"${language}-x-icu"`)}`;
}

/** Orders by a text as served, for readers of the language asked for. The text has the alias `t`. */
export function textSortKey(
  { foreignKey }: RecordKind,
  text: Expression<string>,
  requested: Language,
): Omit<SortKey, 'name' | 'direction'> {
  return {
    expression: collatedTextSql(text, requested),
    id: sql.ref(`t.${foreignKey}`),
    variant: requested,
    type: 'text',
  };
}

/**
 * Filters of a list by translations: `ml_fallback`, `ml_has_translation`, `ml_missing_translation`. The primary key of the translations
 * suffices for them.
 * @param id the id of the record
 */
export function languageFilters(
  { translationsTable, foreignKey }: RecordKind,
  id: Expression<number>,
  { language }: RequestContext,
  { ml_fallback, ml_has_translation: translated = [], ml_missing_translation: untranslated = [] }: RecordListQuery,
): RawBuilder<SqlBool>[] {
  const hasTranslation = (language: string) => sql<SqlBool>`exists (
    select from ${sql.table(translationsTable)} as text where ${sql.ref(`text.${foreignKey}`)} = ${id} and text.language = ${language})`;
  const required = ml_fallback === 'none' ? [language.requested, ...translated] : translated;
  return [
    ...[...new Set(required)].map(hasTranslation),
    ...[...new Set(untranslated)].map((language) => sql<SqlBool>`not ${hasTranslation(language)}`),
  ];
}
