import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { foldedNameKey } from '../../src/kernel/text/fold.js';
import { withRolledBackTransaction } from '../support/database/database-session.js';
import { uniqueName, type ServedRecord } from '../support/records/kinds.js';
import { LINK_NAMES, idsOf, linkedRecords, linkInput, namesOf, repeatParallel, type Link } from '../support/records/links.js';
import { eventually } from '../support/processes/log-lines.js';
import { upcomingDates } from '../support/records/records.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const MANY = 20;

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const post = (fields: object) =>
  calendar.request<ServedRecord>('POST', 'events', {
    json: { title: uniqueName('Concert'), ...upcomingDates(), ...fields },
  });

/**
 * Creates events at once, each of which must succeed, and at its first run: one that PostgreSQL had ended, because several
 * waited for each other in a circle, would have left a gap in the ids.
 */
async function events(count: number, fieldsOf: (index: number) => object): Promise<ServedRecord[]> {
  const answers = await repeatParallel(count, (index) => post(fieldsOf(index)));
  expect(answers.map(({ status, body }) => `${status} ${String(body['code'])}`)).toEqual(
    Array(count).fill('201 undefined'),
  );
  const ids = answers.map(({ body }) => body.id).toSorted((one, other) => one - other);
  expect(ids).toEqual(ids.map((_id, index) => (ids[0] ?? 0) + index));
  return answers.map(({ body }) => body);
}

/** The ids under which pictures are shown, by their address. */
function picturesIn(records: readonly ServedRecord[]): Map<string, Set<number>> {
  const showing = records.flatMap((event) => [
    event,
    ...linkedRecords(event, 'venue'),
    ...linkedRecords(event, 'organizer'),
  ]);
  const images = showing.flatMap((record) => (record['image'] ?? []) as { id: number; url: string } | []);
  const byUrl = Map.groupBy(images as { id: number; url: string }[], ({ url }) => url);
  return new Map([...byUrl].map(([url, shown]) => [url, new Set(shown.map(({ id }) => id))]));
}

describe('events that show pictures', () => {
  it('6.6 9.3 which are known do not wait for each other', async () => {
    const image = 'https://i.example/known.jpg';
    await events(1, () => ({ image }));
    const shown = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('select from images where url = $1 for no key update', [image]);
      return events(2, () => ({ image, venue: { venue: uniqueName('Sala'), image } }));
    });
    expect([...picturesIn(shown)].map(([url, ids]) => [url, ids.size])).toEqual([[image, 1]]);
  });
});

describe('events that name what somebody else is just creating', () => {
  /** Resolves once so many wait for a lock of that kind. */
  const waiting = (session: pg.Client, count: number, kind: 'advisory' | 'relation') =>
    eventually(async () => {
      const { rows } = await session.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where wait_event_type = 'Lock' and wait_event = $1 and datname = current_database()`,
        [kind],
      );
      return rows[0]?.waiting === count ? true : undefined;
    });

  it('6.9 9.3 wait until it is there, and not for each other', async () => {
    const name = uniqueName('Nova');
    const key = `tag ${foldedNameKey(name)}`;
    const client = new pg.Client({ connectionString: calendar.databaseUrl });
    await client.connect();
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [key]);
    const asked = events(3, () => ({ tags: [name] }));
    await waiting(client, 3, 'advisory');
    const tag = await calendar.request<ServedRecord>('POST', 'tags', { json: { name } });
    await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table audit_entries in exclusive mode');
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]);
      await waiting(client, 3, 'relation');
    });
    expect((await asked).map((event) => idsOf(event, 'tags'))).toEqual([1, 2, 3].map(() => [tag.body.id]));
    await client.end();
  });
});

describe('events that bring along what others bring in another order', () => {
  it('6.6 9.3 pictures, of their own and of new places: all are created, and each picture has one id', async () => {
    const urls = Array.from({ length: 8 }, (_each, index) => `https://i.example/${index}.jpg`);
    const showing = (index: number) => ({
      image: urls[index % 8],
      venue: { venue: uniqueName('Sala'), image: urls[(index * 3 + 1) % 8] },
      organizer: { organizer: uniqueName('Colla'), image: { url: urls[(index * 5 + 3) % 8], alt: `${index}` } },
    });
    const unknown = picturesIn(await events(MANY, showing));
    const known = picturesIn(await events(MANY, showing));
    expect([...unknown.keys()].toSorted()).toEqual(urls);
    expect([...unknown.values()].map(({ size }) => size)).toEqual(Array(8).fill(1));
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(unknown));
  });

  it('6.6 6.8 9.3 a picture that only some of them show beside the new venue that has it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const image = `https://i.example/venue-${round}.jpg`;
      const venue = { venue: uniqueName('Auditori'), image };
      const created = await events(MANY, (index) => ({ venue, ...(index % 2 ? { image } : {}) }));
      expect(new Set(created.flatMap((event) => idsOf(event, 'venue'))).size).toBe(1);
      expect([...picturesIn(created)].map(([url, ids]) => [url, ids.size])).toEqual([[image, 1]]);
    }
  });

  it('6.8 9.3 names whose order is not that of their slugs', async () => {
    const letters = [...'abcd'];
    const bringing = (index: number, link: Link) => {
      const marks = '!'.repeat(index + 1);
      // Names that begin with a mark stand before the others, slugs do not tell.
      const names = letters.map((letter, at) => ((index + at) % 2 ? `${marks} ${letter}X` : `${letter}X ${marks}`));
      return (index % 4 < 2 ? names : names.toReversed()).map((name) => linkInput(link, name));
    };
    const created = await events(MANY, (index) => ({
      venue: bringing(index, 'venue'),
      tags: bringing(index, 'tags'),
    }));
    for (const link of ['venue', 'tags'] as const) {
      const records = created.flatMap((event) => linkedRecords(event, link));
      expect([link, new Set(records.map(({ id }) => id)).size]).toEqual([link, letters.length * MANY]);
      const slugs = Map.groupBy(records, ({ slug }) => slug.replace(/-\d+$/, ''));
      expect([...slugs].map(([slug, { length }]) => `${slug} ${length}`).toSorted()).toEqual(
        letters.map((letter) => `${letter}x ${MANY}`),
      );
    }
  });

  it('6.8 6.9 9.3 the same new names, in any order', async () => {
    const names = Array.from({ length: 6 }, () => uniqueName('Ordre'));
    const turned = (index: number) => [...names.slice(index % 6), ...names.slice(0, index % 6)];
    const created = await events(MANY, (index) => {
      const sent = index % 2 ? turned(index) : turned(index).toReversed();
      return { venue: sent.map((name) => linkInput('venue', name)), tags: sent.toReversed() };
    });
    for (const link of ['venue', 'tags'] as const)
      expect([link, new Set(created.flatMap((event) => idsOf(event, link))).size]).toEqual([link, names.length]);
  });

  it('6.8 one slug under different names: all are kept', async () => {
    const stem = uniqueName('Cafè');
    const created = await events(MANY, (index) => {
      const pair = [{ venue: `${stem} ${'!'.repeat(index + 1)}` }, { venue: `${stem} ${'?'.repeat(index + 1)}` }];
      return { venue: index % 2 ? pair : pair.toReversed() };
    });
    expect(new Set(created.flatMap((event) => linkedRecords(event, 'venue').map(({ slug }) => slug))).size).toBe(
      2 * MANY,
    );
  });
});

describe('a hundred new records of each kind', () => {
  const names = () => Array.from({ length: 100 }, () => uniqueName('Nou'));
  const bringing = (each: readonly string[]) =>
    Object.fromEntries(LINK_NAMES.map((link) => [link, each.map((name) => linkInput(link, name))]));

  it('6.8 6.9 12.4 come along with one event, in the order given', async () => {
    const each = names();
    const [event] = await events(1, () => bringing(each));
    for (const link of LINK_NAMES) {
      expect(namesOf(event as ServedRecord, link)).toEqual(each);
      expect(new Set(idsOf(event as ServedRecord, link)).size).toBe(100);
    }
  });

  it('6.8 6.9 9.3 come along with two at once, which share them', async () => {
    const each = names();
    const [one, other] = await events(2, (index) => bringing(index ? each : each.toReversed()));
    for (const link of LINK_NAMES) {
      expect(idsOf(one as ServedRecord, link)).toEqual(idsOf(other as ServedRecord, link).toReversed());
      expect(namesOf(other as ServedRecord, link)).toEqual(each);
    }
  });
});
