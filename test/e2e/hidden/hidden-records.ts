import { query } from '../../support/database/database-session.js';
import { eventContentOfWords, uniqueWord, venueOrOrganizerOfWords } from '../../support/records/unique-words.js';
import { createRecord, type Kind, type ServedRecord } from '../../support/records/kinds.js';
import { upcomingDates } from '../../support/records/records.js';
import type { TestCalendar } from '../../support/calendar/test-calendar.js';

/** States that hide a record from the public. */
const HIDDEN_STATES: readonly Readonly<Record<string, string>>[] = [
  { status: 'draft' },
  { status: 'pending' },
  { status: 'private' },
  { date: '2999-12-31 23:59:59' },
];

/** Public records and a protected event. */
export interface PublicRecords {
  readonly events: readonly number[];
  readonly protectedEvent: ServedRecord;
  /** Records without links from public events. */
  readonly unlinked: Readonly<Record<'venue' | 'organizer' | 'categories' | 'tags', number>>;
}

/** Highest ids of a kind: hidden, then trashed, then unlisted records. */
export interface IdRanges {
  readonly hidden: number;
  readonly trashed: number;
  readonly unlisted: number;
}

/** Password of the protected event. It is a unique word, so that tests can find it in responses and logs. */
export const EVENT_PASSWORD = uniqueWord();

/** Titles, names and slugs of hidden records. */
export const HIDDEN_NAMES = [...HIDDEN_STATES, {}].map(uniqueWord);

type Create = (path: Kind['path'], fields: object) => Promise<ServedRecord>;

export async function createPublicRecords(calendar: TestCalendar): Promise<PublicRecords> {
  const create: Create = (path, fields) => createRecord(calendar, path, { ...fields });
  const [usual, top] = [{ venue: 0, organizer: 0, tags: 0 }, await create('categories', { name: 'Shows' })];
  for (const [link, path] of [
    ['venue', 'venues'],
    ['organizer', 'organizers'],
    ['tags', 'tags'],
  ] as const) {
    usual[link] = (await create(path, { [link === 'tags' ? 'name' : link]: `Usual ${link}` })).id;
  }
  const below = await create('categories', { name: 'Circus', parent: top.id });
  const unlinked = {
    venue: (await create('venues', { venue: 'Lonely hall', city: 'Nowhere' })).id,
    organizer: (await create('organizers', { organizer: 'Lonely club' })).id,
    categories: (await create('categories', { name: 'Lonely category', parent: below.id })).id,
    tags: (await create('tags', { name: 'Lonely tag' })).id,
  };
  const links = { venue: usual.venue, organizer: usual.organizer, tags: [usual.tags], categories: [below.id] };
  const first = await create('events', { ...upcomingDates(5), title: 'First night', ...links, featured: true });
  const events = [
    first,
    await create('events', { ...upcomingDates(7), title: 'Second night', post_parent: first.id, ticketed: true }),
    await create('events', { ...upcomingDates(9), title: 'Third night', categories: [top.id], cost: '5 €' }),
    await create('events', { ...upcomingDates(-9), title: 'Night before', venue: usual.venue }),
    await create('events', { ...upcomingDates(11), title: 'Nit', ml_language: 'ca', organizer: usual.organizer }),
  ];
  const protectedEvent = await create('events', {
    ...upcomingDates(8),
    title: 'Guarded night',
    password: EVENT_PASSWORD,
  });
  return { events: events.map(({ id }) => id), protectedEvent, unlinked };
}

/** Adds records that only editors may read, with unique words and links to public records. */
export async function addHiddenRecords(calendar: TestCalendar, publicRecords: PublicRecords): Promise<void> {
  const create: Create = (path, fields) => createRecord(calendar, path, { ...fields });
  const hidden: Record<string, ServedRecord[]> = { events: [], venues: [], organizers: [] };
  for (const [index, hiding] of [...HIDDEN_STATES, { status: 'draft' }].entries()) {
    const name = HIDDEN_NAMES[index];
    for (const kind of ['venue', 'organizer'] as const) {
      hidden[`${kind}s`]?.push(await create(`${kind}s`, { ...venueOrOrganizerOfWords(kind), [kind]: name, ...hiding }));
    }
    hidden['events']?.push(await create('events', { ...hiddenEvent(publicRecords, hiding), title: name }));
  }
  for (const [path, records] of Object.entries(hidden)) {
    await translate(calendar, path, records);
    await calendar.request('DELETE', `${path}/${records.at(-1)?.id}`);
  }
  await addTrashed(calendar, create, publicRecords);
  await linkToPublic(calendar, publicRecords, hidden);
  await create('events', {
    ...hiddenEvent(publicRecords, {}),
    hide_from_listings: true,
    image: null,
    venue: [],
    organizer: [],
  });
  const { unlinked, protectedEvent, events } = publicRecords;
  const flags = { featured: true, ticketed: true, sticky: true, show_map: false, post_parent: events[0] };
  const json = { ...eventContentOfWords(), ...unlinked, ...flags };
  await calendar.request('PATCH', `events/${protectedEvent.id}`, { json });
}

/** Highest ids of each state after {@link addHiddenRecords}. */
export async function hiddenIdRanges({
  databaseUrl,
}: TestCalendar): Promise<Record<'events' | 'venues' | 'organizers', IdRanges>> {
  const reach = async (path: string, brought: number, unlisted: number) => {
    const [row] = await query<{ last: string }>(databaseUrl, `select max(id) as last from ${path}`);
    const hidden = Number(row?.last) + HIDDEN_STATES.length + 1 + brought;
    return { hidden, trashed: hidden + 1, unlisted: hidden + 1 + unlisted };
  };
  // Each hidden event creates its own venue and organizer.
  const brought = HIDDEN_STATES.length + 1;
  return {
    events: await reach('events', 0, 1),
    venues: await reach('venues', brought, 0),
    organizers: await reach('organizers', brought, 0),
  };
}

function hiddenEvent({ unlinked, events }: PublicRecords, hiding: object): Record<string, unknown> {
  return {
    ...upcomingDates(6),
    title: uniqueWord(),
    ...eventContentOfWords(),
    ...hiding,
    featured: true,
    ticketed: true,
    post_parent: events[0],
    categories: [unlinked.categories],
    tags: [unlinked.tags],
    venue: [unlinked.venue, { ...venueOrOrganizerOfWords('venue'), status: 'draft' }],
    organizer: [unlinked.organizer, { ...venueOrOrganizerOfWords('organizer'), status: 'draft' }],
  };
}

async function translate(calendar: TestCalendar, path: string, records: readonly ServedRecord[]): Promise<void> {
  const heading = path === 'events' ? 'title' : path.slice(0, -1);
  for (const { id } of records) {
    const json = { [heading]: uniqueWord(), description: uniqueWord(), ml_language: 'ca' };
    await calendar.request('PATCH', `${path}/${id}`, { json });
  }
}

/** Adds formerly public records to the trash. Callers may learn only that they are in the trash. */
async function addTrashed(calendar: TestCalendar, create: Create, publicRecords: PublicRecords): Promise<void> {
  const event = {
    ...hiddenEvent(publicRecords, {}),
    venue: publicRecords.unlinked.venue,
    organizer: publicRecords.unlinked.organizer,
  };
  const trashed = {
    events: await create('events', event),
    venues: await create('venues', venueOrOrganizerOfWords('venue')),
    organizers: await create('organizers', venueOrOrganizerOfWords('organizer')),
  };
  for (const [path, { id }] of Object.entries(trashed)) await calendar.request('DELETE', `${path}/${id}`);
}

/** Links public events to hidden records, by SQL so that their modification dates stay the same. */
async function linkToPublic(
  { databaseUrl }: TestCalendar,
  { events }: PublicRecords,
  hidden: Readonly<Record<string, readonly ServedRecord[]>>,
): Promise<void> {
  const [, , third] = events;
  for (const kind of ['venue', 'organizer']) {
    const values = hidden[`${kind}s`]?.map(({ id }, index) => `(${third}, ${id}, ${index})`).join();
    await query(databaseUrl, `insert into event_${kind}s (event_id, ${kind}_id, position) values ${values}`);
  }
  await query(databaseUrl, `update events set post_parent_id = ${hidden['events']?.[0]?.id} where id = ${third}`);
}
