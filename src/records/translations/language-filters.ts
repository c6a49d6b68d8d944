import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { RecordListQuery } from '../lists/page.query.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';

/**
 * What a list asks of the languages of its records: none that would be served in another than the one asked for, only
 * those that have or lack translations. The primary key of the texts tells that without reading any.
 * @param id the record's id
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
