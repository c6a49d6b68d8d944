import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inTransaction, untilSomebodyWaits } from '../support/database-session.js';
import { createRecord, uniqueName, type ServedRecord } from '../support/kinds.js';
import { soon } from '../support/records.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

const MANY = 20;
const LANGUAGES = ['ca', 'en', 'es'];
const LINKS = { venue: 'venue', organizer: 'organizer', categories: 'name', tags: 'name' } as const;
type Link = keyof typeof LINKS;

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const post = (fields: object, query = '') =>
  calendar.request<ServedRecord>('POST', `events${query}`, { json: { title: 'Concert', ...soon(), ...fields } });
const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_each, index) => work(index)));
const idsOf = (record: ServedRecord, link: Link) => (record[link] as ServedRecord[]).map(({ id }) => id);

/** How many records of a list are found by a name. */
const found = async (path: string, name: string) =>
  (await calendar.request('GET', `${path}?hide_empty=0&search=${encodeURIComponent(name)}`, { token: ADMIN_TOKEN }))
    .body['total'];

describe('the same new names at once', () => {
  it('6.8 6.9 in twenty events make twenty events, and one record of each name', async () => {
    const venue = uniqueName('Sala Mirador');
    const organizer = uniqueName('Colla Vella');
    const categories = uniqueName('Percussió');
    const tags = uniqueName('Tardor');
    const sent = { venue: { venue, city: 'Reus' }, organizer: [{ organizer }], categories: [categories], tags };
    const answers = await times(MANY, (index) => post(sent, `?ml_language=${LANGUAGES[index % 3]}`));
    expect(answers.map(({ status }) => status)).toEqual(Array(MANY).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(MANY);
    for (const link of Object.keys(LINKS) as Link[]) {
      expect([link, new Set(answers.map(({ body }) => idsOf(body, link).join())).size]).toEqual([link, 1]);
    }
    expect(await found('venues', venue)).toBe(1);
    expect(await found('organizers', organizer)).toBe(1);
    expect(await found('categories', categories)).toBe(1);
    expect(await found('tags', tags)).toBe(1);
  });

  it('6.9 in updates of one event and of many, in any order, are none of them refused', async () => {
    const events = await times(4, () => createRecord(calendar, 'events'));
    const names = Array.from({ length: 12 }, () => uniqueName('Ordre'));
    const answers = await times(MANY, (index) => {
      const turned = [...names.slice(index % 12), ...names.slice(0, index % 12)];
      const sent = index % 2 ? turned : turned.toReversed();
      const organizer = sent.map((name) => ({ organizer: name }));
      return calendar.request('PATCH', `events/${events[index % 4]?.id}`, {
        json: { tags: sent, categories: sent, organizer },
      });
    });
    expect(answers.map(({ status }) => status)).toEqual(Array(MANY).fill(200));
    for (const path of ['tags', 'categories', 'organizers']) expect(await found(path, 'Ordre')).toBe(names.length);
  });

  it('6.8 with one slug, though different names, are all kept', async () => {
    const stem = uniqueName('Cafè');
    const answers = await times(MANY, (index) => {
      const pair = [{ venue: `${stem} ${'!'.repeat(index + 1)}` }, { venue: `${stem} ${'?'.repeat(index + 1)}` }];
      return post({ venue: index % 2 ? pair : pair.toReversed() });
    });
    expect(answers.map(({ status }) => status)).toEqual(Array(MANY).fill(201));
    const slugs = answers.flatMap(({ body }) => (body['venue'] as ServedRecord[]).map(({ slug }) => slug));
    expect(new Set(slugs).size).toBe(2 * MANY);
  });
});

describe('another writer at the same moment', () => {
  it.each(['tags', 'categories'] as const)(
    '6.9 who creates one of the %s by itself is waited for, and found',
    async (path) => {
      const name = uniqueName('Simultani');
      const kind = path === 'tags' ? 'tag' : 'category';
      const answer = await inTransaction(calendar.databaseUrl, async (session) => {
        const { rows } = await session.query<{ id: string }>(
          `insert into ${path} (created_at, modified_at) values (now(), now()) returning id`,
        );
        const id = rows[0]?.id;
        await session.query(`insert into ${kind}_slugs values ('other-${path}', $1, true)`, [id]);
        await session.query(
          `insert into ${kind}_texts (${kind}_id, language, name, slug, folded, serves, folded_name)
         values ($1, 'en', $2, 'other-${path}', '', '{ca,en,es}', $3)`,
          [id, name, name.toLowerCase()],
        );
        const answered = post({ [path]: [name] });
        await untilSomebodyWaits(session);
        await session.query('commit');
        return { id: Number(id), ...(await answered) };
      });
      expect([answer.status, idsOf(answer.body, path)]).toEqual([201, [answer.id]]);
    },
  );

  it('6.8 who deletes what was found by name makes it new, or takes its link away', async () => {
    for (let round = 0; round < 10; round += 1) {
      const venue = await createRecord(calendar, 'venues', { venue: uniqueName('Fugaç') });
      const [created] = await Promise.all([
        post({ venue: { venue: venue['venue'] } }),
        calendar.request('DELETE', `venues/${venue.id}?force=true`),
      ]);
      expect(created.status).toBe(201);
      const { body } = await calendar.request('GET', `events/${created.body.id}`);
      const left = await found('venues', String(venue['venue']));
      expect((body['venue'] as unknown[]).length).toBe(left);
    }
  });
});
