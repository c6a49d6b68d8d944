import { describe, expect, it } from 'vitest';
import { withRolledBackTransaction, waitForBlockedSession } from '../support/database/database-session.js';
import { createRecord, requiredFieldsOf, KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { type TestResponse } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const CONCURRENT_CREATES = 20;

const calendar = useTestCalendar();

/** Sends creates concurrently and returns their statuses and slugs. */
async function createConcurrently(kind: Kind, fields: readonly object[]) {
  const responses = await Promise.all(
    fields.map((input) =>
      calendar.request<ServedRecord>('POST', kind.path, { json: requiredFieldsOf(kind, { ...input }) }),
    ),
  );
  return { statuses: responses.map(({ status }) => status), slugs: responses.map(({ body }) => body.slug) };
}

const expectedSlugs = (slug: string, count: number) =>
  Array.from({ length: count }, (_each, index) => (index === 0 ? slug : `${slug}-${index + 1}`)).toSorted();

describe('Concurrent writes of slugs', () => {
  // 100 is five times the pool size of a process.
  it.each(KINDS.map((kind) => [kind.path === 'events' ? 100 : CONCURRENT_CREATES, kind.path, kind] as const))(
    '%i concurrent creates of %s with names of the same slug each get a unique slug, without a gap (4.3, 9.3)',
    async (count, _path, kind) => {
      const inputs = Array.from({ length: count }, (_each, index) => ({
        [kind.titleField]: `Correfoc${'!'.repeat(index)}`,
      }));
      const { statuses, slugs } = await createConcurrently(kind, inputs);
      expect(statuses).toEqual(inputs.map(() => 201));
      expect(slugs.toSorted()).toEqual(expectedSlugs('correfoc', count));
    },
  );

  it('a former slug that twenty events request goes to one of them (4.5)', async () => {
    const former = await createRecord(calendar, 'events', { slug: 'revetlla' });
    await calendar.request('PATCH', `events/${former.id}`, { json: { slug: 'another' } });
    const [events] = KINDS as [Kind];
    const inputs = Array.from({ length: CONCURRENT_CREATES }, () => ({ slug: 'revetlla' }));
    const { statuses, slugs } = await createConcurrently(events, inputs);
    expect(statuses).toEqual(inputs.map(() => 201));
    expect(slugs.toSorted()).toEqual(expectedSlugs('revetlla', CONCURRENT_CREATES));
  });

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

  /** Creates a deadlock between an update of a slug and a session. Returns the response, or undefined if the session was aborted. */
  async function updateInDeadlock(slug: string): Promise<TestResponse | undefined> {
    const [event, other] = [await createRecord(calendar, 'events'), await createRecord(calendar, 'events')];
    return withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query(`insert into event_slugs values ('${slug}', $1, true)`, [other.id]);
      const changing = calendar.request('PATCH', `events/${event.id}`, { json: { slug } });
      await waitForBlockedSession(session);
      // Deadlock. PostgreSQL aborts the side that began to wait first, unless the other began more than a second later.
      const isSessionAborted = await session.query('select from events where id = $1 for update', [event.id]).then(
        () => false,
        ({ code }: { code?: string }) => code === '40P01',
      );
      await session.query('rollback');
      const response = await changing;
      return isSessionAborted ? undefined : response;
    });
  }

  it('an update that is aborted by a deadlock is retried (9.3)', async () => {
    let response: TestResponse | undefined;
    let slug = '';
    for (let attempt = 1; !response && attempt <= 5; attempt += 1) {
      slug = `festa-${'x'.repeat(attempt)}`;
      response = await updateInDeadlock(slug);
    }
    expect([response?.status, response?.body['slug']]).toEqual([200, slug]);
    expect((await calendar.request('GET', `events/by-slug/${slug}`)).body).toEqual(response?.body);
  });
});
