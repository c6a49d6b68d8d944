import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { expectInvalidParameters } from '../support/expect-invalid-parameters.js';
import { createRecord } from '../support/kinds.js';
import { expectedIds, isReadable, statusOf, type VenueOrOrganizerQuery } from '../support/venue-organizer-oracle.js';
import { parametersOf, venueOrOrganizerQueries, UNKNOWN_ID } from '../support/venue-organizer-queries.js';
import {
  createVenuesOrOrganizers,
  EVENTS,
  NOW,
  storeEvents,
  type DatasetEvent,
  type DatasetVenueOrOrganizer,
} from '../support/venue-organizer-dataset.js';
import { createReaders, READERS, type ReaderRole } from '../support/readers.js';
import { pathAndQueryOf, readPage } from '../support/records.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

let calendar: TestCalendar;
let worlds: Record<'venues' | 'organizers', DatasetVenueOrOrganizer[]>;
let tokens: Readonly<Record<ReaderRole, string | undefined>>;
beforeAll(async () => {
  calendar = await startTestCalendar();
  calendar.setNow(NOW);
  const users = await createReaders(calendar);
  tokens = users.tokens;
  const made = (path: 'venues' | 'organizers') => createVenuesOrOrganizers(calendar, path, users.ids);
  worlds = { venues: await made('venues'), organizers: await made('organizers') };
  await storeEvents(calendar, { venue: worlds.venues, organizer: worlds.organizers }, users.ids);
});
afterAll(() => calendar.close());

const SORTS = Object.keys(EVENTS);
/** Sorts of events that lists show to everybody, to some besides, and to nobody. */
const PUBLIC = ['upcoming', 'past', 'endingNow', 'publishedNow'];
const OWN: Readonly<Record<ReaderRole, readonly string[]>> = {
  anonymous: [],
  subscriber: [],
  contributor: ['contributorsPending', 'contributorsScheduled', 'contributorsProtectedDraft'],
  author: ['authorsDraft', 'authorsPastDraft', 'authorsProtected'],
  editor: SORTS,
};
const UNLISTED = new Set(['hidden', 'trashed', 'protectedHidden', 'authorsHidden', 'authorsTrashed']);
const ENDED = new Set(['past', 'pastDraft', 'protectedPast', 'authorsPastDraft', 'contributorsProtectedDraft']);
/** Those that everybody reads, and only those see whole who may edit them. */
const OF_OWNERS = ['authorsProtected', 'contributorsProtected', 'subscribersProtected'];
const PROTECTED = ['protected', 'protectedPast', 'protectedHidden', ...OF_OWNERS];

const listedFor = (reader: ReaderRole): string[] =>
  SORTS.filter((each) => !UNLISTED.has(each) && [...PUBLIC, ...OWN[reader]].includes(each));

const ask = (path: string, status: string, token?: string) =>
  calendar.request('GET', `${path}?status=${status}`, { token });

describe.each(['venues', 'organizers'] as const)('the list of %s', (path) => {
  const expected = (asked: VenueOrOrganizerQuery, reader: ReaderRole) => expectedIds(worlds[path], asked, reader);
  const listed = async (asked: VenueOrOrganizerQuery, reader: ReaderRole) => {
    const { body } = await readPage(calendar, `${path}?per_page=50&${parametersOf(asked).toString()}`, tokens[reader]);
    expect(body.total).toBe(body[path].length);
    return body[path].map(({ id }) => id);
  };

  it.each(READERS)(
    '7.10 7.1 8.3 8.9 8.11 8.14 shows the %s what the contract says, whatever is asked',
    async (reader) => {
      let found = 0;
      await fc.assert(
        fc.asyncProperty(venueOrOrganizerQueries(worlds[path], reader), async (asked) => {
          const ids = await listed(asked, reader);
          expect(ids).toEqual(expected(asked, reader));
          if (ids.length > 0) found += 1;
        }),
        { numRuns: 50 },
      );
      expect(found).toBeGreaterThan(15);
    },
  );

  it.each(READERS)(
    '7.10 8.3 8.14 6.14 has_events and only_with_upcoming count what lists show the %s',
    async (reader) => {
      // The first places have one sort of event each.
      const include = worlds[path].slice(0, SORTS.length).map(({ id }) => id);
      const having = async (asked: VenueOrOrganizerQuery) => {
        const ids = await listed({ ...asked, include, orderby: 'id' }, reader);
        return ids.map((id) => SORTS[include.indexOf(id)]);
      };
      const withEvents = listedFor(reader);
      expect(await having({ has_events: true })).toEqual(withEvents);
      expect(await having({ has_events: false })).toEqual(SORTS.filter((each) => !withEvents.includes(each)));
      const upcoming = withEvents.filter((each) => !ENDED.has(each));
      expect(await having({ only_with_upcoming: true })).toEqual(upcoming);
      expect(await having({ only_with_upcoming: true, has_events: true })).toEqual(upcoming);
      expect(await having({ only_with_upcoming: true, has_events: false })).toEqual([]);
      expect(await having({ only_with_upcoming: false })).toEqual(SORTS);
    },
  );

  it.each(READERS)(
    '7.1 7.10 8.3 8.14 event shows the %s what is linked to it; unreadable or unknown, it is 400',
    async (reader) => {
      const token = tokens[reader];
      const ofAuthor = reader === 'author' || reader === 'editor' ? ['authorsHidden'] : [];
      const hidden = ['hidden', ...ofAuthor, ...(reader === 'editor' ? ['protectedHidden'] : [])];
      const whole = [...listedFor(reader), ...hidden];
      for (const [index, [name, { id }]] of Object.entries(EVENTS).entries()) {
        const answer = await calendar.request('GET', `${path}?event=${id}&include=${worlds[path][index]?.id}`, {
          token,
        });
        if (![...whole, ...PROTECTED].includes(name)) expectInvalidParameters(answer, 'event');
        else expect([name, answer.body['total']]).toEqual([name, whole.includes(name) ? 1 : 0]);
      }
      for (const event of [UNKNOWN_ID, 0, -1, 'x', '1,2', '9'.repeat(20)])
        expectInvalidParameters(await calendar.request('GET', `${path}?event=${event}`, { token }), 'event');
      for (const name of ['has_events', 'only_with_upcoming'])
        expectInvalidParameters(await calendar.request('GET', `${path}?${name}=perhaps`, { token }), name);
    },
  );

  it('5.7 5.8 7.1 a walk loses no filter and no record, and every address says what was asked', async () => {
    const event = EVENTS['upcoming'] as DatasetEvent;
    const filters = {
      event,
      has_events: true,
      only_with_upcoming: true,
      status: ['publish', 'future', 'trash'],
      search: ['a'],
    };
    const given = parametersOf({ ...filters, order: 'asc' });
    const ids = expected({ ...filters, order: 'asc' }, 'editor');
    expect(ids.length).toBeGreaterThan(2);
    const walked: number[] = [];
    for (let next: string | null = `${path}?per_page=1&${given.toString()}`; next !== null;) {
      const { body } = await readPage(calendar, next, tokens.editor);
      walked.push(...body[path].map(({ id }) => id));
      for (const address of [body.rest_url, body.next_rest_url, body.previous_rest_url]) {
        const carried = address === null ? given : new URL(address).searchParams;
        expect([...given.keys()].map((name) => [name, carried.get(name)])).toEqual([...given]);
      }
      next = body.next_rest_url && pathAndQueryOf(body.next_rest_url);
    }
    expect(walked).toEqual(ids);
  });

  it.each(['contributor', 'author', 'editor'] as const)(
    '8.11 8.3 8.9 status: the %s asks for one or several; not asked for, it is all but the trash',
    async (reader) => {
      for (const [query, statuses] of [
        ['', ['draft', 'future', 'pending', 'private', 'publish']],
        ...['publish', 'future', 'draft', 'pending', 'private', 'trash'].map(
          (each) => [`status=${each.toUpperCase()}`, [each]] as const,
        ),
        ['status=trash,draft', ['draft', 'trash']],
        ['status=draft&status=trash', ['draft', 'trash']],
        ['status[]=draft&status[]=trash&status[]=draft', ['draft', 'trash']],
      ] as const) {
        const { body } = await readPage(calendar, `${path}?per_page=50&${query}`, tokens[reader]);
        expect([query, [...new Set(body[path].map(({ status }) => status))].toSorted()]).toEqual([query, statuses]);
        const ids = worlds[path]
          .filter((place) => (statuses as readonly string[]).includes(statusOf(place)) && isReadable(place, reader))
          .map(({ id }) => id);
        expect(body[path].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      }
    },
  );

  it('8.11 8.4 status: who may edit nothing asks for publish, else 401 or 403 before anything else is judged; what is none is 400', async () => {
    for (const status of ['future', 'draft', 'pending', 'private', 'trash', 'publish,draft', 'draft,nonsense&page=0']) {
      const answers = [await ask(path, status), await ask(path, status, tokens.subscriber)];
      expect([status, ...answers.map(({ body }) => body['code'])]).toEqual([status, 'unauthorized', 'forbidden']);
      expect(answers.map((answer) => answer.status)).toEqual([401, 403]);
    }
    for (const reader of READERS) {
      for (const status of ['nonsense', 'publish,nonsense', 'published', '1'])
        expectInvalidParameters(await ask(path, status, tokens[reader]), 'status');
      for (const status of ['', 'publish', 'PUBLISH,publish'])
        expect((await ask(path, status, tokens[reader])).status).toBe(200);
    }
  });
});

describe('a venue and what becomes of its event', () => {
  const LINK = `insert into event_venues (event_id, venue_id, position) values ($1, $2, 0)`;
  const HIDE = `update events set hide_from_listings = true where id = $1 and $2 > 0`;
  const LATER = { start_date: '2030-06-01 10:00', end_date: '2030-07-01 12:00', date: '2020-01-01' };

  let sessions: pg.Client[];
  beforeAll(async () => {
    sessions = [1, 2].map(() => new pg.Client({ connectionString: calendar.databaseUrl }));
    await Promise.all(sessions.map((session) => session.connect()));
  });
  afterAll(() => Promise.all(sessions.map((session) => session.end())));
  const hasUpcoming = async (venue: number) =>
    (await readPage(calendar, `venues?include=${venue}&only_with_upcoming=true`)).body.total === 1;

  it.each([
    ['status', 'draft', 'publish'],
    ['published_at', '2031-01-01Z', '2020-01-01Z'],
    ['trashed_at', '2029-01-01Z', null],
    ['ends_at', '2030-06-01T11:59:59Z', '2030-07-01Z'],
    ['hide_from_listings', true, false],
    ['password_hash', 'hash', null],
  ])('7.10 follows %s of the event, changed alone', async (column, away, back) => {
    const { id: venue } = await createRecord(calendar, 'venues', { date: '2020-01-01' });
    const { id: event } = await createRecord(calendar, 'events', { ...LATER, venue });
    for (const [value, expected] of [
      [back, true],
      [away, false],
      [back, true],
    ]) {
      await sessions[0]?.query(`update events set ${column} = $2 where id = $1`, [event, value]);
      expect([value, await hasUpcoming(venue)]).toEqual([value, expected]);
    }
  });

  it.each([
    ['the link first', LINK, HIDE],
    ['the event first', HIDE, LINK],
  ])('7.10 6.14 is right after concurrent transactions wrote link and event: %s', async (_order, first, second) => {
    const { id: event } = await createRecord(calendar, 'events', LATER);
    const { id: venue } = await createRecord(calendar, 'venues', { date: '2020-01-01' });
    const [one, other] = sessions as [pg.Client, pg.Client];
    for (const session of [one, other]) await session.query('begin');
    await one.query(first, [event, venue]);
    await other.query(second, [event, venue]);
    for (const session of [one, other]) await session.query('commit');
    expect(await hasUpcoming(venue)).toBe(false);
    await other.query('update events set hide_from_listings = false where id = $1', [event]);
    expect(await hasUpcoming(venue)).toBe(true);
  });
});
