import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withRolledBackTransaction, waitForBlockedSession } from '../support/database/database-session.js';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import { LINK_NAMES, idsOf, LINKS, linkInput, namesOf, repeatParallel, type Link } from '../support/records/links.js';
import { upcomingDates } from '../support/records/records.js';
import { startTestCalendar, type TestResponse, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const post = (fields: object) =>
  calendar.request<ServedRecord>('POST', 'events', {
    json: { title: uniqueName('Concert'), ...upcomingDates(), ...fields },
  });
const create = (link: Link) => createRecord(calendar, LINKS[link].path, { [LINKS[link].heading]: uniqueName('Fugaç') });

/** Deletes a record in another session, and commits as soon as the request of `work` waits for that session. */
const whileDeleted = (link: Link, { id }: ServedRecord, work: () => Promise<TestResponse<ServedRecord>>) =>
  withRolledBackTransaction(calendar.databaseUrl, async (session) => {
    await session.query(`delete from ${LINKS[link].path} where id = $1`, [id]);
    const answered = work();
    await waitForBlockedSession(session);
    await session.query('commit');
    return answered;
  });

describe.each(LINK_NAMES)('Links to %s that are deleted concurrently', (link) => {
  const { path, heading } = LINKS[link];

  it('are 400 by id (2.7, 6.9)', async () => {
    const record = await create(link);
    const kept = await create(link);
    expectInvalidParameters(await whileDeleted(link, record, () => post({ [link]: [kept.id, record.id] })), link);
    const { id } = await createRecord(calendar, 'events', { [link]: [kept.id] });
    const doomed = await create(link);
    const answer = await whileDeleted(link, doomed, () =>
      calendar.request('PATCH', `events/${id}`, { json: { title: 'Altre', [link]: [doomed.id, kept.id] } }),
    );
    expectInvalidParameters(answer, link);
    expect((answer.body['params'] as Record<string, string>)[link]).toContain(String(doomed.id));
    const { body } = await calendar.request('GET', `events/${id}`);
    expect([idsOf(body, link), body['title'] === 'Altre']).toEqual([[kept.id], false]);
  });

  it('create the record again by name (6.8, 6.9)', async () => {
    const record = await create(link);
    const name = String(record[heading]);
    const created = await whileDeleted(link, record, () => post({ [link]: [linkInput(link, name)] }));
    expect([created.status, namesOf(created.body, link)]).toEqual([201, [name]]);
    expect(idsOf(created.body, link)[0]).toBeGreaterThan(record.id);
    const { id } = await createRecord(calendar, 'events');
    const again = { ...record, id: Number(idsOf(created.body, link)[0]) };
    const json = { [link]: [linkInput(link, name)] };
    const updated = await whileDeleted(link, again, () => calendar.request('PATCH', `events/${id}`, { json }));
    expect([updated.status, namesOf(updated.body, link)]).toEqual([200, [name]]);
    expect(idsOf(updated.body, link)[0]).toBeGreaterThan(again.id);
  });

  it('either succeed or are 400 by id, in many concurrent requests (6.8, 6.9, 9.3)', async () => {
    const records = await repeatParallel(15, () => create(link));
    const answers = await repeatParallel(30, async (index) => {
      const { id } = records[index % 15] as ServedRecord;
      if (index < 15) return calendar.request('DELETE', `${path}/${id}?force=true`);
      const answer = await post({ [link]: [id] });
      if (answer.status !== 201) expectInvalidParameters(answer, link);
      return answer;
    });
    expect(new Set(answers.slice(0, 15).map(({ status }) => status))).toEqual(new Set([200]));
    for (const { status, body } of answers.slice(15).filter((answer) => answer.status === 201)) {
      const read = await calendar.request('GET', `events/${String(body['id'])}`);
      expect([status, read.body[link]]).toEqual([201, []]);
    }
  });

  it('create the record again or are removed by name, in concurrent requests (6.8, 6.9)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const record = await create(link);
      const name = String(record[heading]);
      const [created] = await Promise.all([
        post({ [link]: [linkInput(link, name)] }),
        calendar.request('DELETE', `${path}/${record.id}?force=true`),
      ]);
      expect(created.status).toBe(201);
      const { body } = await calendar.request('GET', `events/${created.body.id}`);
      const { body: left } = await calendar.request('GET', `${path}?hide_empty=0&search=${encodeURIComponent(name)}`);
      expect(namesOf(body, link).length).toBe(left['total']);
    }
  });
});
