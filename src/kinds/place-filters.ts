import { linkedEventFilters, type PlaceTable } from './linked-events.js';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../kernel/context/request-context.js';
import { statusFilter } from '../records/publishing/status-filter.js';
import { foldedWords } from '../kernel/text/fold.js';
import { languageFilters } from '../records/translations/language-filters.js';
import { containsWords } from '../records/translations/served-text.js';
import type { PlacesQuery } from './places.query.js';

/** What a list of venues or organizers asks for. The text served has the alias `t`. */
export function placeFilters(
  context: RequestContext,
  query: PlacesQuery,
  table: PlaceTable,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const { kind, alias } = table;
  const id = sql.ref<number>(`${alias}.id`);
  const words = foldedWords(query.search ?? '');
  if (query.only_with_upcoming) context.freshness.untilNextEnd();
  return [
    statusFilter(context.principal, alias, query.status, now),
    ...languageFilters(kind, id, context, query),
    ...(query.include ? [sql<SqlBool>`${id} = any (${query.include}::bigint[])`] : []),
    ...linkedEventFilters(context, query, table, now),
    ...words.map((word) => occursIn(alias, word)),
  ];
}

/** A word occurs in the texts served, or in the facts. Of these, `true` and `false` in custom fields are not stored folded. */
function occursIn(alias: string, word: string): RawBuilder<SqlBool> {
  const written = containsWords([sql.ref('t.folded'), sql.ref(`${alias}.folded_facts`)], [word]);
  const flags = ['true', 'false'].filter((flag) => flag.includes(word)).map((flag) => `@ == ${flag}`);
  if (flags.length === 0) return written;
  const anywhere = `$.** ? (${flags.join(' || ')})`;
  return sql<SqlBool>`(${written} or ${sql.ref(`${alias}.custom_fields`)} @? ${anywhere}::jsonpath)`;
}
