import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withRolledBackTransaction, waitForBlockedSession } from '../support/database/database-session.js';
import { createRecord, requiredFieldsOf, KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { startTestCalendar, type TestResponse, type TestCalendar } from '../support/calendar/test-calendar.js';

const MANY = 20;

/** Five times as many as a process has connections. */
const VERY_MANY = 100;

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

/** Sends creates all at once; gives their statuses and slugs. */
async function createAtOnce(kind: Kind, fields: readonly object[]) {
  const answers = await Promise.all(
    fields.map((each) =>
      calendar.request<ServedRecord>('POST', kind.path, { json: requiredFieldsOf(kind, { ...each }) }),
    ),
  );
  return { statuses: answers.map(({ status }) => status), slugs: answers.map(({ body }) => body.slug) };
}

const suffixed = (slug: string, count: number) =>
  Array.from({ length: count }, (_each, index) => (index === 0 ? slug : `${slug}-${index + 1}`)).toSorted();

describe('races for a slug', () => {
  it.each(KINDS.filter(({ isPublishable: isPublished }) => isPublished).map((kind) => [kind.path, kind] as const))(
    '4.3 twenty of %s with one name, created at once, have twenty slugs without a gap',
    async (_path, kind) => {
      const same = Array.from({ length: MANY }, () => ({ [kind.titleField]: 'Ball de bastons' }));
      const { statuses, slugs } = await createAtOnce(kind, same);
      expect(statuses).toEqual(same.map(() => 201));
      expect(slugs.toSorted()).toEqual(suffixed('ball-de-bastons', MANY));
    },
  );

  it.each(['categories', 'tags'] as const)(
    '4.3 twenty of %s with different names and one slug, created at once, have twenty slugs',
    async (path) => {
      const kind = KINDS.find((each) => each.path === path) as Kind;
      const alike = Array.from({ length: MANY }, (_each, index) => ({ name: `Correfoc${'!'.repeat(index)}` }));
      const { statuses, slugs } = await createAtOnce(kind, alike);
      expect(statuses).toEqual(alike.map(() => 201));
      expect(slugs.toSorted()).toEqual(suffixed('correfoc', MANY));
    },
  );

  it('4.3 9.3 a hundred events with one title, created at once, have a hundred slugs without a gap', async () => {
    const [events] = KINDS as [Kind];
    const same = Array.from({ length: VERY_MANY }, () => ({ title: 'Cercavila' }));
    const { statuses, slugs } = await createAtOnce(events, same);
    expect(statuses).toEqual(same.map(() => 201));
    expect(slugs.toSorted()).toEqual(suffixed('cercavila', VERY_MANY));
  });

  it('4.5 a former slug that many want at once goes to one of them', async () => {
    const former = await createRecord(calendar, 'events', { slug: 'revetlla' });
    await calendar.request('PATCH', `events/${former.id}`, { json: { slug: 'another' } });
    const [events] = KINDS as [Kind];
    const wanted = Array.from({ length: MANY }, () => ({ slug: 'revetlla' }));
    const { statuses, slugs } = await createAtOnce(events, wanted);
    expect(statuses).toEqual(wanted.map(() => 201));
    expect(slugs.toSorted()).toEqual(suffixed('revetlla', MANY));
  });

  it('4.3 records that exchange their slugs at once end with one each', async () => {
    const one = await createRecord(calendar, 'events', { slug: 'dia' });
    const two = await createRecord(calendar, 'events', { slug: 'nit' });
    const [first, second] = await Promise.all([
      calendar.request('PATCH', `events/${one.id}`, { json: { slug: 'nit' } }),
      calendar.request('PATCH', `events/${two.id}`, { json: { slug: 'dia' } }),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body['slug']).not.toBe(second.body['slug']);
  });

  it('9.3 who finds a slug in use does not hold up the record that has it', async () => {
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

  /** Has a write of a slug wait for a session that then waits for it; gives the answer, unless the database ended the session. */
  async function metInDeadlock(slug: string): Promise<TestResponse | undefined> {
    const [event, other] = [await createRecord(calendar, 'events'), await createRecord(calendar, 'events')];
    return withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query(`insert into event_slugs values ('${slug}', $1, true)`, [other.id]);
      const changing = calendar.request('PATCH', `events/${event.id}`, { json: { slug } });
      await waitForBlockedSession(session);
      // Each waits for the other now; the database ends the one who began to wait first, unless the other was more than a second later.
      const isEnded = await session.query('select from events where id = $1 for update', [event.id]).then(
        () => false,
        ({ code }: { code?: string }) => code === '40P01',
      );
      await session.query('rollback');
      const answer = await changing;
      return isEnded ? undefined : answer;
    });
  }

  it('9.3 a write that has to give way to another is done once more', async () => {
    let answer: TestResponse | undefined;
    let slug = '';
    for (let turn = 1; !answer && turn <= 5; turn += 1) {
      slug = `festa-${'x'.repeat(turn)}`;
      answer = await metInDeadlock(slug);
    }
    expect([answer?.status, answer?.body['slug']]).toEqual([200, slug]);
    expect((await calendar.request('GET', `events/by-slug/${slug}`)).body).toEqual(answer?.body);
  });
});
