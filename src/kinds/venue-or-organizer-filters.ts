import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ExpiryTrigger } from '../kernel/context/expiry-trigger.js';
import { readableCondition } from '../kernel/context/permissions.js';
import type { RecordKind } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { unprotectedEventCondition } from './calendar-kinds.js';
import { authorFilter, statusFilter } from '../records/publishing/publishable-lists.js';
import { foldedWords } from '../kernel/text/fold.js';
import { containsWordsCondition, languageFilters } from '../records/translations/served-translation.js';
import type { VenueOrOrganizerListQuery } from './venue-or-organizer-list.query.js';

/** The kind of a list, and the alias of its table. */
interface VenueOrOrganizerTable {
  readonly kind: RecordKind;
  readonly alias: string;
}

/** Filters of a list of venues or organizers. `t` is the alias of the served translation. */
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
    ...linkedEventFilters(context, query, table, now),
    statusFilter(context.principal, alias, query.status, now),
    ...languageFilters(kind, id, context, query),
    ...(query.include ? [sql<SqlBool>`${id} = any (${query.include}::bigint[])`] : []),
    ...authorFilter(alias, query.author),
    ...words.map((word) => containsWordCondition(alias, word)),
  ];
}

/** A list of records with upcoming events expires when an event ends. */
export const venueOrOrganizerExpiryTriggers = ({
  only_with_upcoming,
}: VenueOrOrganizerListQuery): readonly ExpiryTrigger[] => (only_with_upcoming ? ['next-end'] : []);

/** The condition that a word occurs in the served text or in the fields. `true` and `false` in custom fields are not part of the search text. */
function containsWordCondition(alias: string, word: string): RawBuilder<SqlBool> {
  const matchesText = containsWordsCondition([sql.ref('t.search_text'), sql.ref(`${alias}.search_fields`)], [word]);
  const booleanTests = ['true', 'false'].filter((flag) => flag.includes(word)).map((flag) => `@ == ${flag}`);
  if (booleanTests.length === 0) return matchesText;
  const jsonPath = `$.** ? (${booleanTests.join(' || ')})`;
  return sql<SqlBool>`(${matchesText} or ${sql.ref(`${alias}.custom_fields`)} @? ${jsonPath}::jsonpath)`;
}

/** Filters of a list of venues or organizers by the events linked to them. The event of a link has the alias `e`. */
function linkedEventFilters(
  { principal }: RequestContext,
  { event, has_events, only_with_upcoming }: VenueOrOrganizerListQuery,
  table: VenueOrOrganizerTable,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const showsLinks = unprotectedEventCondition(principal, 'e', now);
  const isListed = sql<SqlBool>`${readableCondition(principal, 'e', now)} and not e.hide_from_listings and ${showsLinks}`;
  const filters: RawBuilder<SqlBool>[] = [];
  if (event !== undefined) filters.push(hasEventCondition(table, sql<SqlBool>`e.id = ${event} and ${showsLinks}`));
  if (has_events === true) filters.push(hasEventCondition(table, isListed));
  if (has_events === false) filters.push(sql<SqlBool>`not ${hasEventCondition(table, isListed)}`);
  if (only_with_upcoming) filters.push(hasEventCondition(table, sql<SqlBool>`${isListed} and e.ends_at >= ${now}`));
  return filters;
}

/** The condition that a record is linked to an event that meets a condition. */
function hasEventCondition(
  { kind, alias }: VenueOrOrganizerTable,
  condition: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from ${sql.table(`event_${kind.plural}`)} as link join events as e on e.id = link.event_id
    where ${sql.ref(`link.${kind.foreignKey}`)} = ${sql.ref(`${alias}.id`)} and ${condition})`;
}
