import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { shownWhole } from '../kinds/shown-whole.js';
import { canAlways, readable } from '../kernel/context/permissions.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { foldedWords } from '../kernel/text/fold.js';
import { containsWords, serves } from '../records/translations/served-text.js';
import type { ListEventsQuery } from './dto/list-events.query.js';
import { isWithin } from './distance.js';

export type Condition = RawBuilder<SqlBool>;

/** What a list of events was asked for, and by whom. */
export interface Asked {
  readonly context: RequestContext;
  readonly query: ListEventsQuery;
  /** The present, for statements. */
  readonly now: RawBuilder<Date>;
  /** Whether custom fields are looked into. */
  readonly searchesFacts: boolean;
}

/** An event with a password looks like one that is neither featured nor ticketed, and belongs to none. */
export function factFilters(asked: Asked): Condition[] {
  const { include, featured, ticketed, post_parent: parent } = asked.query;
  return [
    ...(include ? [sql<SqlBool>`e.id = any (${include}::bigint[])`] : []),
    ...(parent === undefined ? [] : [isShown(asked, sql`e.post_parent_id = ${parent}`)]),
    ...state(isShown(asked, sql`e.featured`), featured),
    ...state(isShown(asked, sql`e.ticketed`), ticketed),
  ];
}

/** What events are linked to. */
export function linkFilters(asked: Asked): Condition[] {
  const { venue, organizer, tags, categories } = asked.query;
  return [
    ...(venue ? [isLinked(asked, 'event_venues', 'venue_id', venue)] : []),
    ...(organizer ? [isLinked(asked, 'event_organizers', 'organizer_id', organizer)] : []),
    ...(tags ? [isLinked(asked, 'event_tags', 'tag_id', tags.ids)] : []),
    ...(categories ? [isLinked(asked, 'event_categories', 'category_id', categories.ids)] : []),
  ];
}

/** Where events happen; the coordinates of venues that the requester may not read do not count. */
export function placeFilters(asked: Asked): Condition[] {
  const { geoloc, geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: radius } = asked.query;
  if (lat !== undefined && lng !== undefined) return [happensAt(asked, isWithin('v', { lat, lng }, radius))];
  return state(happensAt(asked, sql`v.geo_lat is not null`), geoloc);
}

/** The words that occur in the texts; in a list that texts put in order those are at hand. */
export function textFilters(asked: Asked): Condition[] {
  const { search = '', orderby } = asked.query;
  const words = foldedWords(search);
  if (words.length === 0) return [];
  const texts = [sql.ref<string>('t.folded'), ...(asked.searchesFacts ? [sql.ref<string>('e.folded_facts')] : [])];
  const found = sql<SqlBool>`(${containsWords(texts, words)} and ${isOpenly(asked, words)})`;
  return [orderby === 'title' ? found : inServedText(asked.context, found)];
}

/** Of an event with a password, a search sees the title. */
const isOpenly = (
  { context: { principal }, now }: Pick<Asked, 'context' | 'now'>,
  words: readonly string[],
): Condition =>
  canAlways(principal, 'edit')
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${shownWhole(principal, 'e', now)} or ${containsWords([sql.ref('t.folded_title')], words)})`;

const inServedText = (
  { language }: Pick<RequestContext, 'language'>,
  condition: Condition,
): Condition => sql<SqlBool>`exists (
  select from event_texts as t where t.event_id = e.id and ${serves('t', language.asked)} and ${condition})`;

/** A condition on what is only shown of an event without a password, or to those who may change it. */
function isShown({ context: { principal }, now }: Asked, condition: Condition): Condition {
  if (canAlways(principal, 'edit')) return condition;
  return sql<SqlBool>`(${shownWhole(principal, 'e', now)} and ${condition})`;
}

const state = (is: Condition, wanted: boolean | undefined): Condition[] =>
  wanted === undefined ? [] : [wanted ? is : sql<SqlBool>`not ${is}`];

const isLinked = (asked: Asked, table: string, column: string, ids: readonly number[]): Condition =>
  isShown(
    asked,
    sql`exists (
      select from ${sql.table(table)} as link
      where link.event_id = e.id and ${sql.ref(`link.${column}`)} = any (${ids}::bigint[]))`,
  );

const happensAt = (asked: Asked, place: Condition): Condition =>
  isShown(
    asked,
    sql`exists (
      select from event_venues as link join venues as v on v.id = link.venue_id
      where link.event_id = e.id and ${readable(asked.context.principal, 'v', asked.now)} and ${place})`,
  );
