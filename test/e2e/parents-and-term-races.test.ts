import { describe, expect, it } from 'vitest';
import { commitWhileBlocked } from '../support/database/database-session.js';
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
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const TREES = [
  ['events', 'post_parent'],
  ['categories', 'parent'],
] as const;
const UNKNOWN_ID = 987_654_321;

const calendar = useTestCalendar();

describe.each(TREES)('Parents of %s', (path, member) => {
  const kind = KINDS.find((candidate) => candidate.path === path) as Kind;
  const create = (parent?: unknown) => createRecord(calendar, path, { [member]: parent });
  const setParent = ({ id }: ServedRecord, parent: unknown, fields: object = {}) =>
    calendar.request<ServedRecord>('PATCH', `${path}/${id}`, { json: { ...fields, [member]: parent } });
  const read = async ({ id }: { id: unknown }) =>
    (await calendar.request<ServedRecord>('GET', `${path}/${String(id)}`, { token: ADMIN_TOKEN })).body;
  /** Number of ancestors of a record. Fails if the parents form a cycle. */
  const depth = async (record: ServedRecord) => {
    let steps = 0;
    for (let ancestor = record; ancestor[member] !== null; ancestor = await read({ id: ancestor[member] })) {
      steps += 1;
      if (steps > 20) throw new Error(`A cycle above ${record.id}`);
    }
    return steps;
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
    for (const invalid of [UNKNOWN_ID, -1, 1.5, 'festa', true, {}, [parent.id, parent.id]]) {
      expectInvalidParameters(await setParent(parent, invalid), member);
      expectInvalidParameters(
        await calendar.request('POST', path, { json: requiredFieldsOf(kind, { [member]: invalid }) }),
        member,
      );
    }
  });

  it('are neither the record itself nor a descendant, otherwise nothing is written (6.10)', async () => {
    const top = await create();
    const chain = [top];
    for (let level = 0; level < 5; level += 1) chain.push(await create(chain.at(-1)?.id));
    for (const descendant of chain)
      expectInvalidParameters(await setParent(top, descendant.id, { description: 'Never' }), member);
    expect(await read(top)).toEqual(top);
    const [, second, third] = chain as [ServedRecord, ServedRecord, ServedRecord];
    expectInvalidParameters(await setParent(second, chain.at(-1)?.id), member);
    expect((await setParent(third, top.id)).body[member]).toBe(top.id);
    expect((await setParent(second, chain.at(-1)?.id)).body[member]).toBe(chain.at(-1)?.id);
    expect(await depth(await read(second))).toBe(5);
  });

  it('never form a cycle: exactly one of two opposite concurrent moves succeeds (6.10)', async () => {
    for (let round = 0; round < 12; round += 1) {
      const [one, two] = [await create(), await create()];
      const [belowOne, belowTwo] = round % 2 === 0 ? [one, two] : [await create(one.id), await create(two.id)];
      const responses = await Promise.all([setParent(one, belowTwo.id), setParent(two, belowOne.id)]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      expectInvalidParameters(responses.find(({ status }) => status === 400) as (typeof responses)[0], member);
      for (const record of [one, two]) await depth(await read(record));
    }
  });

  it('may be deleted permanently during moves and creates, which succeed or are 400 (6.10)', async () => {
    for (let round = 0; round < 6; round += 1) {
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

describe('Parent of an event', () => {
  const createEvent = (fields: object = {}) => createRecord(calendar, 'events', { ...fields });

  it('in the trash is rejected for other events and null for its children until it is restored (6.10)', async () => {
    const parent = await createEvent();
    const child = await createEvent({ post_parent: parent.id });
    await calendar.request('DELETE', `events/${parent.id}`);
    const other = await createEvent();
    expectInvalidParameters(
      await calendar.request('PATCH', `events/${other.id}`, { json: { post_parent: parent.id } }),
      'post_parent',
    );
    expect((await calendar.request('GET', `events/${child.id}`)).body['post_parent']).toBeNull();
    // The stored link still counts as part of a cycle.
    expectInvalidParameters(
      await calendar.request('PATCH', `events/${parent.id}`, { json: { post_parent: child.id } }),
      'post_parent',
    );
    await calendar.request('PATCH', `events/${parent.id}`, { json: { status: 'publish' } });
    expect((await calendar.request('GET', `events/${child.id}`)).body['post_parent']).toBe(parent.id);
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

  it('one of eight renames to the same name succeeds, the others are 409 (6.12)', async () => {
    const tags = await repeatParallel(8, () => createRecord(calendar, 'tags'));
    const responses = await Promise.all(tags.map(({ id }) => post(`tags/${id}`, { name: 'El mateix' })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
  });

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
