import { describe, expect, it } from 'vitest';
import { withRolledBackTransaction, query, waitForBlockedSession } from '../support/database/database-session.js';
import { createRecord } from '../support/records/kinds.js';
import { repeatParallel } from '../support/records/links.js';
import { countFromEvents, servedCounts, findWrongCategoryIds } from '../support/term-counts.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const CLIENTS = 8;
const STEPS = 20;

const calendar = useTestCalendar();

/** Pseudo-random choices, the same in every run (generator of Park and Miller). */
function randomChoices(seed: number) {
  let state = seed;
  const integerBelow = (count: number) => (state = (state * 48_271) % 2_147_483_647) % count;
  const pickOne = (ids: readonly number[]) => ids[integerBelow(ids.length)] ?? 0;
  return { integerBelow, pickOne, pickSome: (ids: readonly number[]) => ids.filter(() => integerBelow(4) === 0) };
}

/** Repeats a task until `work` is done. Returns the result of `work`. */
async function repeatUntilDone<Result>(task: () => Promise<unknown>, work: Promise<Result>): Promise<Result> {
  const done = work.then(() => true);
  while (!(await Promise.race([done, task().then(() => false)])));
  return work;
}

const createMany = async (path: 'events' | 'categories' | 'tags', count: number) =>
  (await repeatParallel(count, () => createRecord(calendar, path))).map(({ id }) => id);

describe('Term counts during concurrent writes', () => {
  it('are exact after concurrent creates, updates, moves and deletes (5.5)', async () => {
    const [events, categories, tags] = [
      await createMany('events', 12),
      await createMany('categories', 12),
      await createMany('tags', 12),
    ];
    const statuses: number[] = [];
    const send = async (method: string, path: string, json?: object) => {
      const { status, body } = await calendar.request(method, path, { json });
      statuses.push(status);
      return Number(body['id']);
    };
    const runClient = async (client: number) => {
      const { integerBelow, pickOne, pickSome } = randomChoices(client + 1);
      const operations: (() => Promise<unknown>)[] = [
        async () => events.push(await send('POST', 'events', { ...EVENT, tags: pickSome(tags) })),
        () => send('PATCH', `events/${pickOne(events)}`, { categories: pickSome(categories), tags: pickSome(tags) }),
        () => send('PATCH', `events/${pickOne(events)}`, { categories: pickSome(categories), status: 'publish' }),
        () => send('PATCH', `events/${pickOne(events)}`, { hide_from_listings: integerBelow(2) === 0 }),
        () => send('DELETE', `events/${pickOne(events)}`),
        () => send('DELETE', `events/${pickOne(events)}?force=${integerBelow(3) === 0}`),
        () => send('PATCH', `categories/${pickOne(categories)}`, { parent: pickOne(categories), description: 'Moved' }),
        async () => categories.push(await send('POST', 'categories', { name: `C ${client} ${integerBelow(1e9)}` })),
        () =>
          send(
            'DELETE',
            `${integerBelow(2) ? 'tags' : 'categories'}/${integerBelow(2) ? pickOne(tags) : pickOne(categories)}`,
          ),
      ];
      for (let step = 0; step < STEPS; step += 1) await operations[integerBelow(operations.length)]?.();
    };
    await repeatParallel(CLIENTS, runClient);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(50);
    expect(await findWrongCategoryIds(calendar)).toEqual([]);
    for (const path of ['categories', 'tags'] as const) {
      const counts = await countFromEvents(calendar, path);
      expect([path, await servedCounts(calendar, path)]).toEqual([path, counts]);
    }
  });

  it('never show part of an update of several events (5.5)', async () => {
    const [tag] = await createMany('tags', 1);
    const ids = (await repeatParallel(6, () => createRecord(calendar, 'events', { tags: [tag] }))).map(({ id }) => id);
    const hide = (id: number) => `update events set hide_from_listings = id = ${id} where id in (${ids.join()})`;
    await query(calendar.databaseUrl, hide(0));
    const observedCounts = new Set<unknown>();
    const readCounts = async () => {
      observedCounts.add((await calendar.request('GET', `tags/${tag}`)).body['count']);
      const { body } = await calendar.request<{ tags: { count: number }[] }>('GET', `tags?include=${tag}`);
      observedCounts.add(body.tags[0]?.count);
    };
    const swap = async () => {
      for (let index = 0; index < 40; index += 1) {
        await query(calendar.databaseUrl, hide(ids[index % ids.length] ?? 0));
      }
    };
    await query(calendar.databaseUrl, hide(ids[0] ?? 0));
    await repeatUntilDone(readCounts, swap());
    expect([...observedCounts]).toEqual([5]);
  });

  it('include the categories that two sessions link to one event concurrently (5.5)', async () => {
    const categories = await createMany('categories', 2);
    const [event] = await createMany('events', 1);
    const link = (category = 0) => `insert into event_categories values (${event}, ${category}, 0)`;
    await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query(link(categories[0]));
      const linking = query(calendar.databaseUrl, link(categories[1]));
      await waitForBlockedSession(session);
      await session.query('commit');
      await linking;
    });
    expect(await findWrongCategoryIds(calendar)).toEqual([]);
    expect(
      await Promise.all(
        categories.map(async (id) => (await calendar.request('GET', `categories/${id}`)).body['count']),
      ),
    ).toEqual([1, 1]);
  });
});

const EVENT = { title: 'Race', start_date: '2030-05-01 19:00:00', end_date: '2030-05-01 21:00:00' };
