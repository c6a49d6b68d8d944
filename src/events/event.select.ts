import { sql, type InferResult, type Kysely, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { selectCategories } from '../categories/category.select.js';
import { readable, type Requester } from '../common/auth/permissions.js';
import type { RequestContext } from '../common/http/request-context.js';
import type { Language } from '../common/language/languages.js';
import { publishingSelection } from '../common/publishing/publishing.select.js';
import type { PageRow } from '../common/pagination/page-rows.js';
import { fromTemplate } from '../common/statements/select-template.js';
import { serves } from '../common/texts/served-text.js';
import type { Database } from '../database/database.js';
import { selectOrganizers } from '../organizers/organizer.select.js';
import { selectTags } from '../tags/tag.select.js';
import { selectVenues } from '../venues/venue.select.js';

type Db = QueryCreator<Database>;

const wallClock = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`;
const epoch = (column: string) => sql<number>`cast(extract(epoch from ${sql.ref(column)}) as bigint)`;
const ofThisEvent = sql<boolean>`link.event_id = e.id`;

/** For whom a select is made: nobody's id stands in it, as it serves the next of that role too. */
interface Reader {
  readonly requester: Requester;
  readonly asked: Language;
}

/** Reads events with all that is linked to them, as they are served to the requester: one statement. */
export function selectEvents(db: Db, reader: Reader, now: RawBuilder<Date>) {
  return db
    .selectFrom('events as e')
    .innerJoin('event_texts as t', (join) => join.onRef('t.event_id', '=', 'e.id').on(serves('t', reader.asked)))
    .select(publishingSelection('e', now))
    .select(['t.title', 't.slug', 't.description', 't.excerpt', 't.language', 't.translations'])
    .select([wallClock('e.start_local').as('start_local'), wallClock('e.end_local').as('end_local')])
    .select([epoch('e.starts_at').as('starts_at'), epoch('e.ends_at').as('ends_at'), 'e.timezone', 'e.all_day'])
    .select(['e.cost', 'e.website', 'e.show_map', 'e.show_map_link', 'e.hide_from_listings', 'e.sticky', 'e.featured'])
    .select(['e.ticketed', sql<boolean>`e.password_hash is not null`.as('password_protected')])
    .select(parentOf(reader, now).as('post_parent'))
    .select(jsonArrayFrom(venuesOf(db, reader, now)).as('venue'))
    .select(jsonArrayFrom(organizersOf(db, reader, now)).as('organizer'))
    .select(jsonArrayFrom(categoriesOf(db, reader)).as('categories'))
    .select(jsonArrayFrom(tagsOf(db, reader)).as('tags'));
}

/** An event as read. */
export type EventRow = InferResult<ReturnType<typeof selectEvents>>[number];

/** Reads the events of a page, in its order. */
export async function readEvents(
  db: Kysely<Database>,
  context: RequestContext,
  now: RawBuilder<Date>,
  page: RawBuilder<PageRow>,
) {
  const select = fromTemplate(
    db,
    `page of events for ${nameOf(context)}`,
    (holes) =>
      selectEvents(db, readerOf(context, holes.requester), holes.now)
        .innerJoin(holes.page.as('page'), (join) => join.onRef('page.id', '=', 'e.id'))
        .select('page.sort_value')
        .orderBy('page.rank'),
    { now, page, requester: idOf(context) },
  );
  return (await db.executeQuery(select)).rows;
}

/** Reads the event that fulfils a condition. */
export async function readEvent(
  db: Kysely<Database>,
  context: RequestContext,
  now: RawBuilder<Date>,
  isWanted: RawBuilder<SqlBool>,
) {
  const select = fromTemplate(
    db,
    `event for ${nameOf(context)}`,
    (holes) => selectEvents(db, readerOf(context, holes.requester), holes.now).where(holes.isWanted),
    { now, isWanted, requester: idOf(context) },
  );
  return (await db.executeQuery(select)).rows[0];
}

const readerOf = ({ principal, language }: RequestContext, id: RawBuilder<number | null>): Reader => ({
  requester: { role: principal.role, id },
  asked: language.asked,
});

/** What makes a select of events another one: who reads it, and in which language. */
const nameOf = ({ principal, language }: RequestContext): string => `${principal.role} in ${language.asked}`;

const idOf = ({ principal }: RequestContext): RawBuilder<number | null> => sql`${principal.id}`;

function parentOf({ requester }: Reader, now: RawBuilder<Date>): RawBuilder<number | null> {
  return sql`(select parent.id from events as parent
    where parent.id = e.post_parent_id and ${readable(requester, 'parent', now)})`;
}

function venuesOf(db: Db, { requester, asked }: Reader, now: RawBuilder<Date>) {
  return selectVenues(db, asked, now)
    .innerJoin('event_venues as link', 'link.venue_id', 'v.id')
    .where(ofThisEvent)
    .where(readable(requester, 'v', now))
    .orderBy('link.position');
}

function organizersOf(db: Db, { requester, asked }: Reader, now: RawBuilder<Date>) {
  return selectOrganizers(db, asked, now)
    .innerJoin('event_organizers as link', 'link.organizer_id', 'o.id')
    .where(ofThisEvent)
    .where(readable(requester, 'o', now))
    .orderBy('link.position');
}

function categoriesOf(db: Db, { asked }: Reader) {
  return selectCategories(db, asked)
    .innerJoin('event_categories as link', 'link.category_id', 'c.id')
    .where(ofThisEvent)
    .orderBy('link.position');
}

function tagsOf(db: Db, { asked }: Reader) {
  return selectTags(db, asked)
    .innerJoin('event_tags as link', 'link.tag_id', 'g.id')
    .where(ofThisEvent)
    .orderBy('link.position');
}
