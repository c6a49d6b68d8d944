import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withRolledBackTransaction, waitForBlockedSession } from '../support/database/database-session.js';
import { createRecord, KINDS, uniqueName, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { upcomingDates } from '../support/records/records.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const PLACES = KINDS.filter(({ kind }) => kind === 'venue' || kind === 'organizer').map(
  (each) => [each.path, each] as const,
);

let calendar: TestCalendar;
let author: string;
let contributor: string;
beforeAll(async () => {
  calendar = await startTestCalendar();
  author = await calendar.createToken('author');
  contributor = await calendar.createToken('contributor');
});
afterAll(() => calendar.close());

const draftOf = (path: Kind['path'], token: string, fields: object = {}) =>
  createRecord(calendar, path, { status: 'draft', ...fields }, { token });
const eventOf = (token: string, fields: object) =>
  createRecord(calendar, 'events', { ...upcomingDates(), ...fields }, { token });
const update = async (path: string, json: object, token = ADMIN_TOKEN) => {
  const { status, body } = await calendar.request<ServedRecord>('PATCH', path, { json, token });
  expect([path, status, body]).toEqual([path, 200, expect.anything()]);
  return body;
};
const read = async (path: string, id: number) =>
  (await calendar.request<ServedRecord>('GET', `${path}/${id}`, { token: ADMIN_TOKEN })).body;
const publication = async (path: string, { id }: ServedRecord) => {
  const { status, date_utc } = await read(path, id);
  return { status, date_utc };
};

describe.each(PLACES)('Draft %s of an event that is published', (path, { kind }) => {
  it('are published with the date of the event if they have the same author; no other records are (8.8)', async () => {
    const own = [await draftOf(path, author), await draftOf(path, author, { date_utc: '2030-01-01 00:00:00' })];
    const others = [
      await draftOf(path, contributor),
      await draftOf(path, author, { status: 'pending' }),
      await draftOf(path, author, { status: 'private' }),
    ];
    const trashed = await draftOf(path, author);
    const unlinked = await draftOf(path, author);
    const event = await eventOf(author, { status: 'draft' });
    const ids = [...own, ...others, trashed].map(({ id }) => id);
    await update(`events/${event.id}`, { [kind]: ids });
    await calendar.request('DELETE', `${path}/${trashed.id}`);
    const before = await Promise.all([...others, unlinked].map((each) => publication(path, each)));

    const published = await update(
      `events/${event.id}`,
      { status: 'publish', date_utc: '2026-02-03 04:05:06' },
      author,
    );
    const expected = { status: 'publish', date_utc: '2026-02-03 04:05:06' };
    expect(
      (published[kind] as ServedRecord[]).filter(({ status }) => status === 'publish').map(({ id }) => id),
    ).toEqual(own.map(({ id }) => id));
    for (const each of own) expect(await publication(path, each)).toEqual(expected);
    expect(await Promise.all([...others, unlinked].map((each) => publication(path, each)))).toEqual(before);
    expect(await publication(path, trashed)).toMatchObject({ status: 'trash', date_utc: null });
    const anonymous = await calendar.request<ServedRecord>('GET', `events/${event.id}`);
    expect((anonymous.body[kind] as ServedRecord[]).map(({ id }) => id)).toEqual(own.map(({ id }) => id));
  });

  it('by the contributor of the event are published when an editor publishes the event (8.8)', async () => {
    const [draft, ofAuthor] = [await draftOf(path, contributor), await draftOf(path, author)];
    const event = await eventOf(contributor, { status: 'publish', [kind]: [draft.id] });
    expect(event['status']).toBe('pending');
    expect(await publication(path, draft)).toEqual({ status: 'draft', date_utc: null });
    const { date_utc } = await update(`events/${event.id}`, { status: 'publish', [kind]: [draft.id, ofAuthor.id] });
    expect(await publication(path, draft)).toEqual({ status: 'publish', date_utc });
    expect(await publication(path, ofAuthor)).toEqual({ status: 'draft', date_utc: null });
  });

  it('are scheduled with a scheduled event, and become public at the same moment (8.8)', async () => {
    const draft = await draftOf(path, author);
    const event = await eventOf(author, { [kind]: draft.id, date_utc: '2999-01-01 00:00:00' });
    expect([event['status'], (event[kind] as ServedRecord[]).map(({ status }) => status)]).toEqual([
      'future',
      ['future'],
    ]);
    expect((await calendar.request('GET', `${path}/${draft.id}`)).status).toBe(404);
    calendar.setNow('2999-01-01T00:00:00Z');
    expect((await calendar.request('GET', `${path}/${draft.id}`)).body['status']).toBe('publish');
    calendar.setNow(undefined);
  });

  it('are published when the event is restored as published, but not if they are linked later (8.8, 8.9)', async () => {
    const [first, second] = [await draftOf(path, author), await draftOf(path, author)];
    const event = await eventOf(author, { [kind]: first.id, status: 'draft' });
    await calendar.request('DELETE', `events/${event.id}`, { token: author });
    const { date_utc } = await update(`events/${event.id}`, { status: 'publish' }, author);
    expect(await publication(path, first)).toEqual({ status: 'publish', date_utc });
    await update(`events/${event.id}`, { [kind]: [first.id, second.id] }, author);
    expect(await publication(path, second)).toEqual({ status: 'draft', date_utc: null });
  });

  it('created as drafts with the event stay drafts, and a later event publishes them (6.8, 8.8)', async () => {
    const heading = kind;
    const name = uniqueName('Casal');
    const event = await eventOf(author, { [kind]: [{ [heading]: name, status: 'draft' }] });
    const [created] = event[kind] as [ServedRecord];
    expect([created[heading], created['status']]).toEqual([name, 'draft']);
    const next = await eventOf(author, { [kind]: [{ [heading]: name }] });
    expect((next[kind] as ServedRecord[]).map(({ id, status }) => [id, status])).toEqual([[created.id, 'publish']]);
  });

  it('created as drafts with the event stay drafts, also with an Idempotency-Key (6.8, 8.8, 12.3)', async () => {
    const place = { [kind]: uniqueName('Casal'), status: 'draft' };
    const sent = { token: author, headers: { 'Idempotency-Key': uniqueName(path).replace(' ', '-') } };
    const event = await createRecord(calendar, 'events', { ...upcomingDates(), [kind]: [place] }, sent);
    expect(event[kind]).toEqual([expect.objectContaining({ status: 'draft', date: null })]);
  });

  it('are skipped if they are deleted or change their author concurrently (8.8)', async () => {
    for (const change of [`delete from ${path}`, `update ${path} set author_id = null`]) {
      const draft = await draftOf(path, author);
      const event = await eventOf(author, { [kind]: draft.id, status: 'draft' });
      const answer = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
        await session.query(`${change} where id = ${draft.id}`);
        const json = { status: 'publish' };
        const publishing = calendar.request('PATCH', `events/${event.id}`, { json, token: author });
        await waitForBlockedSession(session);
        await session.query('commit');
        return publishing;
      });
      expect([answer.status, answer.body['status'], answer.body[kind]]).toEqual([200, 'publish', []]);
      expect(['draft', 404]).toContain((await read(path, draft.id))['status']);
    }
  });

  it('that several concurrent events share are published, and no request fails (8.8, 9.3)', async () => {
    const draft = await draftOf(path, author);
    const events = await Promise.all(Array.from({ length: 12 }, () => eventOf(author, { [kind]: [draft.id] })));
    for (const event of events) {
      expect((event[kind] as ServedRecord[]).map(({ id, status }) => [id, status])).toEqual([[draft.id, 'publish']]);
    }
    const changes = events.map(({ id }, place) =>
      place % 2 === 0
        ? calendar.request('PATCH', `events/${id}`, { json: { [kind]: [draft.id], sticky: true }, token: author })
        : calendar.request('PATCH', `${path}/${draft.id}`, { json: { phone: `+34 ${place}` }, token: author }),
    );
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(events.map(() => 200));
  });
});
