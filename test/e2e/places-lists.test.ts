import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { untilSomebodyWaits } from '../support/database-session.js';
import { expectRefused } from '../support/expect-refused.js';
import { createRecord } from '../support/kinds.js';
import { expectedPlaces, type PlacesAsked } from '../support/places-oracle.js';
import { parametersOf, questions, UNKNOWN } from '../support/places-questions.js';
import { createPlaces, EVENTS, NOW, storeEvents, type WorldEvent, type WorldPlace } from '../support/places-world.js';
import { behindOrigin, readPage } from '../support/records.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

/** Who asks, and whether he may edit what others wrote. */
const READERS = { anonymous: false, subscriber: false, editor: true };
type Reader = keyof typeof READERS;
const EACH_READER = Object.keys(READERS) as Reader[];

let calendar: TestCalendar;
let worlds: Record<'venues' | 'organizers', WorldPlace[]>;
let tokens: Record<Reader, string | undefined>;
beforeAll(async () => {
  calendar = await startTestCalendar();
  calendar.setNow(NOW);
  worlds = { venues: await createPlaces(calendar, 'venues'), organizers: await createPlaces(calendar, 'organizers') };
  await storeEvents(calendar, { venue: worlds.venues, organizer: worlds.organizers });
  const [subscriber, editor] = [await calendar.tokenOf('subscriber'), await calendar.tokenOf('editor')];
  tokens = { anonymous: undefined, subscriber, editor };
});
afterAll(() => calendar.close());

/** Sorts of events that everybody finds in lists, that have ended, and that are protected by a password. */
const PUBLIC = ['upcoming', 'past', 'endingNow', 'publishedNow'];
const ENDED = new Set(['past', 'pastDraft', 'protectedPast']);
const PROTECTED = ['protected', 'protectedPast', 'protectedHidden'];

const ask = (path: string, status: string, token?: string) =>
  calendar.request('GET', `${path}?status=${status}`, { token });

describe.each(['venues', 'organizers'] as const)('the list of %s', (path) => {
  const expected = (asked: PlacesAsked, reader: Reader) => expectedPlaces(worlds[path], asked, READERS[reader]);
  const listed = async (asked: PlacesAsked, reader: Reader) => {
    const { body } = await readPage(calendar, `${path}?per_page=50&${parametersOf(asked).toString()}`, tokens[reader]);
    expect(body.total).toBe(body[path].length);
    return body[path].map(({ id }) => id);
  };

  it.each(EACH_READER)('7.10 7.1 8.11 8.14 shows the %s what the contract says, whatever is asked', async (reader) => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(questions(worlds[path], READERS[reader]), async (asked) => {
        const ids = await listed(asked, reader);
        expect(ids).toEqual(expected(asked, reader));
        if (ids.length > 0) found += 1;
      }),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(15);
  });

  it.each(EACH_READER)(
    '7.10 8.14 6.14 has_events and only_with_upcoming count what lists show the %s',
    async (reader) => {
      const sorts = Object.keys(EVENTS);
      // The first places have one sort of event each.
      const include = worlds[path].slice(0, sorts.length).map(({ id }) => id);
      const having = async (asked: PlacesAsked) => {
        const ids = await listed({ ...asked, include, orderby: 'id' }, reader);
        return ids.map((id) => sorts[include.indexOf(id)]);
      };
      const unlisted = READERS[reader]
        ? ['hidden', 'trashed', 'protectedHidden']
        : sorts.filter((each) => !PUBLIC.includes(each));
      const withEvents = sorts.filter((each) => !unlisted.includes(each));
      expect(await having({ has_events: true })).toEqual(withEvents);
      expect(await having({ has_events: false })).toEqual(unlisted);
      const upcoming = withEvents.filter((each) => !ENDED.has(each));
      expect(await having({ only_with_upcoming: true })).toEqual(upcoming);
      expect(await having({ only_with_upcoming: true, has_events: true })).toEqual(upcoming);
      expect(await having({ only_with_upcoming: true, has_events: false })).toEqual([]);
      expect(await having({ only_with_upcoming: false })).toEqual(sorts);
    },
  );

  it.each(EACH_READER)(
    '7.1 7.10 8.14 event shows the %s what is linked to it; unreadable or unknown, it is 400',
    async (reader) => {
      const [edits, token] = [READERS[reader], tokens[reader]];
      for (const [index, [name, { id }]] of Object.entries(EVENTS).entries()) {
        const answer = await calendar.request('GET', `${path}?event=${id}&include=${worlds[path][index]?.id}`, {
          token,
        });
        const isReadable = edits ? name !== 'trashed' : [...PUBLIC, 'hidden', ...PROTECTED].includes(name);
        if (!isReadable) expectRefused(answer, 'event');
        else expect([name, answer.body['total']]).toEqual([name, edits || !PROTECTED.includes(name) ? 1 : 0]);
      }
      for (const event of [UNKNOWN, 0, -1, 'x', '1,2', '9'.repeat(20)])
        expectRefused(await calendar.request('GET', `${path}?event=${event}`, { token }), 'event');
      for (const name of ['has_events', 'only_with_upcoming'])
        expectRefused(await calendar.request('GET', `${path}?${name}=perhaps`, { token }), name);
    },
  );

  it('5.7 5.8 7.1 a walk loses no filter and no record, and every address says what was asked', async () => {
    const event = EVENTS['upcoming'] as WorldEvent;
    const filters = { event, has_events: true, only_with_upcoming: true, status: ['publish', 'draft'], search: ['a'] };
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
      next = body.next_rest_url && behindOrigin(body.next_rest_url);
    }
    expect(walked).toEqual(ids);
  });

  it('8.11 status: an editor asks for one or several; not asked for, it is all but the trash', async () => {
    for (const [query, statuses] of [
      ['', ['draft', 'future', 'pending', 'private', 'publish']],
      ...['publish', 'future', 'draft', 'pending', 'private', 'trash'].map(
        (each) => [`status=${each.toUpperCase()}`, [each]] as const,
      ),
      ['status=trash,draft', ['draft', 'trash']],
      ['status=draft&status=trash', ['draft', 'trash']],
      ['status[]=draft&status[]=trash&status[]=draft', ['draft', 'trash']],
    ] as const) {
      const { body } = await readPage(calendar, `${path}?per_page=50&${query}`, tokens.editor);
      expect([query, [...new Set(body[path].map(({ status }) => status))].toSorted()]).toEqual([query, statuses]);
      const ids = worlds[path]
        .filter(({ status }) => (statuses as readonly string[]).includes(status))
        .map(({ id }) => id);
      expect(body[path].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    }
  });

  it('8.11 8.4 status: others ask for publish, else 401 or 403 before anything else is judged; what is none is 400', async () => {
    for (const status of ['future', 'draft', 'pending', 'private', 'trash', 'publish,draft', 'draft,nonsense&page=0']) {
      const answers = [await ask(path, status), await ask(path, status, tokens.subscriber)];
      expect([status, ...answers.map(({ body }) => body['code'])]).toEqual([status, 'unauthorized', 'forbidden']);
      expect(answers.map((answer) => answer.status)).toEqual([401, 403]);
    }
    for (const reader of EACH_READER) {
      for (const status of ['nonsense', 'publish,nonsense', 'published', '1'])
        expectRefused(await ask(path, status, tokens[reader]), 'status');
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
    sessions = [1, 2, 3].map(() => new pg.Client({ connectionString: calendar.databaseUrl }));
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
  ])('7.10 6.14 is told of both where link and event are written at once: %s', async (_order, first, second) => {
    const { id: event } = await createRecord(calendar, 'events', LATER);
    const { id: venue } = await createRecord(calendar, 'venues', { date: '2020-01-01' });
    const [one, other, watch] = sessions as [pg.Client, pg.Client, pg.Client];
    await one.query('begin');
    await one.query(first, [event, venue]);
    const waiting = other.query(second, [event, venue]);
    await untilSomebodyWaits(watch);
    await one.query('commit');
    await waiting;
    expect(await hasUpcoming(venue)).toBe(false);
    await other.query('update events set hide_from_listings = false where id = $1', [event]);
    expect(await hasUpcoming(venue)).toBe(true);
  });
});
