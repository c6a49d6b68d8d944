import { linkedEventFilters, type VenueOrOrganizerTable } from './linked-event-filters.js';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Expiry } from '../kernel/context/expiry.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { statusFilter } from '../records/publishing/status-filter.js';
import { foldedWords } from '../kernel/text/fold.js';
import { languageFilters } from '../records/translations/language-filters.js';
import { containsWords } from '../records/translations/served-translation.js';
import type { VenueOrOrganizerListQuery } from './venue-or-organizer-list.query.js';

/** What a list of venues or organizers asks for. The text served has the alias `t`. */
export function venueOrOrganizerFilters(
  context: RequestContext,
  query: VenueOrOrganizerListQuery,
  table: VenueOrOrganizerTable,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const { kind, alias } = table;
  const id = sql.ref<number>(`${alias}.id`);
  const words = foldedWords(query.search ?? '');
  return [
    statusFilter(context.principal, alias, query.status, now),
    ...languageFilters(kind, id, context, query),
    ...(query.include ? [sql<SqlBool>`${id} = any (${query.include}::bigint[])`] : []),
    ...linkedEventFilters(context, query, table, now),
    ...words.map((word) => matchesWord(alias, word)),
  ];
}

/** Lists of records with upcoming events change when an event ends. */
export const venueOrOrganizerExpiry = ({ only_with_upcoming }: VenueOrOrganizerListQuery): readonly Expiry[] =>
  only_with_upcoming ? ['next-end'] : [];

/** A word occurs in the texts served, or in the facts. Of these, `true` and `false` in custom fields are not stored folded. */
function matchesWord(alias: string, word: string): RawBuilder<SqlBool> {
  const matchesText = containsWords([sql.ref('t.search_text'), sql.ref(`${alias}.search_fields`)], [word]);
  const booleanTests = ['true', 'false'].filter((flag) => flag.includes(word)).map((flag) => `@ == ${flag}`);
  if (booleanTests.length === 0) return matchesText;
  const jsonPath = `$.** ? (${booleanTests.join(' || ')})`;
  return sql<SqlBool>`(${matchesText} or ${sql.ref(`${alias}.custom_fields`)} @? ${jsonPath}::jsonpath)`;
}
