import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { canForAllRecords, readableCondition } from '../kernel/context/permissions.js';
import type { RecordKind } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { foldedWords } from '../kernel/text/fold.js';
import { CATEGORY, EVENT, ORGANIZER, TAG, unprotectedEventCondition, VENUE } from '../kinds/calendar-kinds.js';
import type { ListExtension } from '../records/extension-points/list-extension.js';
import { authorFilter } from '../records/publishing/publishable-lists.js';
import {
  containsWordsCondition,
  languageFilters,
  servedTranslationCondition,
} from '../records/translations/served-translation.js';
import type { EventSelection } from './dto/list-events.query.js';
import { withinDistanceCondition } from './within-distance-condition.js';

type SqlCondition = RawBuilder<SqlBool>;

export interface EventListScope {
  readonly context: RequestContext;
  readonly query: EventSelection;
  readonly now: RawBuilder<Date>;
  readonly extensions: ListExtension;
}

interface EventFilterScope extends EventListScope {
  /** The condition that an event shows all of its fields to the caller. `undefined` if every event does. */
  readonly unprotected: SqlCondition | undefined;
}

/** Conditions of all filters except status, dates and `hide_from_listings=false`. */
export function eventFilters(list: EventListScope): SqlCondition[] {
  const { context, query, now, extensions } = list;
  const { principal } = context;
  const unprotected = canForAllRecords(principal, 'edit') ? undefined : unprotectedEventCondition(principal, 'e', now);
  const scope = { ...list, unprotected };
  return [
    ...fieldFilters(scope),
    ...extensions.conditions,
    ...geoFilters(scope),
    ...languageFilters(EVENT, sql.ref('e.id'), context, query),
    ...searchFilters(scope),
  ];
}

/**
 * Conditions on fields and links. For callers who may not edit it, an event with a password is neither featured nor ticketed, and has no
 * price, attendance mode, parent or links.
 */
function fieldFilters(scope: EventFilterScope): SqlCondition[] {
  const { query } = scope;
  const { include, author, free, featured, ticketed, post_parent: parent, venue, organizer, tags, categories } = query;
  const { event_status: statuses, attendance_mode: modes } = query;
  const linkedIds = [
    [VENUE, venue],
    [ORGANIZER, organizer],
    [TAG, tags?.ids],
    [CATEGORY, categories?.ids],
  ] as const;
  return [
    ...(query.hide_from_listings === 'true' ? [sql<SqlBool>`e.hide_from_listings`] : []),
    ...(include ? [sql<SqlBool>`e.id = any (${include}::bigint[])`] : []),
    ...authorFilter('e', author),
    ...(parent === undefined ? [] : [andUnprotectedCondition(scope, sql`e.post_parent_id = ${parent}`)]),
    // Without prices, the column is null, and neither condition is true.
    ...(free === undefined ? [] : [andUnprotectedCondition(scope, free ? sql`e.is_free` : sql`not e.is_free`)]),
    ...booleanConditions(andUnprotectedCondition(scope, sql`e.featured`), featured),
    ...booleanConditions(andUnprotectedCondition(scope, sql`e.ticketed`), ticketed),
    ...(statuses ? [sql<SqlBool>`e.event_status = any (${statuses}::text[])`] : []),
    ...(modes ? [andUnprotectedCondition(scope, sql`e.attendance_mode = any (${modes}::text[])`)] : []),
    ...linkedIds.flatMap(([kind, ids]) => (ids ? [linkedToCondition(scope, kind, ids)] : [])),
  ];
}

/** Conditions on coordinates. Only venues that the caller may read count. */
function geoFilters(scope: EventFilterScope): SqlCondition[] {
  const { geoloc, geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: radius } = scope.query;
  if (lat !== undefined && lng !== undefined)
    return [readableVenueExistsCondition(scope, withinDistanceCondition('v', { lat, lng }, radius))];
  return booleanConditions(readableVenueExistsCondition(scope, sql`v.geo_lat is not null`), geoloc);
}

/**
 * Conditions of `search`. Of an event with a password, callers who may not edit it search the title only. A list ordered by title joins the
 * translations already.
 */
function searchFilters({ context, query, extensions, unprotected }: EventFilterScope): SqlCondition[] {
  const words = foldedWords(query.search ?? '');
  if (words.length === 0) return [];
  const fields = extensions.searchesCustomFields ? [sql.ref<string>('e.search_fields')] : [];
  const isFound = containsWordsCondition([sql.ref<string>('t.search_text'), ...fields], words);
  const isInTitle = containsWordsCondition([sql.ref('t.search_title')], words);
  const condition = unprotected ? sql<SqlBool>`(${isFound} and (${unprotected} or ${isInTitle}))` : isFound;
  if (query.orderby === 'title') return [condition];
  const isServed = servedTranslationCondition('t', context.language.requested);
  return [
    sql<SqlBool>`exists (select from event_translations as t where t.event_id = e.id and ${isServed} and ${condition})`,
  ];
}

/** Restricts a condition on protected fields to the events that show them to the caller. */
const andUnprotectedCondition = ({ unprotected }: EventFilterScope, condition: SqlCondition): SqlCondition =>
  unprotected ? sql<SqlBool>`(${unprotected} and ${condition})` : condition;

const booleanConditions = (condition: SqlCondition, expected: boolean | undefined): SqlCondition[] =>
  expected === undefined ? [] : [expected ? condition : sql<SqlBool>`not ${condition}`];

const linkedToCondition = (scope: EventFilterScope, { plural, foreignKey }: RecordKind, ids: readonly number[]) =>
  andUnprotectedCondition(
    scope,
    sql`exists (
      select from ${sql.table(`event_${plural}`)} as link
      where link.event_id = e.id and ${sql.ref(`link.${foreignKey}`)} = any (${ids}::bigint[]))`,
  );

const readableVenueExistsCondition = (scope: EventFilterScope, venueCondition: SqlCondition) =>
  andUnprotectedCondition(
    scope,
    sql`exists (
      select from event_venues as link join venues as v on v.id = link.venue_id
      where link.event_id = e.id and ${readableCondition(scope.context.principal, 'v', scope.now)} and ${venueCondition})`,
  );
