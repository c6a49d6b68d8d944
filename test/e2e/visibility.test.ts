import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '../support/database/database-session.js';
import { createRecord, KINDS, uniqueName, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { readPage, upcomingDates } from '../support/records/records.js';
import {
  ADMIN_TOKEN,
  startTestCalendar,
  type TestResponse,
  type TestCalendar,
} from '../support/calendar/test-calendar.js';

const PUBLISHED = KINDS.filter(({ isPublishable: isPublished }) => isPublished).map(
  (kind) => [kind.path, kind] as const,
);
/** Fields that make a record unpublished, by status. */
const HIDDEN: Readonly<Record<string, object>> = {
  draft: { status: 'draft' },
  pending: { status: 'pending' },
  private: { status: 'private' },
  future: { date: '2999-12-31 23:59:59' },
};
const FAR = '2999-12-31 23:59:59';

let calendar: TestCalendar;
const readers: (string | undefined)[] = [undefined];
let subscriber: number;
beforeAll(async () => {
  calendar = await startTestCalendar();
  readers.push(await calendar.createToken('subscriber'));
  const [user] = await query<{ id: number }>(calendar.databaseUrl, "select id from users where role = 'subscriber'");
  subscriber = Number(user?.id);
});
afterAll(() => calendar.close());

const create = (kind: Kind, fields: object = {}): Promise<ServedRecord> =>
  createRecord(calendar, kind.path, { ...(kind.path === 'events' ? upcomingDates() : {}), ...fields });
/** The parts of a response that the client sees, except those that differ between any two requests. */
function visible({ status, headers, text }: TestResponse): unknown {
  const shown = [...headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name));
  return { status, headers: shown, text: text.replace(/("instance":"[^"]*\/)[^"/]+"/, '$1…"') };
}

describe.each(PUBLISHED)('Unpublished %s', (path, kind) => {
  it.each(Object.keys(HIDDEN))(
    'with status %s: by id and slug the same 404 as for a missing record (8.5)',
    async (state) => {
      const record = await create(kind, HIDDEN[state]);
      expect(record['status']).toBe(state);
      const paths = [
        [`${path}/${record.id}`, `${path}/${record.id + 100_000}`],
        [`${path}/by-slug/${record.slug}`, `${path}/by-slug/${record.slug}x`],
      ] as const;
      for (const token of readers) {
        for (const [there, nowhere] of paths) {
          for (const request of ['GET ', 'HEAD ', 'GET ?ml_language=es&ml_fallback=none&password=x']) {
            const [method = '', query = ''] = request.split(' ');
            const answer = await calendar.request(method, `${there}${query}`, { token });
            const absent = await calendar.request(method, `${nowhere}${query}`, { token });
            expect(answer.status).toBe(404);
            expect(visible(answer)).toEqual(visible(absent));
          }
        }
      }
      expect((await calendar.request('GET', `${path}/${record.id}`, { token: ADMIN_TOKEN })).status).toBe(200);
    },
  );

  it('are in no list and no total, neither by include nor by search (8.1, 8.5)', async () => {
    const name = uniqueName('Xarxa oculta');
    const hidden: ServedRecord[] = [];
    for (const fields of Object.values(HIDDEN)) hidden.push(await create(kind, { ...fields, [kind.titleField]: name }));
    const trashed = await create(kind, { [kind.titleField]: name });
    await calendar.request('DELETE', `${path}/${trashed.id}`);
    const ids = [...hidden, trashed].map(({ id }) => id);
    const shown = await create(kind, { [kind.titleField]: name });
    for (const token of readers) {
      for (const query of [`include=${[...ids, shown.id].join(',')}`, `search=${encodeURIComponent(name)}`]) {
        const { body, headers } = await readPage(calendar, `${path}?${query}`, token);
        expect([body[path].map(({ id }) => id), body.total, headers.get('X-Total')]).toEqual([[shown.id], 1, '1']);
      }
      const nothing = await readPage(calendar, `${path}?include=${ids.join(',')}`, token);
      expect([nothing.body[path], nothing.body.total, nothing.body.total_pages]).toEqual([[], 0, 0]);
      const everything = (await readPage(calendar, `${path}?per_page=50`, token)).body[path].map(({ id }) => id);
      expect(everything.filter((id) => ids.includes(id))).toEqual([]);
    }
    const editor = await readPage(calendar, `${path}?include=${ids.join(',')}`, ADMIN_TOKEN);
    expect(editor.body[path].map(({ id }) => id).toSorted()).toEqual(hidden.map(({ id }) => id).toSorted());
  });

  it('in the trash: 410 for callers who could read them before, otherwise 404 (8.9)', async () => {
    const once = await create(kind);
    await calendar.request('DELETE', `${path}/${once.id}`);
    const never = await create(kind, { status: 'draft' });
    await calendar.request('DELETE', `${path}/${never.id}`);
    for (const token of readers) {
      for (const address of [`${path}/${once.id}`, `${path}/by-slug/${once.slug}`]) {
        const answer = await calendar.request('GET', address, { token });
        expect([answer.status, answer.body['code']]).toEqual([410, `${kind.kind}_in_trash`]);
        expect(answer.text).not.toContain(String(once[kind.titleField]));
      }
      const answer = await calendar.request('GET', `${path}/${never.id}`, { token });
      const absent = await calendar.request('GET', `${path}/${never.id + 100_000}`, { token });
      expect(visible(answer)).toEqual(visible(absent));
    }
  });

  it('with a future date become public on that date, with status publish (8.7)', async () => {
    const record = await create(kind, { date: FAR });
    const read = async () => calendar.request('GET', `${path}/${record.id}`);
    expect((await read()).status).toBe(404);
    calendar.setNow('2999-12-31T23:59:58Z');
    expect((await read()).status).toBe(404);
    calendar.setNow('2999-12-31T23:59:59Z');
    const due = await read();
    expect([due.status, due.body['status'], due.body['date']]).toEqual([200, 'publish', FAR]);
    calendar.setNow(undefined);
    expect((await read()).status).toBe(404);
  });

  it('in the trash are restored with the requested status (8.9)', async () => {
    const { id } = await create(kind, { status: 'draft' });
    await calendar.request('DELETE', `${path}/${id}`);
    await calendar.request('PATCH', `${path}/${id}`, { json: { status: 'private' } });
    expect((await calendar.request('GET', `${path}/${id}`)).status).toBe(404);
    expect((await calendar.request('GET', `${path}/${id}`, { token: ADMIN_TOKEN })).body['status']).toBe('private');
  });

  it('are not changed by anonymous writes, which are 401 for missing records too (8.1)', async () => {
    const record = await create(kind, { status: 'draft' });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const id of [record.id, record.id + 100_000]) {
        const anonymous = await calendar.request(method, `${path}/${id}`, { token: null });
        expect([method, anonymous.status, anonymous.body['code']]).toEqual([method, 401, 'unauthorized']);
      }
    }
    const { body } = await calendar.request('GET', `${path}/${record.id}`, { token: ADMIN_TOKEN });
    expect(body).toEqual(record);
  });
});

describe('Records embedded in events', () => {
  it.each(['venue', 'organizer'] as const)(
    'an unpublished or trashed %s is left out, and embedded again after it is restored (8.8, 8.9)',
    async (link) => {
      const kind = KINDS.find((each) => each.kind === link) as Kind;
      const records: ServedRecord[] = [];
      // A draft with the same author as the event would be published with it.
      for (const fields of [{}, ...Object.values(HIDDEN), {}])
        records.push(await create(kind, { ...fields, author: subscriber }));
      const ids = records.map(({ id }) => id);
      const trashed = ids.at(-1);
      await calendar.request('DELETE', `${kind.path}/${ids[0]}`);
      const event = await createRecord(calendar, 'events', { ...upcomingDates(), [link]: ids.slice(1) });
      const served = async (token?: string) => {
        const { body } = await calendar.request('GET', `events/${event.id}`, { token });
        const [listed] = (await readPage(calendar, `events?include=${event.id}`, token)).body.events;
        expect(listed).toEqual(body);
        return (body[link] as ServedRecord[]).map(({ id }) => id);
      };
      for (const token of readers) expect(await served(token)).toEqual([trashed]);
      expect(await served(ADMIN_TOKEN)).toEqual(ids.slice(1));
      await calendar.request('DELETE', `${kind.path}/${trashed}`);
      expect(await served()).toEqual([]);
      expect(await served(ADMIN_TOKEN)).toEqual(ids.slice(1, -1));
      await calendar.request('PATCH', `${kind.path}/${trashed}`, { json: { status: 'publish' } });
      expect(await served()).toEqual([trashed]);
    },
  );

  it('post_parent is null if the caller may not read the parent (5.3)', async () => {
    for (const fields of [{}, ...Object.values(HIDDEN)]) {
      const parent = await createRecord(calendar, 'events', fields as Record<string, unknown>);
      const { id } = await createRecord(calendar, 'events', { ...upcomingDates(), post_parent: parent.id });
      const served = async (token?: string) => (await calendar.request('GET', `events/${id}`, { token })).body;
      expect((await served(ADMIN_TOKEN))['post_parent']).toBe(parent.id);
      for (const token of readers) {
        expect((await served(token))['post_parent']).toBe(parent['status'] === 'publish' ? parent.id : null);
      }
    }
  });
});
