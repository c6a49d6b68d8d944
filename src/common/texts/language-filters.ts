import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../http/request-context.js';
import type { PageQuery } from '../pagination/page.query.js';

/**
 * What a list asks of the languages of its records: none that would be served in another than the one asked for, only
 * those that have or lack translations. The text served has the alias `t`.
 */
export function languageFilters(
  { language }: RequestContext,
  { ml_fallback, ml_has_translation: present, ml_missing_translation: missing }: PageQuery,
): RawBuilder<SqlBool>[] {
  return [
    ...(ml_fallback === 'none' ? [sql<SqlBool>`t.language = ${language.asked}`] : []),
    ...(present ? [sql<SqlBool>`t.translations ?& ${present}::text[]`] : []),
    ...(missing ? [sql<SqlBool>`not t.translations ?| ${missing}::text[]`] : []),
  ];
}
