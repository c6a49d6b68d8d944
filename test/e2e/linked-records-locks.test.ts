import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { foldedNameKey } from '../../src/kernel/text/fold.js';
import { withRolledBackTransaction } from '../support/database/database-session.js';
import { uniqueName, type ServedRecord } from '../support/records/kinds.js';
import {
  LINK_NAMES,
  idsOf,
  linkedRecords,
  linkInput,
  namesOf,
  repeatParallel,
  type Link,
} from '../support/records/links.js';
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
 * Creates events concurrently. Each must succeed on the first attempt: a transaction that PostgreSQL aborts because of a
 * deadlock would leave a gap in the ids.
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

/** Ids of the images in events, venues and organizers, by URL. */
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

describe('Events with images', () => {
  it('do not wait for a lock on an image that already exists (6.6, 9.3)', async () => {
    const image = 'https://i.example/known.jpg';
    await events(1, () => ({ image }));
    const shown = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('select from images where url = $1 for no key update', [image]);
      return events(2, () => ({ image, venue: { venue: uniqueName('Sala'), image } }));
    });
    expect([...picturesIn(shown)].map(([url, ids]) => [url, ids.size])).toEqual([[image, 1]]);
  });
});

describe('Events with a term that another request is creating', () => {
  /** Resolves when `count` sessions wait for a lock of this kind. */
  const waiting = (session: pg.Client, count: number, kind: 'advisory' | 'relation') =>
    eventually(async () => {
      const { rows } = await session.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where wait_event_type = 'Lock' and wait_event = $1 and datname = current_database()`,
        [kind],
      );
      return rows[0]?.waiting === count ? true : undefined;
    });

  it('wait until the term exists, but not for each other (6.9, 9.3)', async () => {
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

describe('Concurrent events with the same new records in different orders', () => {
  it('succeed with one id per image URL, in events and in new venues and organizers (6.6, 9.3)', async () => {
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

  it('succeed if only some of the events also have the image of the new venue (6.6, 6.8, 9.3)', async () => {
    for (let round = 0; round < 3; round += 1) {
      const image = `https://i.example/venue-${round}.jpg`;
      const venue = { venue: uniqueName('Auditori'), image };
      const created = await events(MANY, (index) => ({ venue, ...(index % 2 ? { image } : {}) }));
      expect(new Set(created.flatMap((event) => idsOf(event, 'venue'))).size).toBe(1);
      expect([...picturesIn(created)].map(([url, ids]) => [url, ids.size])).toEqual([[image, 1]]);
    }
  });

  it('succeed if names and their slugs sort differently (6.8, 9.3)', async () => {
    const letters = [...'abcd'];
    const bringing = (index: number, link: Link) => {
      const marks = '!'.repeat(index + 1);
      // Names that begin with a mark sort before the others. The slugs are the same.
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

  it('create one record per new name (6.8, 6.9, 9.3)', async () => {
    const names = Array.from({ length: 6 }, () => uniqueName('Ordre'));
    const turned = (index: number) => [...names.slice(index % 6), ...names.slice(0, index % 6)];
    const created = await events(MANY, (index) => {
      const sent = index % 2 ? turned(index) : turned(index).toReversed();
      return { venue: sent.map((name) => linkInput('venue', name)), tags: sent.toReversed() };
    });
    for (const link of ['venue', 'tags'] as const)
      expect([link, new Set(created.flatMap((event) => idsOf(event, link))).size]).toEqual([link, names.length]);
  });

  it('create a record for each of several names with the same slug (6.8)', async () => {
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

describe('A hundred new linked records of each kind', () => {
  const names = () => Array.from({ length: 100 }, () => uniqueName('Nou'));
  const bringing = (each: readonly string[]) =>
    Object.fromEntries(LINK_NAMES.map((link) => [link, each.map((name) => linkInput(link, name))]));

  it('are created with one event, in the given order (6.8, 6.9, 12.4)', async () => {
    const each = names();
    const [event] = await events(1, () => bringing(each));
    for (const link of LINK_NAMES) {
      expect(namesOf(event as ServedRecord, link)).toEqual(each);
      expect(new Set(idsOf(event as ServedRecord, link)).size).toBe(100);
    }
  });

  it('are created once for two concurrent events, which share them (6.8, 6.9, 9.3)', async () => {
    const each = names();
    const [one, other] = await events(2, (index) => bringing(index ? each : each.toReversed()));
    for (const link of LINK_NAMES) {
      expect(idsOf(one as ServedRecord, link)).toEqual(idsOf(other as ServedRecord, link).toReversed());
      expect(namesOf(other as ServedRecord, link)).toEqual(each);
    }
  });
});
