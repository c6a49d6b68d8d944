import { sql, type InferResult, type Kysely, type QueryCreator, type RawBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { selectCategories } from '../categories/category.select.js';
import type { RecordKey } from '../kernel/context/record-key.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { readable } from '../kernel/context/permissions.js';
import { publishingSelection } from '../records/publishing/publishing.select.js';
import type { PageRow } from '../records/lists/list-statements.js';
import { EVENT } from '../kinds/kinds.js';
import { addedTo, inOrderOf, selectOf, type Reader } from '../records/crud/read-records.js';
import { serves } from '../records/translations/served-text.js';
import type { EventTables } from './event.entity.js';
import { selectOrganizers } from '../organizers/organizer.select.js';
import { selectTags } from '../tags/tag.select.js';
import { selectVenues } from '../venues/venue.select.js';

type Db = QueryCreator<EventTables>;

const wallClock = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`;
const epoch = (column: string) => sql<number>`cast(extract(epoch from ${sql.ref(column)}) as bigint)`;
const ofThisEvent = sql<boolean>`link.event_id = e.id`;

/** Reads events with all that is linked to them, as they are served to the requester: one statement. */
export function selectEvents(db: Db, reader: Reader) {
  return db
    .selectFrom('events as e')
    .innerJoin('event_texts as t', (join) => join.onRef('t.event_id', '=', 'e.id').on(serves('t', reader.asked)))
    .select(publishingSelection('e', reader.now))
    .select(addedTo(reader, EVENT, 'e'))
    .select(['t.title', 't.slug', 't.description', 't.excerpt', 't.language', 't.translations'])
    .select([wallClock('e.start_local').as('start_local'), wallClock('e.end_local').as('end_local')])
    .select([epoch('e.starts_at').as('starts_at'), epoch('e.ends_at').as('ends_at'), 'e.timezone', 'e.all_day'])
    .select(['e.cost', 'e.website', 'e.show_map', 'e.show_map_link', 'e.hide_from_listings', 'e.sticky', 'e.featured'])
    .select(['e.ticketed', sql<boolean>`e.password_hash is not null`.as('password_protected')])
    .select(parentOf(reader).as('post_parent'))
    .select(jsonArrayFrom(venuesOf(db, reader)).as('venue'))
    .select(jsonArrayFrom(organizersOf(db, reader)).as('organizer'))
    .select(jsonArrayFrom(categoriesOf(db, reader)).as('categories'))
    .select(jsonArrayFrom(tagsOf(db, reader)).as('tags'));
}

/** An event as read. */
export type EventRow = InferResult<ReturnType<typeof selectEvents>>[number];

const EVENTS = { kind: EVENT, alias: 'e' };

/** Reads the events of a page, in its order. */
export async function readEvents(
  db: Kysely<EventTables>,
  { principal }: RequestContext,
  reader: Reader,
  page: readonly PageRow[],
) {
  const wanted = { ids: page.map(({ id }) => id) };
  const select = selectOf(db, EVENTS, reader, wanted, (anybody, isWanted) => selectEvents(db, anybody).where(isWanted));
  return inOrderOf(page, (await db.executeQuery(select)).rows, principal);
}

/** Reads the event that an address names. */
export async function readEvent(db: Kysely<EventTables>, reader: Reader, key: RecordKey) {
  const select = selectOf(db, EVENTS, reader, key, (anybody, isWanted) => selectEvents(db, anybody).where(isWanted));
  return (await db.executeQuery(select)).rows[0];
}

function parentOf({ requester, now }: Reader): RawBuilder<number | null> {
  return sql`(select parent.id from events as parent
    where parent.id = e.post_parent_id and ${readable(requester, 'parent', now)})`;
}

function venuesOf(db: Db, reader: Reader) {
  const { requester, now } = reader;
  return selectVenues(db, reader)
    .innerJoin(sql<EventTables['event_venues']>`event_venues`.as('link'), 'link.venue_id', 'v.id')
    .where(ofThisEvent)
    .where(readable(requester, 'v', now))
    .orderBy('link.position');
}

function organizersOf(db: Db, reader: Reader) {
  const { requester, now } = reader;
  return selectOrganizers(db, reader)
    .innerJoin(sql<EventTables['event_organizers']>`event_organizers`.as('link'), 'link.organizer_id', 'o.id')
    .where(ofThisEvent)
    .where(readable(requester, 'o', now))
    .orderBy('link.position');
}

function categoriesOf(db: Db, reader: Reader) {
  return selectCategories(db, reader)
    .innerJoin(sql<EventTables['event_categories']>`event_categories`.as('link'), 'link.category_id', 'c.id')
    .where(ofThisEvent)
    .orderBy('link.position');
}

function tagsOf(db: Db, reader: Reader) {
  return selectTags(db, reader)
    .innerJoin(sql<EventTables['event_tags']>`event_tags`.as('link'), 'link.tag_id', 'g.id')
    .where(ofThisEvent)
    .orderBy('link.position');
}
