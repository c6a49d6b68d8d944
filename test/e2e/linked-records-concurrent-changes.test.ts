import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitWhileBlocked } from '../support/database/database-session.js';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import {
  LINK_NAMES,
  idsOf,
  LINKS,
  linkedRecords,
  linkInput,
  namesOf,
  repeatParallel,
  VENUE_ORGANIZER_LINKS,
} from '../support/records/links.js';
import { upcomingDates } from '../support/records/records.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
let author: string;
beforeAll(async () => {
  calendar = await startTestCalendar();
  author = await calendar.createToken('author');
});
afterAll(() => calendar.close());

const sendEvent = (method: string, path: string, fields: object) =>
  calendar.request<ServedRecord>(method, path, { json: { title: 'Another', ...upcomingDates(), ...fields } });

describe.each(LINK_NAMES)('Links to %s that are deleted concurrently', (link) => {
  const { path, titleField } = LINKS[link];
  const create = () => createRecord(calendar, path, { [titleField]: uniqueName('Fugaç') });
  /** The responses to a create and an update that link a new record, which another session deletes meanwhile. */
  async function linkWhileDeleted(event: ServedRecord, linksTo: (record: ServedRecord) => unknown[]) {
    const targets = [
      ['POST', 'events'],
      ['PATCH', `events/${event.id}`],
    ] as const;
    const responses = [];
    for (const [method, target] of targets) {
      const record = await create();
      const { status, body } = await commitWhileBlocked(
        calendar.databaseUrl,
        (session) => session.query(`delete from ${path} where id = $1`, [record.id]),
        () => sendEvent(method, target, { [link]: linksTo(record) }),
      );
      responses.push({ record, status, body });
    }
    return responses;
  }

  it('are 400 by id, and the event stays as it was (2.7, 6.9)', async () => {
    const existing = await create();
    const event = await createRecord(calendar, 'events', { [link]: [existing.id] });
    for (const { record, ...response } of await linkWhileDeleted(event, ({ id }) => [existing.id, id])) {
      expectInvalidParameters(response, link);
      expect((response.body['params'] as Record<string, string>)[link]).toContain(String(record.id));
    }
    expect((await calendar.request('GET', `events/${event.id}`)).body).toEqual(event);
  });

  it('create the record again by name (6.8, 6.9)', async () => {
    const event = await createRecord(calendar, 'events');
    const responses = await linkWhileDeleted(event, (record) => [linkInput(link, String(record[titleField]))]);
    expect(responses.map(({ status }) => status)).toEqual([201, 200]);
    for (const { record, body } of responses) {
      expect(namesOf(body, link)).toEqual([record[titleField]]);
      expect(idsOf(body, link)[0]).toBeGreaterThan(record.id);
    }
  });

  it('either succeed or are 400 by id, in many concurrent requests (6.8, 6.9, 9.3)', async () => {
    const records = await repeatParallel(15, create);
    const [responses] = await Promise.all([
      repeatParallel(15, async (index) => sendEvent('POST', 'events', { [link]: [records[index]?.id] })),
      repeatParallel(15, async (index) => {
        const deletion = await calendar.request('DELETE', `${path}/${records[index]?.id}?force=true`);
        expect(deletion.status).toBe(200);
      }),
    ]);
    for (const response of responses) {
      if (response.status !== 201) expectInvalidParameters(response, link);
      else expect((await calendar.request('GET', `events/${response.body.id}`)).body[link]).toEqual([]);
    }
  });
});

describe.each(VENUE_ORGANIZER_LINKS)('Draft %s of an event that is published', (link) => {
  const { path } = LINKS[link];
  const createDraft = () => createRecord(calendar, path, { status: 'draft' }, { token: author });
  const createEvent = (fields: object) =>
    createRecord(calendar, 'events', { ...upcomingDates(), ...fields }, { token: author });

  it.each([`delete from ${path}`, `update ${path} set author_id = null`])(
    'is skipped after a concurrent change: %s (8.8)',
    async (statement) => {
      const { id } = await createDraft();
      const event = await createEvent({ [link]: id, status: 'draft' });
      const { status, body } = await commitWhileBlocked(
        calendar.databaseUrl,
        (session) => session.query(`${statement} where id = ${id}`),
        () => calendar.request('PATCH', `events/${event.id}`, { json: { status: 'publish' }, token: author }),
      );
      expect([status, body['status'], body[link]]).toEqual([200, 'publish', []]);
      expect((await calendar.request('GET', `${path}/${id}`)).status).toBe(404);
    },
  );

  it('is published once by several concurrent events, and no request fails (8.8, 9.3)', async () => {
    const { id } = await createDraft();
    const events = await repeatParallel(12, () => createEvent({ [link]: [id] }));
    for (const event of events)
      expect(linkedRecords(event, link)).toEqual([expect.objectContaining({ id, status: 'publish' })]);
    const responses = await repeatParallel(12, (index) =>
      index % 2 === 0
        ? calendar.request('PATCH', `events/${events[index]?.id}`, { json: { [link]: [id], sticky: true } })
        : calendar.request('PATCH', `${path}/${id}`, { json: { phone: `+34 ${index}` } }),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  });

  const DATES = ['2998-01-01 10:00:00', '2999-01-01 10:00:00'];
  const change = async (method: string, path: string, json: object = {}) => {
    const { status } = await calendar.request(method, path, { json });
    expect([200, 201]).toContain(status);
  };
  const publicationOf = async (id: number) => {
    const { body } = await calendar.request('GET', `${path}/${id}`, { token: ADMIN_TOKEN });
    return [body['status'], body['date']];
  };

  it.each([
    ['draft', (id: number) => change('PATCH', `events/${id}`, { status: 'draft' })],
    ['trashed', (id: number) => change('DELETE', `events/${id}`)],
    ['deleted', (id: number) => change('DELETE', `events/${id}?force=true`)],
    ['unlinked', (id: number) => change('PATCH', `events/${id}`, { [link]: [] })],
  ])('follows the first of its scheduled events, and is a draft if none is left: %s (8.8)', async (_name, withdraw) => {
    const { id } = await createDraft();
    const later = await createEvent({ [link]: id, date: DATES[1] });
    expect(await publicationOf(id)).toEqual(['future', DATES[1]]);
    const first = await createEvent({ [link]: id, date: DATES[0] });
    expect(await publicationOf(id)).toEqual(['future', DATES[0]]);
    await withdraw(first.id);
    expect(await publicationOf(id)).toEqual(['future', DATES[1]]);
    await withdraw(later.id);
    expect(await publicationOf(id)).toEqual(['draft', null]);
  });

  it.each([
    ['a draft', undefined],
    ['scheduled', DATES[0]],
  ])('is not published by an event of another author who may not publish it: %s (8.8)', async (_name, date) => {
    const { id } = await createDraft();
    if (date) await createEvent({ [link]: id, date });
    const before = await publicationOf(id);
    const other = await calendar.createToken('author');
    const event = await createRecord(calendar, 'events', { ...upcomingDates(), status: 'draft' }, { token: other });
    await change('PATCH', `events/${event.id}`, { [link]: id });
    const json = { status: 'publish' };
    const { body } = await calendar.request('PATCH', `events/${event.id}`, { json, token: other });
    expect([body['status'], await publicationOf(id)]).toEqual(['publish', before]);
    await change('PATCH', `events/${event.id}`, { status: 'draft' });
    await change('PATCH', `events/${event.id}`, json);
    expect((await publicationOf(id))[0]).toBe('publish');
  });

  it('is public at once if its event is, and stays public after that (8.8)', async () => {
    const { id } = await createDraft();
    const event = await createEvent({ [link]: id, date: DATES[0] });
    await change('PATCH', `events/${event.id}`, { date: null });
    const { body } = await calendar.request('GET', `events/${event.id}`);
    expect([body['status'], idsOf(body, link)]).toEqual(['publish', [id]]);
    await change('PATCH', `events/${event.id}`, { status: 'draft' });
    expect((await publicationOf(id))[0]).toBe('publish');
  });

  it('is public with an event that one request schedules while another withdraws the first event (8.8)', async () => {
    const outcomes = await repeatParallel(10, async () => {
      const { id } = await createDraft();
      const first = await createEvent({ [link]: id, date: DATES[0] });
      const later = await createEvent({ [link]: id, date: DATES[1], status: 'draft' });
      await Promise.all([
        change('PATCH', `events/${first.id}`, { status: 'draft' }),
        change('PATCH', `events/${later.id}`, { status: 'publish' }),
      ]);
      return publicationOf(id);
    });
    expect(outcomes).toEqual(outcomes.map(() => ['future', DATES[1]]));
  });
});
