import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../http/request-context.js';
import type { Language } from '../language/languages.js';
import type { PageQuery } from '../pagination/page.query.js';
import type { SlugKind } from '../slug/take-slug.js';

/**
 * What a list asks of the languages of its records: none that would be served in another than the one asked for, only
 * those that have or lack a translation. The text served has the alias `t`.
 */
export function languageFilters(
  { language }: RequestContext,
  { ml_fallback, ml_has_translation = [], ml_missing_translation = [] }: PageQuery,
  kind: SlugKind,
  record: Expression<unknown>,
): RawBuilder<SqlBool>[] {
  const has = (each: Language) => sql<SqlBool>`exists (
    select from ${sql.table(`${kind}_texts`)} as translation
    where translation.${sql.ref(`${kind}_id`)} = ${record} and translation.language = ${each})`;
  return [
    ...(ml_fallback === 'none' ? [sql<SqlBool>`t.language = ${language.asked}`] : []),
    ...ml_has_translation.map(has),
    ...ml_missing_translation.map((each) => sql<SqlBool>`not ${has(each)}`),
  ];
}
