import pg from 'pg';
import { createRecord } from './kinds.js';
import type { Owner, Users } from './readers.js';
import type { TestCalendar } from './test-calendar.js';

/** The moment at which the lists of this world are read. */
export const NOW = '2030-06-01T12:00:00Z';
const BEFORE = '2030-06-01T11:59:59Z';
const AFTER = '2030-06-01T12:00:01Z';

/** An event, as far as lists of venues and organizers depend on it. */
export interface DatasetEvent {
  id: number;
  readonly status: string;
  readonly published: string | null;
  readonly ends: string;
  readonly trashed: boolean;
  readonly hidden: boolean;
  readonly protected: boolean;
  readonly owner: Owner;
}

/** A venue or organizer, as far as its lists depend on it. */
export interface DatasetVenueOrOrganizer {
  id: number;
  readonly owner: Owner;
  readonly status: string;
  readonly published: string | null;
  readonly trashed: boolean;
  readonly modified: string;
  readonly texts: { readonly en: string; readonly ca?: string };
  readonly fields: Readonly<Record<string, string>>;
  readonly customFields: Readonly<Record<string, unknown>>;
  readonly events: readonly DatasetEvent[];
}

const event = (fields: Partial<DatasetEvent> = {}): DatasetEvent => ({
  id: 0,
  status: 'publish',
  published: '2030-01-01T00:00:00Z',
  ends: AFTER,
  trashed: false,
  hidden: false,
  protected: false,
  owner: null,
  ...fields,
});

/** Events of every sort that counts or does not, by name. */
export const EVENTS: Readonly<Record<string, DatasetEvent>> = {
  upcoming: event(),
  past: event({ ends: BEFORE }),
  endingNow: event({ ends: NOW }),
  publishedNow: event({ published: NOW }),
  scheduled: event({ published: AFTER }),
  draft: event({ status: 'draft', published: null }),
  pastDraft: event({ status: 'draft', published: null, ends: BEFORE }),
  pending: event({ status: 'pending' }),
  private: event({ status: 'private' }),
  hidden: event({ hidden: true }),
  trashed: event({ trashed: true }),
  protected: event({ protected: true }),
  protectedPast: event({ protected: true, ends: BEFORE }),
  protectedHidden: event({ protected: true, hidden: true }),
  authorsDraft: event({ owner: 'author', status: 'draft', published: null }),
  authorsPastDraft: event({ owner: 'author', status: 'draft', published: null, ends: BEFORE }),
  authorsProtected: event({ owner: 'author', protected: true }),
  authorsHidden: event({ owner: 'author', status: 'private', hidden: true }),
  authorsTrashed: event({ owner: 'author', status: 'draft', trashed: true }),
  contributorsPending: event({ owner: 'contributor', status: 'pending', published: null }),
  contributorsScheduled: event({ owner: 'contributor', published: AFTER }),
  contributorsProtected: event({ owner: 'contributor', protected: true }),
  contributorsProtectedDraft: event({ owner: 'contributor', status: 'draft', protected: true, ends: BEFORE }),
  subscribersDraft: event({ owner: 'subscriber', status: 'draft' }),
  subscribersProtected: event({ owner: 'subscriber', protected: true }),
  somebodysDraft: event({ owner: 'somebody', status: 'draft', published: null }),
};

const EVENT_VARIANTS = Object.values(EVENTS);
const NAMES = ['Plaça Major', 'Sala Gran', 'Ateneu', 'Plaça Petita', 'Teatre Major'];
/** What places are that have some events, and whose: each owner has one of each status. */
const STATUSES = ['publish', 'draft', 'future', 'trash', 'draft in trash', 'private', 'pending'];
const OWNERS: readonly Owner[] = ['contributor', 'author', 'subscriber'];
const CUSTOM: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { parking: true },
  { rooms: [{ seats: 250 }] },
  { note: 'Òpera' },
  { parking: false },
];
const FIELD_NAMES = { venues: ['city', 'zip'], organizers: ['phone', 'email'] } as const;
const FIELD_VALUES = { city: 'València', zip: '43201', phone: '977 43 20 10', email: 'info@major.example' } as const;

/** The first ones are published and have one sort of event each; what the others have comes round at different rates. */
function venueOrOrganizerOf(path: 'venues' | 'organizers', index: number): DatasetVenueOrOrganizer {
  const mixture = index - EVENT_VARIANTS.length;
  const kept = mixture < 0 ? 'publish' : (STATUSES[mixture % STATUSES.length] as string);
  const status = { future: 'publish', trash: 'publish', 'draft in trash': 'draft' }[kept] ?? kept;
  const day = String(1 + (index % 4)).padStart(2, '0');
  const date = status === 'publish' ? `${kept === 'future' ? 2031 : 2029}-01-${day}T00:00:00Z` : null;
  const fact = FIELD_NAMES[path][index % 3];
  const mixed = EVENT_VARIANTS.filter((_each, sort) => (sort + index) % 6 === 0);
  return {
    id: 0,
    owner: OWNERS[Math.floor(mixture / STATUSES.length)] ?? null,
    status,
    published: date,
    trashed: kept.endsWith('trash'),
    modified: `2029-02-${day}T00:00:00Z`,
    texts: { en: NAMES[index % NAMES.length] as string, ...(index % 3 === 0 ? { ca: `Traduït ${index % 2}` } : {}) },
    fields: fact === undefined ? {} : { [fact]: FIELD_VALUES[fact] },
    customFields: CUSTOM[index % CUSTOM.length] ?? {},
    events: mixture < 0 ? EVENT_VARIANTS.slice(index, index + 1) : mixture % 5 === 4 ? [] : mixed,
  };
}

/** Creates venues or organizers, as a client would, and links them to the events. */
export async function createVenuesOrOrganizers(
  calendar: TestCalendar,
  path: 'venues' | 'organizers',
  ids: Users['ids'],
): Promise<DatasetVenueOrOrganizer[]> {
  const places = Array.from({ length: 48 }, (_each, index) => venueOrOrganizerOf(path, index));
  for (const place of places) place.id = await createVenueOrOrganizer(calendar, path, place, ids);
  return places;
}

async function createVenueOrOrganizer(
  calendar: TestCalendar,
  path: 'venues' | 'organizers',
  place: DatasetVenueOrOrganizer,
  ids: Users['ids'],
): Promise<number> {
  const name = path === 'venues' ? 'venue' : 'organizer';
  const { texts, fields, published, status, owner, trashed } = place;
  const { id } = await createRecord(calendar, path, {
    [name]: texts.en,
    ...fields,
    custom_fields: place.customFields,
    ...(published ? { date_utc: published } : {}),
    status,
    ...(owner ? { author: ids[owner] } : {}),
  });
  if (texts.ca) await calendar.request('PATCH', `${path}/${id}?ml_language=ca`, { json: { [name]: texts.ca } });
  if (trashed) await calendar.request('DELETE', `${path}/${id}`);
  return id;
}

/**
 * Stores the events and the links to them, half of the events as they are from the beginning, the others as drafts out of
 * lists that become what they are when the links are there.
 */
export async function storeEvents(
  { databaseUrl }: TestCalendar,
  places: Readonly<Record<'venue' | 'organizer', readonly DatasetVenueOrOrganizer[]>>,
  ids: Users['ids'],
): Promise<void> {
  const session = new pg.Client({ connectionString: databaseUrl });
  await session.connect();
  for (const each of EVENT_VARIANTS) each.id = await insertEvent(session, each.owner && ids[each.owner]);
  for (const [index, each] of EVENT_VARIANTS.entries()) if (index % 2 === 0) await applyFinalState(session, each);
  for (const [kind, list] of Object.entries(places)) await link(session, kind, list);
  for (const [index, each] of EVENT_VARIANTS.entries()) if (index % 2 === 1) await applyFinalState(session, each);
  await session.end();
}

async function insertEvent(session: pg.Client, author: number | null): Promise<number> {
  const { rows } = await session.query<{ id: string }>(
    `
    insert into events (author_id, created_at, modified_at, status, hide_from_listings, starts_at, ends_at, start_local,
      end_local, timezone)
    values ($1, now(), now(), 'draft', true, '2030-01-01Z', '2030-01-01Z', '2030-01-01', '2030-01-01', 'UTC') returning id`,
    [author],
  );
  return Number(rows[0]?.id);
}

async function applyFinalState(session: pg.Client, each: DatasetEvent): Promise<void> {
  await session.query(
    `update events set status = $2, published_at = $3, ends_at = $4, hide_from_listings = $5,
      trashed_at = case when $6 then now() end, password_hash = case when $7 then 'hash' end where id = $1`,
    [each.id, each.status, each.published, each.ends, each.hidden, each.trashed, each.protected],
  );
}

async function link(session: pg.Client, kind: string, places: readonly DatasetVenueOrOrganizer[]): Promise<void> {
  for (const { id, events, modified } of places) {
    await session.query(`update ${kind}s set modified_at = $2 where id = $1`, [id, modified]);
    await session.query(
      `insert into event_${kind}s (event_id, ${kind}_id, position) select unnest($2::bigint[]), $1, 0`,
      [id, events.map((each) => each.id)],
    );
  }
}
