import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withRolledBackTransaction, waitForBlockedSession } from '../support/database/database-session.js';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const MANY = 20;

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const category = (fields: object = {}) => createRecord(calendar, 'categories', { name: uniqueName(), ...fields });
const post = (path: string, json: object) => calendar.request<ServedRecord>('POST', path, { json });
const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_each, index) => work(index)));

/** The category and its ancestors up to the top. In a cycle, the last id occurs twice. */
async function ancestors(id: number): Promise<number[]> {
  const seen: number[] = [];
  for (let at: unknown = id; typeof at === 'number';) {
    if (seen.includes(at)) return [...seen, at];
    seen.push(at);
    at = (await calendar.request('GET', `categories/${at}`)).body['parent'];
  }
  return seen;
}

describe('Concurrent writes of terms', () => {
  it.each(['categories', 'tags'] as const)(
    'one of twenty creates of %s with the same name succeeds, the others are 409 with its id (6.12)',
    async (path) => {
      for (const parent of path === 'categories' ? [undefined, (await category()).id] : [undefined]) {
        const name = uniqueName('Pessebre vivent');
        const answers = await times(MANY, () => post(path, { name, parent }));
        const won = answers.filter(({ status }) => status === 201);
        const lost = answers.filter(({ status }) => status === 409);
        expect([won.length, lost.length]).toEqual([1, MANY - 1]);
        const told = new Set(lost.map(({ body }) => `${String(body['code'])} ${body.id}`));
        expect([...told]).toEqual([`term_exists ${won[0]?.body.id}`]);
      }
    },
  );

  it('one of eight renames to the same name succeeds, the others are 409 (6.12)', async () => {
    const tags = await times(8, () => createRecord(calendar, 'tags'));
    const answers = await Promise.all(tags.map(({ id }) => post(`tags/${id}`, { name: 'El mateix' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
  });

  it('one of two category moves that would form a cycle is 400 (6.10)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await category(), await category()];
      const answers = await Promise.all([
        post(`categories/${one.id}`, { parent: two.id }),
        post(`categories/${two.id}`, { parent: one.id }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      const refused = answers.find(({ status }) => status === 400);
      expect(Object.keys(refused?.body['params'] as object)).toEqual(['parent']);
      for (const { id } of [one, two]) expect(new Set(await ancestors(id)).size).toBe((await ancestors(id)).length);
    }
  });

  it('one of four category moves that would form a cycle is 400 (6.10)', async () => {
    const ring = await times(4, () => category());
    const answers = await times(4, (index) =>
      post(`categories/${ring[index]?.id}`, { parent: ring[(index + 1) % 4]?.id }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400]);
    for (const { id } of ring) expect(new Set(await ancestors(id)).size).toBe((await ancestors(id)).length);
  });

  it('one of two changes of post_parent that would form a cycle is 400 (6.10)', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [one, two] = await times(2, () => createRecord(calendar, 'events'));
      const answers = await Promise.all([
        post(`events/${one?.id}`, { post_parent: two?.id }),
        post(`events/${two?.id}`, { post_parent: one?.id }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    }
  });

  it('children added to a category during its deletion move one level up or are 400 (8.10)', async () => {
    const top = await category();
    const doomed = await category({ parent: top.id });
    const wandering = await times(6, () => category());
    const [removed, ...answers] = await Promise.all([
      calendar.request('DELETE', `categories/${doomed.id}`),
      ...wandering.map(({ id }) => post(`categories/${id}`, { parent: doomed.id })),
      ...wandering.map(() => post('categories', { name: uniqueName(), parent: doomed.id })),
    ]);
    expect(removed?.status).toBe(200);
    for (const { status, body } of answers) {
      expect([200, 201, 400]).toContain(status);
      if (status !== 400) expect(await ancestors(body['id'])).toEqual([body['id'], top.id]);
    }
  });

  it('a child that is translated during the deletion of its parent moves up with all its names (8.10)', async () => {
    const top = await category();
    const doomed = await category({ parent: top.id });
    const child = await category({ parent: doomed.id });
    const removed = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('select from categories where id = $1 for update', [child.id]);
      await session.query(`insert into category_slugs values ('nena', $1, true)`, [child.id]);
      await session.query(
        `insert into category_translations (category_id, language, name, slug, search_text, name_key, sibling_scope)
         values ($1, 'ca', 'Nena', 'nena', 'nena', 'nena', $2)`,
        [child.id, doomed.id],
      );
      const removing = calendar.request('DELETE', `categories/${doomed.id}`);
      await waitForBlockedSession(session);
      await session.query('commit');
      return removing;
    });
    expect([removed.status, removed.body['code']]).toEqual([200, undefined]);
    expect(await ancestors(child.id)).toEqual([child.id, top.id]);
    const taken = await post('categories', { name: 'nena', parent: top.id, ml_language: 'ca' });
    expect([taken.status, taken.body.id]).toEqual([409, child.id]);
  });

  it('one of several creates and deletions that bring a name to the same level succeeds (6.12)', async () => {
    const name = uniqueName('Cercavila');
    const parents = await times(4, () => category());
    await Promise.all(parents.map(({ id }) => category({ name, parent: id })));
    const answers = await Promise.all([
      post('categories', { name }),
      ...parents.map(({ id }) => calendar.request('DELETE', `categories/${id}`)),
    ]);
    const won = answers.filter(({ status }) => status < 300);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(parents.length + 1 - won.length);
    expect(won).toHaveLength(1);
  });
});
