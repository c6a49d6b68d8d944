import { sql, type InferResult, type Kysely, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { selectCategories } from '../categories/category.select.js';
import type { RecordKey } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { readableCondition } from '../kernel/context/permissions.js';
import { publishingSelection } from '../records/publishing/publishing.select.js';
import type { PageRow } from '../records/lists/list-statements.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import { orderReadableRows, compiledSelect } from '../records/crud/fetch-records.js';
import { extensionSelections, type ReadScope } from '../records/crud/read-scope.js';
import { servedTranslationCondition } from '../records/translations/served-translation.js';
import type { EventTables } from './event.entity.js';
import { selectOrganizers } from '../organizers/organizer.select.js';
import { selectTags } from '../tags/tag.select.js';
import { selectVenues } from '../venues/venue.select.js';

type Db = QueryCreator<EventTables>;

const localDateTimeSql = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`;
const epochSecondsSql = (column: string) => sql<number>`cast(extract(epoch from ${sql.ref(column)}) as bigint)`;
const eventLinkCondition = sql<boolean>`link.event_id = e.id`;

/** Selects events with their linked records, as far as the caller may read them, in one statement. */
function selectEvents(db: Db, scope: ReadScope) {
  return db
    .selectFrom('events as e')
    .innerJoin('event_translations as t', (join) =>
      join.onRef('t.event_id', '=', 'e.id').on(servedTranslationCondition('t', scope.language)),
    )
    .select(publishingSelection('e', scope.now))
    .select(extensionSelections(scope, EVENT, 'e'))
    .select(['t.title', 't.slug', 't.description', 't.excerpt', 't.language', 't.translations'])
    .select([localDateTimeSql('e.start_local').as('start_local'), localDateTimeSql('e.end_local').as('end_local')])
    .select([
      epochSecondsSql('e.starts_at').as('starts_at'),
      epochSecondsSql('e.ends_at').as('ends_at'),
      'e.timezone',
      'e.all_day',
    ])
    .select(['e.cost', 'e.website', 'e.show_map', 'e.show_map_link', 'e.hide_from_listings', 'e.sticky', 'e.featured'])
    .select(['e.ticketed', sql<boolean>`e.password_hash is not null`.as('password_protected')])
    .select(readableParentId(scope).as('post_parent'))
    .select(linkedRecords(scope, jsonArrayFrom(selectLinkedVenues(db, scope))).as('venue'))
    .select(linkedRecords(scope, jsonArrayFrom(selectLinkedOrganizers(db, scope))).as('organizer'))
    .select(linkedRecords(scope, jsonArrayFrom(selectLinkedCategories(db, scope))).as('categories'))
    .select(linkedRecords(scope, jsonArrayFrom(selectLinkedTags(db, scope))).as('tags'));
}

export type EventRow = InferResult<ReturnType<typeof selectEvents>>[number];

const LINK_MEMBERS = ['venue', 'organizer', 'categories', 'tags'];

const needsLinks = ({ fields }: ReadScope): boolean => !fields || LINK_MEMBERS.some((name) => fields.members.has(name));

/** Linked records as JSON. Empty if the caller selects none. */
const linkedRecords = <Rows>(scope: ReadScope, rows: RawBuilder<Rows>): RawBuilder<Rows> =>
  needsLinks(scope) ? rows : sql<Rows>`'[]'::json`;

const eventSelectTemplate = (db: Db, scope: ReadScope) => ({
  kind: EVENT,
  alias: 'e',
  variant: needsLinks(scope) ? '' : 'without links',
  build: (template: ReadScope, condition: RawBuilder<SqlBool>) => selectEvents(db, template).where(condition),
});

/** Reads the events of a page, in its order. */
export async function readEvents(
  db: Kysely<EventTables>,
  { principal }: RequestContext,
  scope: ReadScope,
  page: readonly PageRow[],
) {
  const selection = { ids: page.map(({ id }) => id) };
  const select = compiledSelect(db, eventSelectTemplate(db, scope), scope, selection);
  return orderReadableRows(page, (await db.executeQuery(select)).rows, principal);
}

export async function readEvent(db: Kysely<EventTables>, scope: ReadScope, key: RecordKey) {
  const select = compiledSelect(db, eventSelectTemplate(db, scope), scope, key);
  return (await db.executeQuery(select)).rows[0];
}

function readableParentId({ caller, now }: ReadScope): RawBuilder<number | null> {
  return sql`(select parent.id from events as parent
    where parent.id = e.post_parent_id and ${readableCondition(caller, 'parent', now)})`;
}

function selectLinkedVenues(db: Db, scope: ReadScope) {
  const { caller, now } = scope;
  return selectVenues(db, scope)
    .innerJoin(sql<EventTables['event_venues']>`event_venues`.as('link'), 'link.venue_id', 'v.id')
    .where(eventLinkCondition)
    .where(readableCondition(caller, 'v', now))
    .orderBy('link.position');
}

function selectLinkedOrganizers(db: Db, scope: ReadScope) {
  const { caller, now } = scope;
  return selectOrganizers(db, scope)
    .innerJoin(sql<EventTables['event_organizers']>`event_organizers`.as('link'), 'link.organizer_id', 'o.id')
    .where(eventLinkCondition)
    .where(readableCondition(caller, 'o', now))
    .orderBy('link.position');
}

function selectLinkedCategories(db: Db, scope: ReadScope) {
  return selectCategories(db, scope)
    .innerJoin(sql<EventTables['event_categories']>`event_categories`.as('link'), 'link.category_id', 'c.id')
    .where(eventLinkCondition)
    .orderBy('link.position');
}

function selectLinkedTags(db: Db, scope: ReadScope) {
  return selectTags(db, scope)
    .innerJoin(sql<EventTables['event_tags']>`event_tags`.as('link'), 'link.tag_id', 'g.id')
    .where(eventLinkCondition)
    .orderBy('link.position');
}
