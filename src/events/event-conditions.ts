import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readableCondition } from '../kernel/context/permissions.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { foldedWords } from '../kernel/text/fold.js';
import { containsWordsCondition, servedTranslationCondition } from '../records/translations/served-translation.js';
import type { ListEventsQuery } from './dto/list-events.query.js';
import { withinDistanceCondition } from './within-distance-condition.js';

export type SqlCondition = RawBuilder<SqlBool>;

export interface EventFilterScope {
  readonly context: RequestContext;
  readonly query: ListEventsQuery;
  /** The current time as an SQL expression. */
  readonly now: RawBuilder<Date>;
  /** The condition that an event shows all of its fields to the caller. `undefined` if every event does. */
  readonly unprotected: SqlCondition | undefined;
  /** Whether `search` also finds words in custom fields. */
  readonly searchesCustomFields: boolean;
}

/** Conditions on fields. An event with a password looks as if it was not featured, not ticketed and without a parent. */
export function fieldFilters(scope: EventFilterScope): SqlCondition[] {
  const { include, featured, ticketed, post_parent: parent } = scope.query;
  return [
    ...(include ? [sql<SqlBool>`e.id = any (${include}::bigint[])`] : []),
    ...(parent === undefined ? [] : [andUnprotectedCondition(scope, sql`e.post_parent_id = ${parent}`)]),
    ...booleanConditions(andUnprotectedCondition(scope, sql`e.featured`), featured),
    ...booleanConditions(andUnprotectedCondition(scope, sql`e.ticketed`), ticketed),
  ];
}

export function linkFilters(scope: EventFilterScope): SqlCondition[] {
  const { venue, organizer, tags, categories } = scope.query;
  return [
    ...(venue ? [linkExistsCondition(scope, 'event_venues', 'venue_id', venue)] : []),
    ...(organizer ? [linkExistsCondition(scope, 'event_organizers', 'organizer_id', organizer)] : []),
    ...(tags ? [linkExistsCondition(scope, 'event_tags', 'tag_id', tags.ids)] : []),
    ...(categories ? [linkExistsCondition(scope, 'event_categories', 'category_id', categories.ids)] : []),
  ];
}

/** Conditions on coordinates. Only venues that the caller may read count. */
export function geoFilters(scope: EventFilterScope): SqlCondition[] {
  const { geoloc, geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: radius } = scope.query;
  if (lat !== undefined && lng !== undefined)
    return [readableVenueExistsCondition(scope, withinDistanceCondition('v', { lat, lng }, radius))];
  return booleanConditions(readableVenueExistsCondition(scope, sql`v.geo_lat is not null`), geoloc);
}

/** Conditions of `search`. A list ordered by title has joined the translations already. */
export function searchFilters(scope: EventFilterScope): SqlCondition[] {
  const { search = '', orderby } = scope.query;
  const words = foldedWords(search);
  if (words.length === 0) return [];
  const texts = [
    sql.ref<string>('t.search_text'),
    ...(scope.searchesCustomFields ? [sql.ref<string>('e.search_fields')] : []),
  ];
  const condition = sql<SqlBool>`(${containsWordsCondition(texts, words)} and ${visibleTextCondition(scope, words)})`;
  return [orderby === 'title' ? condition : servedTranslationExistsCondition(scope.context, condition)];
}

/** Of an event with a password, only the title is searched. */
const visibleTextCondition = ({ unprotected }: EventFilterScope, words: readonly string[]): SqlCondition =>
  unprotected
    ? sql<SqlBool>`(${unprotected} or ${containsWordsCondition([sql.ref('t.search_title')], words)})`
    : sql<SqlBool>`true`;

const servedTranslationExistsCondition = (
  { language }: Pick<RequestContext, 'language'>,
  condition: SqlCondition,
): SqlCondition => sql<SqlBool>`exists (
  select from event_translations as t where t.event_id = e.id and ${servedTranslationCondition('t', language.requested)} and ${condition})`;

/** Restricts a condition on protected fields to the events that show them to the caller. */
const andUnprotectedCondition = ({ unprotected }: EventFilterScope, condition: SqlCondition): SqlCondition =>
  unprotected ? sql<SqlBool>`(${unprotected} and ${condition})` : condition;

const booleanConditions = (condition: SqlCondition, expected: boolean | undefined): SqlCondition[] =>
  expected === undefined ? [] : [expected ? condition : sql<SqlBool>`not ${condition}`];

const linkExistsCondition = (
  scope: EventFilterScope,
  table: string,
  column: string,
  ids: readonly number[],
): SqlCondition =>
  andUnprotectedCondition(
    scope,
    sql`exists (
      select from ${sql.table(table)} as link
      where link.event_id = e.id and ${sql.ref(`link.${column}`)} = any (${ids}::bigint[]))`,
  );

const readableVenueExistsCondition = (scope: EventFilterScope, venueCondition: SqlCondition): SqlCondition =>
  andUnprotectedCondition(
    scope,
    sql`exists (
      select from event_venues as link join venues as v on v.id = link.venue_id
      where link.event_id = e.id and ${readableCondition(scope.context.principal, 'v', scope.now)} and ${venueCondition})`,
  );
