import { describe, expect, it, beforeAll } from 'vitest';
import { byRunMode } from '../support/run/run-mode.js';
import { foldedNameKey } from '../../src/kernel/text/fold.js';
import {
  commitWhileBlocked,
  waitForBlockedSession,
  withRolledBackTransaction,
} from '../support/database/database-session.js';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import {
  LINK_NAMES,
  idsOf,
  linkedRecords,
  LINKS,
  linkInput,
  namesOf,
  TERM_LINKS,
  repeatParallel,
  type Link,
  VENUE_ORGANIZER_LINKS,
} from '../support/records/links.js';
import { upcomingDates } from '../support/records/records.js';
import { type TestResponse, ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';

const calendar = useTestCalendar();

const EVENT_COUNT = byRunMode(12, 20);
const LANGUAGES = ['ca', 'en', 'es'];

const post = (fields: object) =>
  calendar.request<ServedRecord>('POST', 'events', {
    json: { title: uniqueName('Concert'), ...upcomingDates(), ...fields },
  });

/**
 * Creates events concurrently. Each create must succeed on the first attempt: if PostgreSQL aborted a transaction because of a
 * deadlock, its retry would leave a gap in the ids.
 */
async function createEvents(count: number, fieldsOf: (index: number) => object): Promise<ServedRecord[]> {
  const responses = await repeatParallel(count, (index) => post(fieldsOf(index)));
  expect(responses.map(({ status, body }) => `${status} ${String(body['code'])}`)).toEqual(
    Array(count).fill('201 undefined'),
  );
  const ids = responses.map(({ body }) => body.id).toSorted((one, other) => one - other);
  expect(ids).toEqual(ids.map((_id, index) => (ids[0] ?? 0) + index));
  return responses.map(({ body }) => body);
}

/** Links to records with these names, in every list of an event. */
const linksTo = (names: readonly string[]) =>
  Object.fromEntries(LINK_NAMES.map((link) => [link, names.map((name) => linkInput(link, name))]));

/** Ids of the images in events, venues and organizers, by URL. */
function imageIds(records: readonly ServedRecord[]): Record<string, number[]> {
  const imageOwners = records.flatMap((event) => [
    event,
    ...linkedRecords(event, 'venue'),
    ...linkedRecords(event, 'organizer'),
  ]);
  const images = imageOwners.flatMap((record) => (record['image'] ?? []) as { id: number; url: string } | []);
  const byUrl = Map.groupBy(images as { id: number; url: string }[], ({ url }) => url);
  return Object.fromEntries([...byUrl].map(([url, sameUrl]) => [url, [...new Set(sameUrl.map(({ id }) => id))]]));
}

describe('Concurrent events with images', () => {
  it('do not wait for a lock on an image that already exists (6.6, 9.3)', async () => {
    const image = 'https://i.example/known.jpg';
    await createEvents(1, () => ({ image }));
    const createdEvents = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('select from images where url = $1 for no key update', [image]);
      return createEvents(2, () => ({ image, venue: { venue: uniqueName('Sala'), image } }));
    });
    expect(imageIds(createdEvents)).toEqual({ [image]: [expect.any(Number)] });
  });

  it('get one image id per URL in events, new venues and new organizers, with the URLs in different orders (6.6, 9.3)', async () => {
    const urls = Array.from({ length: 8 }, (_each, index) => `https://i.example/${index}.jpg`);
    const fieldsWithImages = (index: number) => ({
      image: urls[index % 8],
      venue: { venue: uniqueName('Sala'), image: urls[(index * 3 + 1) % 8] },
      organizer: { organizer: uniqueName('Colla'), image: { url: urls[(index * 5 + 3) % 8], alt: `${index}` } },
    });
    const idsByUrl = imageIds(await createEvents(EVENT_COUNT, fieldsWithImages));
    expect(idsByUrl).toEqual(Object.fromEntries(urls.map((url) => [url, [expect.any(Number)]])));
    expect(imageIds(await createEvents(EVENT_COUNT, fieldsWithImages))).toEqual(idsByUrl);
  });
});

describe('Concurrent events with the same new names', () => {
  it('create one record per name and kind, with the names in different orders (6.8, 6.9, 9.3)', async () => {
    const names = Array.from({ length: 6 }, () => uniqueName('Mirador'));
    const created = await createEvents(EVENT_COUNT, (index) => {
      const rotated = [...names.slice(index % 6), ...names.slice(0, index % 6)];
      return { ...linksTo(index % 2 ? rotated : rotated.toReversed()), ml_language: LANGUAGES[index % 3] };
    });
    for (const link of LINK_NAMES) {
      expect([link, new Set(created.flatMap((event) => idsOf(event, link))).size]).toEqual([link, names.length]);
      const { body } = await calendar.request('GET', `${LINKS[link].path}?hide_empty=0&search=Mirador`);
      expect([link, body['total']]).toEqual([link, names.length]);
    }
  });

  it('create one venue per city (6.8, 9.3)', async () => {
    const venue = uniqueName('Casal');
    const cities = ['Reus', 'Valls'];
    const created = await createEvents(EVENT_COUNT, (index) => ({ venue: { venue, city: cities[index % 2] } }));
    const venues = created.flatMap((event) => linkedRecords(event, 'venue'));
    expect(venues.map(({ city }) => city)).toEqual(created.map((_event, index) => cities[index % 2]));
    expect(new Set(venues.map(({ id }) => id)).size).toBe(cities.length);
  });

  it('succeed if names and their slugs sort differently (6.8, 9.3)', async () => {
    const letters = [...'abcd'];
    const namesFor = (index: number, link: Link) => {
      const marks = '!'.repeat(index + 1);
      // Names that begin with a mark sort before the others, but slugs are derived without the mark.
      const names = letters.map((letter, position) =>
        (index + position) % 2 ? `${marks} ${letter}X` : `${letter}X ${marks}`,
      );
      return (index % 4 < 2 ? names : names.toReversed()).map((name) => linkInput(link, name));
    };
    const created = await createEvents(EVENT_COUNT, (index) => ({
      venue: namesFor(index, 'venue'),
      tags: namesFor(index, 'tags'),
    }));
    for (const link of ['venue', 'tags'] as const) {
      const slugs = new Set(created.flatMap((event) => linkedRecords(event, link)).map(({ slug }) => slug));
      expect([link, slugs.size]).toEqual([link, letters.length * EVENT_COUNT]);
    }
  });

  it.each([
    ...LINK_NAMES.map((link) => [link, `Col·legi ${link}`, `COL.LEGI ${link.toUpperCase()}`] as const),
    ...TERM_LINKS.map((link) => [link, `Nou altre ${link}`, `nou-altre-${link}`] as const),
  ])('wait for each other: %s with the name %s, then %s, are one record (6.8, 6.9)', async (link, name, equal) => {
    const { id } = await createRecord(calendar, 'events');
    const lockedLink = link === 'venue' ? 'organizer' : 'venue';
    const record = await createRecord(calendar, LINKS[lockedLink].path);
    const [first, second] = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query(`select from ${LINKS[lockedLink].path} where id = $1 for update`, [record.id]);
      // The create holds the lock on the name while it waits for this record.
      const creating = post({ [lockedLink]: record.id, [link]: [linkInput(link, name)] });
      await waitForBlockedSession(session);
      const json = { [link]: [linkInput(link, equal)] };
      const updating = calendar.request<ServedRecord>('PATCH', `events/${id}`, { json });
      await Promise.race([waitForBlockedSession(session, 2), updating]);
      await session.query('commit');
      return Promise.all([creating, updating]);
    });
    expect([first.status, namesOf(first.body, link), second.status]).toEqual([201, [name], 200]);
    expect(idsOf(second.body, link)).toEqual(idsOf(first.body, link));
  });
});

describe('Events with a term that is created concurrently', () => {
  it('wait until the term exists, but not for each other (6.9, 9.3)', async () => {
    const name = uniqueName('Nova');
    const key = `tag ${foldedNameKey(name)}`;
    const { creating, tag } = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('select pg_advisory_lock(hashtextextended($1, 0))', [key]);
      const pending = createEvents(3, () => ({ tags: [name] }));
      await waitForBlockedSession(session, 3, 'advisory');
      const created = await createRecord(calendar, 'tags', { name });
      await session.query('lock table audit_entries in exclusive mode');
      await session.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]);
      await waitForBlockedSession(session, 3, 'relation');
      return { creating: pending, tag: created };
    });
    expect((await creating).map((event) => idsOf(event, 'tags'))).toEqual([[tag.id], [tag.id], [tag.id]]);
  });

  /** Creates a term in another session while the request of `send` waits for it. */
  async function sendWhileCreated(path: 'tags' | 'categories', name: string, send: () => Promise<TestResponse>) {
    const [kind, slug] = [path === 'tags' ? 'tag' : 'category', uniqueName('other').replace(' ', '-')];
    let id = 0;
    const response = await commitWhileBlocked(
      calendar.databaseUrl,
      async (session) => {
        const { rows } = await session.query<{ id: string }>(
          `insert into ${path} (created_at, modified_at) values (now(), now()) returning id`,
        );
        id = Number(rows[0]?.id);
        await session.query(`insert into ${kind}_slugs values ($2, $1, true)`, [id, slug]);
        await session.query(
          `insert into ${kind}_translations (${kind}_id, language, name, slug, search_text, name_key)
           values ($1, 'en', $2, $4, '', $3)`,
          [id, name, name.toLowerCase(), slug],
        );
      },
      send,
    );
    return { id, ...response };
  }

  it.each(TERM_LINKS)('link the new term in %s, after a retry of all other writes (6.9)', async (path) => {
    const name = uniqueName('Simultani');
    const created = await sendWhileCreated(path, name, () => post({ [path]: [name] }));
    expect([created.status, idsOf(created.body, path)]).toEqual([201, [created.id]]);
    const concurrentName = uniqueName('Alhora');
    const title = 'Un altre';
    const json = { [path]: [uniqueName('Abans'), concurrentName], venue: { venue: uniqueName('Sala') }, title };
    const updated = await sendWhileCreated(path, concurrentName, () =>
      calendar.request('PATCH', `events/${String(created.body['id'])}`, { json }),
    );
    expect([updated.status, updated.body['title']]).toEqual([200, title]);
    expect([idsOf(updated.body, path)[1], namesOf(updated.body, path)]).toEqual([updated.id, json[path]]);
    const read = await calendar.request('GET', `events/${String(created.body['id'])}`);
    for (const link of ['venue', path] satisfies Link[]) expect(read.body[link]).toEqual(updated.body[link]);
  });
});

let author: string;
beforeAll(async () => {
  author = await calendar.createToken('author');
});
const sendEvent = (method: string, path: string, fields: object) =>
  calendar.request<ServedRecord>(method, path, { json: { title: 'Another', ...upcomingDates(), ...fields } });

describe.each(LINK_NAMES)('Links to %s that are deleted concurrently', (link) => {
  const { path, titleField } = LINKS[link];
  const create = () => createRecord(calendar, path, { [titleField]: uniqueName('Fugaç') });
  /** The responses to a create and an update that link a new record, which another session deletes meanwhile. */
  async function linkWhileDeleted(event: ServedRecord, linksOf: (record: ServedRecord) => unknown[]) {
    const targets = [
      ['POST', 'events'],
      ['PATCH', `events/${event.id}`],
    ] as const;
    const responses = [];
    for (const [method, target] of targets) {
      const record = await create();
      const { status, body } = await commitWhileBlocked(
        calendar.databaseUrl,
        (session) => session.query(`delete from ${path} where id = $1`, [record.id]),
        () => sendEvent(method, target, { [link]: linksOf(record) }),
      );
      responses.push({ record, status, body });
    }
    return responses;
  }

  it('are 400 by id, and the event stays as it was (2.7, 6.9)', async () => {
    const existing = await create();
    const event = await createRecord(calendar, 'events', { [link]: [existing.id] });
    for (const { record, ...response } of await linkWhileDeleted(event, ({ id }) => [existing.id, id])) {
      expectInvalidParameters(response, link);
      expect((response.body['params'] as Record<string, string>)[link]).toContain(String(record.id));
    }
    expect((await calendar.request('GET', `events/${event.id}`)).body).toEqual(event);
  });

  it('create the record again by name (6.8, 6.9)', async () => {
    const event = await createRecord(calendar, 'events');
    const responses = await linkWhileDeleted(event, (record) => [linkInput(link, String(record[titleField]))]);
    expect(responses.map(({ status }) => status)).toEqual([201, 200]);
    for (const { record, body } of responses) {
      expect(namesOf(body, link)).toEqual([record[titleField]]);
      expect(idsOf(body, link)[0]).toBeGreaterThan(record.id);
    }
  });
});

describe.each(VENUE_ORGANIZER_LINKS)('Draft %s of an event that is published', (link) => {
  const { path } = LINKS[link];
  const createDraft = () => createRecord(calendar, path, { status: 'draft' }, { token: author });
  const createEvent = (fields: object) =>
    createRecord(calendar, 'events', { ...upcomingDates(), ...fields }, { token: author });

  it.each([`delete from ${path}`, `update ${path} set author_id = null`])(
    'is skipped after a concurrent change: %s (8.8)',
    async (statement) => {
      const { id } = await createDraft();
      const event = await createEvent({ [link]: id, status: 'draft' });
      const { status, body } = await commitWhileBlocked(
        calendar.databaseUrl,
        (session) => session.query(`${statement} where id = ${id}`),
        () => calendar.request('PATCH', `events/${event.id}`, { json: { status: 'publish' }, token: author }),
      );
      expect([status, body['status'], body[link]]).toEqual([200, 'publish', []]);
      expect((await calendar.request('GET', `${path}/${id}`)).status).toBe(404);
    },
  );

  it('is published by several concurrent events, and no request fails (8.8, 9.3)', async () => {
    const { id } = await createDraft();
    const events = await repeatParallel(byRunMode(6, 12), () => createEvent({ [link]: [id] }));
    for (const event of events)
      expect(linkedRecords(event, link)).toEqual([expect.objectContaining({ id, status: 'publish' })]);
    const responses = await repeatParallel(byRunMode(6, 12), (index) =>
      index % 2 === 0
        ? calendar.request('PATCH', `events/${events[index]?.id}`, { json: { [link]: [id], sticky: true } })
        : calendar.request('PATCH', `${path}/${id}`, { json: { phone: `+34 ${index}` } }),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  });

  const DATES = ['2998-01-01 10:00:00', '2999-01-01 10:00:00'];
  const change = async (method: string, path: string, json: object = {}) => {
    const { status } = await calendar.request(method, path, { json });
    expect([200, 201]).toContain(status);
  };
  const publicationOf = async (id: number) => {
    const { body } = await calendar.request('GET', `${path}/${id}`, { token: ADMIN_TOKEN });
    return [body['status'], body['date']];
  };

  it.each([
    ['draft', (id: number) => change('PATCH', `events/${id}`, { status: 'draft' })],
    ['trashed', (id: number) => change('DELETE', `events/${id}`)],
    ['deleted', (id: number) => change('DELETE', `events/${id}?force=true`)],
    ['unlinked', (id: number) => change('PATCH', `events/${id}`, { [link]: [] })],
  ])('follows the first of its scheduled events, and is a draft if none is left: %s (8.8)', async (_name, withdraw) => {
    const { id } = await createDraft();
    const later = await createEvent({ [link]: id, date: DATES[1] });
    expect(await publicationOf(id)).toEqual(['future', DATES[1]]);
    const first = await createEvent({ [link]: id, date: DATES[0] });
    expect(await publicationOf(id)).toEqual(['future', DATES[0]]);
    await withdraw(first.id);
    expect(await publicationOf(id)).toEqual(['future', DATES[1]]);
    await withdraw(later.id);
    expect(await publicationOf(id)).toEqual(['draft', null]);
  });

  it('follows the event that one request schedules while another request withdraws the first event (8.8)', async () => {
    const outcomes = await repeatParallel(byRunMode(4, 10), async () => {
      const { id } = await createDraft();
      const first = await createEvent({ [link]: id, date: DATES[0] });
      const later = await createEvent({ [link]: id, date: DATES[1], status: 'draft' });
      await Promise.all([
        change('PATCH', `events/${first.id}`, { status: 'draft' }),
        change('PATCH', `events/${later.id}`, { status: 'publish' }),
      ]);
      return publicationOf(id);
    });
    expect(outcomes).toEqual(outcomes.map(() => ['future', DATES[1]]));
  });
});
