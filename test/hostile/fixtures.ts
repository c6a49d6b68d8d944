import type { Fixtures } from './hostile-case.js';
import { createUser } from '../support/accounts/accounts.js';
import { uniqueWord } from '../support/records/unique-words.js';
import { createRecord, uniqueName, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { upcomingDates } from '../support/records/records.js';
import type { TestCalendar } from '../support/calendar/test-calendar.js';

type Create = (path: Kind['path'], fields?: object) => Promise<ServedRecord>;

/** Password of the protected event. It needs no encoding in a query. */
const PASSWORD = 'Sesam-obre-t';

/** Creates the records that cases refer to. Returns their ids and other values by the names that cases use. */
export async function createFixtures(calendar: TestCalendar, contributor: string): Promise<Fixtures> {
  const marker = uniqueWord();
  const create: Create = (path, fields) => createRecord(calendar, path, { ...fields });
  const createOwn: Create = (path, fields) => createRecord(calendar, path, { ...fields }, { token: contributor });
  return {
    ...(await createPublic(create)),
    ...(await createHidden(calendar, create, marker)),
    own_event_id: String((await createOwn('events')).id),
    own_venue_id: String((await createOwn('venues')).id),
    own_organizer_id: String((await createOwn('organizers')).id),
    user_id: String((await createUser(calendar, 'author')).id),
    event_password: PASSWORD,
    secret_marker: marker,
  };
}

/** Creates public records. */
async function createPublic(create: Create): Promise<Fixtures> {
  const categoryName = uniqueName('Category');
  const category = await create('categories', { name: categoryName });
  const child = await create('categories', { name: uniqueName('Child'), parent: category.id });
  const [venue, organizer] = [await create('venues'), await create('organizers')];
  const tag = await create('tags');
  const links = { venue: venue.id, organizer: organizer.id, categories: [child.id], tags: [tag.id] };
  const event = await create('events', { ...upcomingDates(), ...links });
  return {
    ...idAndSlug('event', event),
    ...idAndSlug('venue', venue),
    ...idAndSlug('organizer', organizer),
    category_id: String(category.id),
    category_name: categoryName,
    tag_id: String(tag.id),
  };
}

/**
 * Creates records that are not public, a protected event, and a tag that only these events have. All their texts contain the marker, except
 * the title of the protected event, which is public, and slugs in request paths, which errors repeat.
 */
async function createHidden(calendar: TestCalendar, create: Create, marker: string): Promise<Fixtures> {
  const hiddenFields = { description: marker, status: 'private' };
  const venue = await create('venues', { ...hiddenFields, venue: `Venue ${marker}` });
  const organizer = await create('organizers', { ...hiddenFields, organizer: `Organizer ${marker}` });
  const tag = await create('tags', { name: `Tag ${marker}` });
  const texts = { ...upcomingDates(), description: marker, excerpt: marker, website: `https://${marker}.example` };
  const eventFields = { ...texts, venue: venue.id, organizer: organizer.id, tags: [tag.id] };
  const createHiddenEvent = (fields: object) =>
    create('events', { ...eventFields, title: `Event ${marker}`, ...fields });
  const trashed = await createHiddenEvent({});
  await calendar.request('DELETE', `events/${trashed.id}`);
  return {
    ...idAndSlug('draft_event', await createHiddenEvent({ status: 'draft', slug: 'draft-event' })),
    private_event_id: String((await createHiddenEvent({ status: 'private' })).id),
    future_event_id: String((await createHiddenEvent({ date: '2999-12-31 23:59:59' })).id),
    trash_event_id: String(trashed.id),
    draft_venue_id: String((await create('venues', { venue: `Draft ${marker}`, status: 'draft' })).id),
    ...idAndSlug('protected_event', await createHiddenEvent({ title: uniqueName('Protected'), password: PASSWORD })),
  };
}

const idAndSlug = (name: string, { id, slug }: ServedRecord): Fixtures => ({
  [`${name}_id`]: String(id),
  [`${name}_slug`]: encodeURIComponent(slug),
});
