import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecord, KINDS, PUBLISHABLE_KINDS, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { upcomingDates } from '../support/records/records.js';
import { recordStatements, type Statement } from '../support/database/statements.js';

describe('Database statements of a request', () => {
  let calendar: TestCalendar;
  let linked: Record<'venue' | 'organizer' | 'category' | 'tag' | 'event', ServedRecord>;
  let events: ServedRecord[];

  /** Statements that begin, end and limit the transaction of a list. */
  const TRANSACTION_CONTROL = /^(begin|commit|set local)\b/;

  async function statementsOfRead(path: string, token?: string): Promise<Statement[]> {
    // Warm-up: a new pool connection sends statements of its own.
    await calendar.request('GET', path, { token });
    const statements = await recordStatements(async () => {
      const { status, text } = await calendar.request('GET', path, { token });
      expect([path, status, text]).toEqual([path, 200, expect.anything()]);
    });
    return statements.filter(({ text }) => !TRANSACTION_CONTROL.test(text));
  }

  beforeAll(async () => {
    calendar = await startTestCalendar();
    const [venue, organizer, category, tag] = await Promise.all([
      createRecord(calendar, 'venues', { geo_lat: 41, geo_lng: 1 }),
      createRecord(calendar, 'organizers'),
      createRecord(calendar, 'categories'),
      createRecord(calendar, 'tags'),
    ]);
    const links = { venue: venue.id, organizer: organizer.id, categories: category.id, tags: tag.id };
    const event = await createRecord(calendar, 'events', { ...links, ...upcomingDates() });
    const children = Array.from({ length: 5 }, () =>
      createRecord(calendar, 'events', {
        ...links,
        ...upcomingDates(),
        featured: true,
        ticketed: true,
        post_parent: event.id,
      }),
    );
    events = [event, ...(await Promise.all(children))];
    linked = { venue, organizer, category, tag, event };
  });
  afterAll(() => calendar.close());

  it('a list takes two statements, with per_page=1 and with per_page=50 (7.1)', async () => {
    for (const { path } of KINDS) {
      expect([path, (await statementsOfRead(`${path}?per_page=1`)).length]).toEqual([path, 2]);
      expect([path, (await statementsOfRead(`${path}?per_page=50`)).length]).toEqual([path, 2]);
    }
  });

  it('all records referenced in filters are looked up by one more statement (7.1)', async () => {
    const { venue, organizer, category, tag, event } = linked;
    const recordFilters = `categories=${category.slug},${category.id}&tags=${tag.id}&venue=${venue.id}&organizer=${organizer.id}&post_parent=${event.id}`;
    const otherFilters =
      'featured=true&ticketed=true&geoloc_lat=41&geoloc_lng=1&search=record&ml_fallback=none&orderby=title';
    expect(await statementsOfRead(`events?${recordFilters}&${otherFilters}`)).toHaveLength(3);
    for (const path of ['venues', 'organizers']) {
      expect(await statementsOfRead(`${path}?event=${event.id}&has_events=true&only_with_upcoming=true`)).toHaveLength(
        3,
      );
    }
    for (const path of ['categories', 'tags']) {
      const ids = path === 'tags' ? tag.id : category.id;
      expect(await statementsOfRead(`${path}?event=${event.id}&include=${ids}&orderby=count`)).toHaveLength(3);
    }
  });

  it('authentication takes one more statement (7.1)', async () => {
    expect(await statementsOfRead('events', await calendar.createToken('subscriber'))).toHaveLength(3);
  });

  it.each([
    ['/health/live', 0],
    ['/health/ready', 1],
    ['/docs', 0],
  ])('%s does not look up credentials in the database (12.6)', async (path, maxStatements) => {
    for (const Authorization of [`Bearer ${ADMIN_TOKEN}`, `Bearer cal_${'A'.repeat(30)}000000`, 'Basic eDp5', 'x']) {
      const statements = await recordStatements(async () => {
        const response = await fetch(`${calendar.origin}${path}`, { headers: { Authorization } });
        expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
      });
      // The readiness check reuses a recent result, so it may send no statement.
      expect(statements.length).toBeLessThanOrEqual(maxStatements);
    }
  });

  it('a read of one record takes one statement, by id or slug, also with links (4.4)', async () => {
    for (const { path, isPublishable } of KINDS) {
      const record =
        path === 'events'
          ? events.at(-1)
          : Object.values(linked).find(({ rest_url }) => rest_url.includes(`/${path}/`));
      expect([path, (await statementsOfRead(`${path}/${record?.id}`)).length]).toEqual([path, 1]);
      if (isPublishable) expect(await statementsOfRead(`${path}/by-slug/${record?.slug}`)).toHaveLength(1);
    }
  });

  it.each(PUBLISHABLE_KINDS)(
    'a hidden record of $path takes the same statements as a missing one (8.5)',
    async ({ path }) => {
      const hidden = await createRecord(calendar, path, { status: 'draft' });
      const token = await calendar.createToken('contributor');
      // The first request records the use of the token.
      await calendar.request('GET', path, { token });
      const addresses = [
        [hidden.id, 999_999],
        [`by-slug/${hidden.slug}`, 'by-slug/missing'],
      ];
      const statementsOf = (method: string, address: string) =>
        recordStatements(async () => {
          const json = method === 'PATCH' ? { description: 'New' } : undefined;
          expect([address, (await calendar.request(method, address, { token, json })).status]).toEqual([address, 404]);
        });
      for (const pair of addresses)
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const [ofHidden, ofMissing] = [
            await statementsOf(method, `${path}/${pair[0]}`),
            await statementsOf(method, `${path}/${pair[1]}`),
          ];
          expect(ofHidden.map(({ text }) => text)).toEqual(ofMissing.map(({ text }) => text));
          if (method === 'GET') expect(ofHidden.at(-1)?.rowCount).toBe(0);
        }
    },
  );

  it('a create of an event takes one more statement with links than without (6.8)', async () => {
    const { venue, organizer, category, tag } = linked;
    const token = await calendar.createToken('editor');
    const links = { venue: [venue.id], organizer: [organizer.id], categories: [category.id], tags: [tag.id] };
    const statementsOfCreate = async (fields: object) => {
      const json = { title: uniqueName('Concert'), ...upcomingDates(), ...fields };
      return recordStatements(async () => {
        const { status, body } = await calendar.request('POST', 'events', { token, json });
        expect([status, body]).toEqual([201, expect.anything()]);
      });
    };
    // The first request records the use of the token.
    await statementsOfCreate({});
    expect(await statementsOfCreate({})).toHaveLength(6);
    expect(await statementsOfCreate(links)).toHaveLength(7);
  });

  it('statements shared by many requests are prepared, those that find and count a list are not (9.3)', async () => {
    const preparedFlags = async (path: string) => (await statementsOfRead(path)).map(({ name }) => name !== undefined);
    const [first, second] = events.map(({ id }) => `events/${id}`);
    expect(await preparedFlags(first ?? '')).toEqual([true]);
    const nameOf = async (path = '') => (await statementsOfRead(path))[0]?.name;
    expect(await nameOf(first)).toBe(await nameOf(second));
    expect(await nameOf(`${first}?ml_language=ca`)).not.toBe(await nameOf(first));
    // The statement that finds records differs from list to list. The one that reads the page does not.
    const countPrepared = async (list: string) => (await preparedFlags(list)).filter((isPrepared) => isPrepared).length;
    expect(await countPrepared('events?page=1')).toBe(1);
    expect(await countPrepared('events?start_date=2020-01-01')).toBe(1);
    expect(await countPrepared('events?search=record')).toBe(1);
  });

  it('creates and updates of events reuse the same prepared statements for other values (12.4)', async () => {
    const { tag } = linked;
    const token = await calendar.createToken('author');
    const preparedTexts = async (title: string) => {
      const statements = await recordStatements(async () => {
        const json = { title, ...upcomingDates(), tags: [tag.id] };
        const { body } = await calendar.request('POST', 'events', { token, json });
        await calendar.request('PATCH', `events/${String(body['id'])}`, { token, json: { title: `${title} again` } });
      });
      return statements.flatMap(({ name, text }) => (name ? [text.trim().replaceAll(/\s+/g, ' ')] : []));
    };
    const [first, second] = [await preparedTexts('First'), await preparedTexts('Second')];
    expect(new Set(second)).toEqual(new Set(first));
    for (const part of [
      'with new_rows as materialized',
      'for no key update',
      'author_id as "authorId"',
      'from tokens join',
    ])
      expect(first.filter((text) => text.includes(part))).not.toEqual([]);
  });
});
