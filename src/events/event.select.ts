import { sql, type InferResult, type Kysely, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { selectCategories } from '../categories/category.select.js';
import type { RecordKey } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { permittedCondition, readableCondition } from '../kernel/context/permissions.js';
import { publishableSelection } from '../records/publishing/publishing.select.js';
import type { PageRow } from '../records/lists/list-statements.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import { orderReadableRows, compiledSelect, type RecordKeyOrIds } from '../records/crud/fetch-records.js';
import { extensionSelections, type ReadScope } from '../records/crud/read-scope.js';
import { servedTranslationCondition } from '../records/translations/served-translation.js';
import type { AttendanceMode } from './event-status.js';
import type { EventTables } from './event.entity.js';
import { selectOrganizers } from '../organizers/organizer.select.js';
import { selectTags } from '../tags/tag.select.js';
import { selectVenues } from '../venues/venue.select.js';

type Db = QueryCreator<EventTables>;

const dateTimeTextSql = <Text extends string | null = string>(column: string) =>
  sql<Text>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`;
const epochSecondsSql = (column: string) => sql<number>`cast(extract(epoch from ${sql.ref(column)}) as bigint)`;

/** The columns that only events have. */
const EVENT_COLUMNS = [
  dateTimeTextSql('e.start_local').as('start_local'),
  dateTimeTextSql('e.end_local').as('end_local'),
  epochSecondsSql('e.starts_at').as('starts_at'),
  epochSecondsSql('e.ends_at').as('ends_at'),
  'e.timezone',
  'e.all_day',
  'e.event_status',
  // Null in a row that is masked.
  sql<AttendanceMode | null>`e.attendance_mode`.as('attendance_mode'),
  'e.online_url',
  dateTimeTextSql<string | null>('e.previous_start_local').as('previous_start_date'),
  'e.cost',
  'e.cost_details',
  'e.website',
  'e.show_map',
  'e.show_map_link',
  'e.hide_from_listings',
  'e.sticky',
  'e.featured',
  'e.ticketed',
  sql<boolean>`e.password_hash is not null`.as('password_protected'),
] as const;

/** Selects events with their linked records, as far as the caller may read them, in one statement. */
function selectEvents(db: Db, scope: ReadScope) {
  const links = linkedRecordSelects(db, scope);
  return db
    .selectFrom('events as e')
    .innerJoin('event_translations as t', (join) =>
      join.onRef('t.event_id', '=', 'e.id').on(servedTranslationCondition('t', scope.language)),
    )
    .select(publishableSelection('e', scope.now))
    .select(extensionSelections(scope, EVENT, 'e'))
    .select(['t.title', 't.slug', 't.description', 't.excerpt', 't.language', 't.translations'])
    .select(EVENT_COLUMNS)
    .select(readableParentIdSql(scope).as('post_parent'))
    .select(linkedRowsIfSelected(scope, jsonArrayFrom(links.venue)).as('venue'))
    .select(linkedRowsIfSelected(scope, jsonArrayFrom(links.organizer)).as('organizer'))
    .select(linkedRowsIfSelected(scope, jsonArrayFrom(links.categories)).as('categories'))
    .select(linkedRowsIfSelected(scope, jsonArrayFrom(links.tags)).as('tags'));
}

export type EventRow = InferResult<ReturnType<typeof selectEvents>>[number];

const LINK_MEMBERS = ['venue', 'organizer', 'categories', 'tags'];

const needsLinks = ({ fields }: ReadScope): boolean => !fields || LINK_MEMBERS.some((name) => fields.members.has(name));

/** Linked records as JSON. Empty if the caller selects no field with linked records. */
const linkedRowsIfSelected = <Rows>(scope: ReadScope, rows: RawBuilder<Rows>): RawBuilder<Rows> =>
  needsLinks(scope) ? rows : sql<Rows>`'[]'::json`;

async function readEventRows(db: Kysely<EventTables>, scope: ReadScope, selection: RecordKeyOrIds) {
  const variant = needsLinks(scope) ? '' : 'without links';
  const build = (template: ReadScope, condition: RawBuilder<SqlBool>) =>
    selectEvents(db, template)
      .where(condition)
      .where(permittedCondition(template.caller, 'read', 'e', template.now));
  const select = compiledSelect(db, { kind: EVENT, alias: 'e', variant, build }, scope, selection);
  return (await db.executeQuery(select)).rows;
}

/** Reads the events of a page, in its order. */
export async function readEvents(
  db: Kysely<EventTables>,
  { principal }: RequestContext,
  scope: ReadScope,
  page: readonly PageRow[],
) {
  return orderReadableRows(page, await readEventRows(db, scope, { ids: page.map(({ id }) => id) }), principal);
}

/** Reads an event that the caller may read, even in the trash. Others are not selected, see `fetchPermittedRecord`. */
export async function readEvent(db: Kysely<EventTables>, scope: ReadScope, key: RecordKey) {
  return (await readEventRows(db, scope, key))[0];
}

function readableParentIdSql({ caller, now }: ReadScope): RawBuilder<number | null> {
  return sql`(select parent.id from events as parent
    where parent.id = e.post_parent_id and ${readableCondition(caller, 'parent', now)})`;
}

/** Selects the records that an event links, by member. */
function linkedRecordSelects(db: Db, scope: ReadScope) {
  const { caller, now } = scope;
  const isOfEvent = sql<boolean>`link.event_id = e.id`;
  const venues = selectVenues(db, scope).innerJoin(linkTable('event_venues'), 'link.venue_id', 'v.id');
  const organizers = selectOrganizers(db, scope).innerJoin(linkTable('event_organizers'), 'link.organizer_id', 'o.id');
  const categories = selectCategories(db, scope).innerJoin(linkTable('event_categories'), 'link.category_id', 'c.id');
  const tags = selectTags(db, scope).innerJoin(linkTable('event_tags'), 'link.tag_id', 'g.id');
  return {
    venue: venues
      .where(isOfEvent)
      .where(readableCondition(caller, 'v', now))
      .orderBy('link.position'),
    organizer: organizers
      .where(isOfEvent)
      .where(readableCondition(caller, 'o', now))
      .orderBy('link.position'),
    categories: categories.where(isOfEvent).orderBy('link.position'),
    tags: tags.where(isOfEvent).orderBy('link.position'),
  };
}

const linkTable = <Name extends keyof EventTables>(name: Name) => sql<EventTables[Name]>`${sql.table(name)}`.as('link');
