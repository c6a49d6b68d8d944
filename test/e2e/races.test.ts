import { describe, expect, it, beforeAll } from 'vitest';
import {
  commitWhileBlocked,
  withRolledBackTransaction,
  waitForBlockedSession,
  query,
} from '../support/database/database-session.js';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import {
  createRecord,
  requiredFieldsOf,
  KINDS,
  uniqueName,
  type Kind,
  type ServedRecord,
} from '../support/records/kinds.js';
import { repeatParallel } from '../support/records/links.js';
import { ADMIN_TOKEN, type TestCalendar } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { setTimeout } from 'node:timers/promises';
import { byRunMode } from '../support/run/run-mode.js';
import { countFromEvents, servedCounts, findWrongCategoryIds } from '../support/term-counts.js';
import { createUser, statusAndCode, USERS_PATH, requestMe } from '../support/accounts/accounts.js';
import { messageText } from '../support/languages/message-texts.js';

const calendar = useTestCalendar();

const TREES = [
  ['events', 'post_parent'],
  ['categories', 'parent'],
] as const;

describe.each(TREES)('Parents of %s', (path, member) => {
  const kind = KINDS.find((candidate) => candidate.path === path) as Kind;
  const create = (parent?: unknown) => createRecord(calendar, path, { [member]: parent });
  const setParent = ({ id }: ServedRecord, parent: unknown) =>
    calendar.request<ServedRecord>('PATCH', `${path}/${id}`, { json: { [member]: parent } });
  const read = async ({ id }: { id: unknown }) =>
    (await calendar.request<ServedRecord>('GET', `${path}/${String(id)}`, { token: ADMIN_TOKEN })).body;
  const expectNoCycleAbove = async (record: ServedRecord) => {
    const seen = new Set<number>();
    for (let ancestor = record; ancestor[member] !== null; ancestor = await read({ id: ancestor[member] })) {
      expect(seen).not.toContain(ancestor.id);
      seen.add(ancestor.id);
    }
  };

  it('are existing records, sent as an id or an object; 0 or an empty value means none (6.10)', async () => {
    const parent = await create();
    for (const input of [parent.id, String(parent.id), { id: parent.id }, parent]) {
      const child = await create(input);
      expect(child[member]).toBe(parent.id);
      expect((await setParent(child, parent.id)).body).toEqual(child);
      expect((await calendar.request('PUT', `${path}/${child.id}`, { json: child })).body).toEqual(child);
    }
    for (const empty of [0, '0', null, '', []]) {
      expect((await create(empty))[member]).toBeNull();
      expect((await setParent(await create(parent.id), empty)).body[member]).toBeNull();
    }
    for (const invalid of [987_654_321, 'festa', {}, [parent.id, parent.id]]) {
      expectInvalidParameters(await setParent(parent, invalid), member);
      expectInvalidParameters(
        await calendar.request('POST', path, { json: requiredFieldsOf(kind, { [member]: invalid }) }),
        member,
      );
    }
  });

  it('cannot be the record itself or a descendant: the update is 400 and writes nothing (6.10)', async () => {
    const top = await create();
    const chain = [top];
    for (let level = 0; level < 3; level += 1) chain.push(await create(chain.at(-1)?.id));
    for (const { id } of chain) {
      const json = { description: 'Never', [member]: id };
      expectInvalidParameters(await calendar.request('PATCH', `${path}/${top.id}`, { json }), member);
    }
    expect(await read(top)).toEqual(top);
  });

  it('never form a cycle: exactly one of two opposite concurrent moves succeeds (6.10)', async () => {
    for (let round = 0; round < byRunMode(4, 12); round += 1) {
      const [one, two] = [await create(), await create()];
      const [belowOne, belowTwo] = round % 2 === 0 ? [one, two] : [await create(one.id), await create(two.id)];
      const responses = await Promise.all([setParent(one, belowTwo.id), setParent(two, belowOne.id)]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      expectInvalidParameters(responses.find(({ status }) => status === 400) as (typeof responses)[0], member);
      for (const record of [one, two]) await expectNoCycleAbove(await read(record));
    }
  });

  it('may be deleted permanently during moves and creates, which succeed or are 400 (6.10)', async () => {
    for (let round = 0; round < byRunMode(2, 6); round += 1) {
      const deletedParent = await create();
      const children = await Promise.all(Array.from({ length: 5 }, () => create()));
      const [removed, ...responses] = await Promise.all([
        calendar.request('DELETE', `${path}/${deletedParent.id}?force=true`),
        ...children.map((child) => setParent(child, deletedParent.id)),
        ...children.map(() =>
          calendar.request('POST', path, { json: requiredFieldsOf(kind, { [member]: deletedParent.id }) }),
        ),
      ]);
      expect(removed.status).toBe(200);
      for (const response of responses) {
        if (response.status === 400) expectInvalidParameters(response, member);
        else expect([200, 201]).toContain(response.status);
      }
      for (const child of children) expect((await read(child))[member]).toBeNull();
    }
  });
});

describe('Concurrent writes of terms', () => {
  const createCategory = (fields: object = {}) => createRecord(calendar, 'categories', { ...fields });
  const post = (path: string, json: object) => calendar.request<ServedRecord>('POST', path, { json });

  it.each(['categories', 'tags'] as const)(
    'one of twenty creates of %s with the same name succeeds, the others are 409 with its id (6.12)',
    async (path) => {
      for (const parent of path === 'categories' ? [undefined, (await createCategory()).id] : [undefined]) {
        const name = uniqueName('Pessebre vivent');
        const responses = await repeatParallel(20, () => post(path, { name, parent }));
        const [winner, ...others] = responses.toSorted((one, other) => one.status - other.status);
        expect(winner?.status).toBe(201);
        expect(others.map(({ status, body }) => `${status} ${String(body['code'])} ${body.id}`)).toEqual(
          Array(19).fill(`409 term_exists ${winner?.body.id}`),
        );
      }
    },
  );

  it('a child that is translated during the deletion of its parent moves up with all its names (8.10)', async () => {
    const top = await createCategory();
    const deletedParent = await createCategory({ parent: top.id });
    const child = await createCategory({ parent: deletedParent.id });
    const removed = await commitWhileBlocked(
      calendar.databaseUrl,
      async (session) => {
        await session.query('select from categories where id = $1 for update', [child.id]);
        await session.query(`insert into category_slugs values ('nena', $1, true)`, [child.id]);
        await session.query(
          `insert into category_translations (category_id, language, name, slug, search_text, name_key, sibling_scope)
           values ($1, 'ca', 'Nena', 'nena', 'nena', 'nena', $2)`,
          [child.id, deletedParent.id],
        );
      },
      () => calendar.request('DELETE', `categories/${deletedParent.id}`),
    );
    expect([removed.status, removed.body['code']]).toEqual([200, undefined]);
    expect((await calendar.request('GET', `categories/${child.id}`)).body['parent']).toBe(top.id);
    const conflict = await post('categories', { name: 'nena', parent: top.id, ml_language: 'ca' });
    expect([conflict.status, conflict.body.id]).toEqual([409, child.id]);
  });

  it('exactly one of several creates and deletions that put the same name on one level succeeds (6.12)', async () => {
    const name = uniqueName('Cercavila');
    const parents = await repeatParallel(4, () => createCategory());
    await Promise.all(parents.map(({ id }) => createCategory({ name, parent: id })));
    const responses = await Promise.all([
      post('categories', { name }),
      ...parents.map(({ id }) => calendar.request('DELETE', `categories/${id}`)),
    ]);
    expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(parents.length);
  });
});

describe('Concurrent writes of slugs', () => {
  it.each(KINDS)(
    'concurrent creates of $path with names of the same slug each get a unique slug, without a gap (4.3, 9.3)',
    async (kind) => {
      // 40 is twice the pool size of a process.
      const responses = await repeatParallel(kind.path === 'events' ? 40 : 10, (index) => {
        const json = requiredFieldsOf(kind, { [kind.titleField]: `Correfoc${'!'.repeat(index)}` });
        return calendar.request<ServedRecord>('POST', kind.path, { json });
      });
      const slugs = responses.map((_response, index) => (index === 0 ? 'correfoc' : `correfoc-${index + 1}`));
      expect(responses.map(({ body }) => body.slug).toSorted()).toEqual(slugs.toSorted());
    },
  );

  it('two events that swap their slugs get different slugs (4.3)', async () => {
    const one = await createRecord(calendar, 'events', { slug: 'dia' });
    const two = await createRecord(calendar, 'events', { slug: 'nit' });
    const [first, second] = await Promise.all([
      calendar.request('PATCH', `events/${one.id}`, { json: { slug: 'nit' } }),
      calendar.request('PATCH', `events/${two.id}`, { json: { slug: 'dia' } }),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body['slug']).not.toBe(second.body['slug']);
  });

  it('a create that finds its slug in use does not block the record that has the slug (9.3)', async () => {
    const holder = await createRecord(calendar, 'events', { slug: 'trobada' });
    const created = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query(`insert into event_slugs values ('trobada-2', $1, true)`, [holder.id]);
      const creating = createRecord(calendar, 'events', { slug: 'trobada' });
      await waitForBlockedSession(session);
      await session.query(`set local lock_timeout = '200ms'`);
      await session.query(`update event_slugs set current = false where slug = 'trobada'`);
      await session.query('rollback');
      return creating;
    });
    expect(created.slug).toBe('trobada-2');
  });
});

let contributor: string;
let author: string;
beforeAll(async () => {
  contributor = await calendar.createToken('contributor');
  author = await calendar.createToken('author');
});
const createDraft = () =>
  createRecord(calendar, 'events', { status: 'draft', description: 'As it was' }, { token: contributor });

describe('Concurrent writes to a draft', () => {
  it('an update by a contributor is 403 if the event is published while the request waits for it (8.3, 8.5)', async () => {
    const { id } = await createDraft();
    const response = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query(`select from events where id = ${id} for update`);
      const json = { description: 'Unread by an editor' };
      const change = calendar.request('PATCH', `events/${id}`, { json, token: contributor });
      await waitForBlockedSession(session);
      // The publication date has to be later than the start of the waiting transaction.
      await setTimeout(1100);
      await session.query(`
        update events set status = 'publish', published_at = date_trunc('second', clock_timestamp()) where id = ${id};
        commit`);
      return change;
    });
    expect([response.status, response.body['code']]).toEqual([403, 'forbidden']);
    const { body } = await calendar.request('GET', `events/${id}`);
    expect([body['status'], body['description']]).toEqual(['publish', 'As it was']);
  });

  it('a caller who may not read the record gets 404 without waiting for its lock (8.5)', async () => {
    const { id, slug } = await createDraft();
    await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query(`select from events where id = ${id} for update`);
      for (const address of [`events/${id}`, `events/by-slug/${slug}`]) {
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const response = await calendar.request(method, address, { token: author });
          expect([method, response.status, response.body['code']]).toEqual([method, 404, 'event_not_found']);
        }
      }
    });
  });
});

const CLIENTS = 8;
const STEPS = byRunMode(10, 20);

/** Pseudo-random choices, the same in every run (generator of Park and Miller). */
function randomChoices(seed: number) {
  let state = seed;
  const integerBelow = (count: number) => (state = (state * 48_271) % 2_147_483_647) % count;
  const pickOne = (ids: readonly number[]) => ids[integerBelow(ids.length)] ?? 0;
  return { integerBelow, pickOne, pickSome: (ids: readonly number[]) => ids.filter(() => integerBelow(4) === 0) };
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
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(CLIENTS * 4);
    expect(await findWrongCategoryIds(calendar)).toEqual([]);
    for (const path of ['categories', 'tags'] as const) {
      const counts = await countFromEvents(calendar, path);
      expect([path, await servedCounts(calendar, path)]).toEqual([path, counts]);
    }
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

const usersPath = (rest = '') => `${USERS_PATH}${rest}`;

describe('Last administrator', () => {
  it('cannot be removed or demoted (11.2)', async () => {
    const { id } = (await requestMe(calendar, ADMIN_TOKEN)).body as { id: number };
    const detail = messageText('en', 'errors.conflict.last_administrator');
    for (const response of [
      await calendar.request('DELETE', usersPath(`/${id}`)),
      await calendar.request('PATCH', usersPath(`/${id}`), { json: { role: 'editor' } }),
    ])
      expect([...statusAndCode(response), response.body['detail']]).toEqual([409, 'conflict', detail]);
    const renamed = await calendar.request('PATCH', usersPath(`/${id}`), {
      json: { username: 'root', role: 'administrator' },
    });
    expect([renamed.status, renamed.body['username']]).toEqual([200, 'root']);
    const second = await createUser(calendar, 'administrator');
    expect((await calendar.request('PATCH', usersPath(`/${second.id}`), { json: { role: 'editor' } })).status).toBe(
      200,
    );
  });

  it('remains if two administrators remove or demote each other concurrently (11.2)', async () => {
    const { id } = (await requestMe(calendar, ADMIN_TOKEN)).body as { id: number };
    const removeOrDemote = (callerToken: string, userId: number, round: number) =>
      round % 2 === 0
        ? calendar.request('DELETE', usersPath(`/${userId}`), { token: callerToken })
        : calendar.request('PATCH', usersPath(`/${userId}`), { token: callerToken, json: { role: 'subscriber' } });
    let remaining = await createUser(calendar, 'administrator', 'survivor 0');
    await calendar.request('DELETE', usersPath(`/${id}`), { token: remaining.token });
    for (let round = 1; round <= byRunMode(12, 50); round += 1) {
      const other = await createUser(withToken(remaining.token), 'administrator', `survivor ${round}`);
      const [one, two] = await Promise.all([
        removeOrDemote(remaining.token, other.id, round),
        removeOrDemote(other.token, remaining.id, round),
      ]);
      const statuses = [one.status, two.status].toSorted();
      // The second request fails: its caller was removed (401) or demoted (403), or its target is now the last one (409).
      expect([
        [200, 401],
        [200, 403],
        [200, 409],
      ]).toContainEqual(statuses);
      if (two.status === 200) remaining = other;
      expect((await requestMe(calendar, remaining.token)).body['role']).toBe('administrator');
    }
  });

  const withToken = (token: string): TestCalendar => ({
    ...calendar,
    request: (method, path, options) => calendar.request(method, path, { ...options, token }),
  });
});
