import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { PageQuery } from '../lists/page.query.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';

/**
 * What a list asks of the languages of its records: none that would be served in another than the one asked for, only
 * those that have or lack translations. The primary key of the texts tells that without reading any.
 * @param id the record's id
 */
export function languageFilters(
  { texts, column }: RecordKind,
  id: Expression<number>,
  { language }: RequestContext,
  { ml_fallback, ml_has_translation: present = [], ml_missing_translation: missing = [] }: PageQuery,
): RawBuilder<SqlBool>[] {
  const has = (each: string) => sql<SqlBool>`exists (
    select from ${sql.table(texts)} as text where ${sql.ref(`text.${column}`)} = ${id} and text.language = ${each})`;
  const wanted = ml_fallback === 'none' ? [language.asked, ...present] : present;
  return [...[...new Set(wanted)].map(has), ...[...new Set(missing)].map((each) => sql<SqlBool>`not ${has(each)}`)];
}
