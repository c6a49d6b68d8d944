import { describe, expect, it } from 'vitest';
import { createUser, USERS_PATH } from '../support/accounts/accounts.js';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import {
  createRecord,
  requiredFieldsOf,
  uniqueName,
  KINDS,
  type Kind,
  type ServedRecord,
} from '../support/records/kinds.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';

const PUBLISHABLE = KINDS.filter(({ isPublishable }) => isPublishable).map((kind) => [kind.path, kind] as const);

const calendar = useTestCalendar({ TIMEZONE: 'Europe/Madrid' });

type Path = Kind['path'];
const send = (path: Path, { id }: ServedRecord, json: object) =>
  calendar.request<ServedRecord>('PATCH', `${path}/${id}`, { json });
const update = async (path: Path, record: ServedRecord, json: object) => {
  const response = await send(path, record, json);
  expect([response.status, response.body['params']]).toEqual([200, undefined]);
  return response.body;
};
const dates = ({ date, date_utc }: ServedRecord) => [date, date_utc];
const DATES = ['date', 'date_utc'];
const NO_DATES = [null, null];
const setNow = (instant: string | undefined) => calendar.setNow(instant);

describe.each(PUBLISHABLE)('Publication date of %s', (path, kind) => {
  it.each([
    [{ date: '2026-07-01 12:00' }, ['2026-07-01 12:00:00', '2026-07-01 10:00:00']],
    [{ date_utc: '2026-07-01 12:00' }, ['2026-07-01 14:00:00', '2026-07-01 12:00:00']],
    [{ date: '2026-01-01' }, ['2026-01-01 00:00:00', '2025-12-31 23:00:00']],
    [{ date: '2026-07-01T12:00:00-05:00' }, ['2026-07-01 19:00:00', '2026-07-01 17:00:00']],
    [{ date_utc: '2026-07-01T12:00:00+02:00' }, ['2026-07-01 12:00:00', '2026-07-01 10:00:00']],
    [{ date: '2026-03-29 02:30' }, ['2026-03-29 03:30:00', '2026-03-29 01:30:00']],
    [{ date: '2026-10-25 02:30' }, ['2026-10-25 02:30:00', '2026-10-25 00:30:00']],
    [{ date: '2026-07-01 12:00', date_utc: '2026-07-01 10:00' }, ['2026-07-01 12:00:00', '2026-07-01 10:00:00']],
    [{ date: '2026-07-01T12:00Z', date_utc: 1782907200 }, ['2026-07-01 14:00:00', '2026-07-01 12:00:00']],
  ])('has the same value in date and date_utc: %j (6.4)', async (input, expected) => {
    const created = await createRecord(calendar, path, input);
    expect(dates(created)).toEqual(expected);
    const other = await createRecord(calendar, path, { date: '2020-01-01' });
    expect(dates(await update(path, other, input))).toEqual(expected);
  });

  it('is 400 if date and date_utc contradict each other (6.4)', async () => {
    const record = await createRecord(calendar, path, { date: '2026-07-01 12:00' });
    for (const input of [
      { date: '2026-07-02 12:00', date_utc: '2026-07-02 12:00' },
      { date: '2026-07-02 12:00', date_utc: '2026-07-02 10:00:01' },
      { date: '2026-07-02T12:00Z', date_utc: '2026-07-02T12:00+01:00' },
    ]) {
      expectInvalidParameters(await send(path, record, { ...input, description: 'Never written' }), ...DATES);
      const json = requiredFieldsOf(kind, input);
      expectInvalidParameters(await calendar.request('POST', path, { json }), ...DATES);
    }
    expect((await calendar.request('GET', `${path}/${record.id}`, { token: ADMIN_TOKEN })).body).toEqual(record);
  });

  it('counts as not sent if it equals the stored value (6.2)', async () => {
    const record = await createRecord(calendar, path, { date_utc: '2025-10-26 01:30' });
    // 02:30 occurred twice in that night. This is the later instant.
    expect(dates(record)).toEqual(['2025-10-26 02:30:00', '2025-10-26 01:30:00']);
    expect(await update(path, record, record)).toEqual(record);
    expect(await update(path, record, { date: record['date'] })).toEqual(record);
    const local = await update(path, record, { date: '2025-11-01 12:00', date_utc: record['date_utc'] });
    expect(dates(local)).toEqual(['2025-11-01 12:00:00', '2025-11-01 11:00:00']);
    const utc = await update(path, local, { date: local['date'], date_utc: '2025-12-01 12:00' });
    expect(dates(utc)).toEqual(['2025-12-01 13:00:00', '2025-12-01 12:00:00']);
    const cleared = await update(path, utc, { date: null, date_utc: utc['date_utc'], status: 'draft' });
    expect(dates(cleared)).toEqual(NO_DATES);
  });

  it('is the time of the first publication by default, also for a former draft (6.4)', async () => {
    setNow('2026-03-01T10:00:00.999Z');
    const first = await createRecord(calendar, path);
    expect(dates(first)).toEqual(['2026-03-01 11:00:00', '2026-03-01 10:00:00']);
    for (const status of ['draft', 'pending', 'private']) {
      setNow('2026-03-02T10:00:00Z');
      const record = await createRecord(calendar, path, { status });
      expect(dates(record)).toEqual(NO_DATES);
      setNow('2026-03-03T10:00:00Z');
      expect(dates(await update(path, record, { description: 'Still not' }))).toEqual(NO_DATES);
      const published = await update(path, record, { status: 'publish' });
      expect(dates(published)).toEqual(['2026-03-03 11:00:00', '2026-03-03 10:00:00']);
      setNow('2026-03-04T10:00:00Z');
      expect(dates(await update(path, record, { status }))).toEqual(dates(published));
      setNow('2026-03-05T10:00:00Z');
      expect(dates(await update(path, record, { status: 'publish' }))).toEqual(dates(published));
    }
    setNow(undefined);
  });

  it('is required by status=future, also of a linked record, except for contributors (8.7)', async () => {
    const date = { date: 'This parameter is required.' };
    const json = requiredFieldsOf(kind, { status: 'future' });
    const created = await calendar.request('POST', path, { json });
    expect([created.status, created.body['params']]).toEqual([400, date]);
    const scheduled = await createRecord(calendar, path, { status: 'future', date: '2999-01-01' });
    const draft = await createRecord(calendar, path, { status: 'draft' });
    for (const [record, sent] of [
      [draft, { status: 'future' }],
      [scheduled, { status: 'future', date: null }],
    ] as const) {
      const updated = await send(path, record, sent);
      expect([updated.status, updated.body['params']]).toEqual([400, date]);
    }
    const past = await update(path, draft, { status: 'future', date: '2020-01-01' });
    expect([past['status'], (await update(path, scheduled, { status: 'future' }))['status']]).toEqual([
      'publish',
      'future',
    ]);
    const token = await calendar.createToken('contributor');
    expect((await createRecord(calendar, path, { status: 'future' }, { token }))['status']).toBe('pending');
    const linked = { status: 'draft', venue: { venue: uniqueName(), status: 'future' } };
    const event = requiredFieldsOf(KINDS[0] as Kind, linked);
    const { body } = await calendar.request('POST', 'events', { json: event });
    expect(body['params']).toEqual({ 'venue.date': date.date });
  });

  it('is the current time if it is cleared, or if a draft is published from the trash (6.4)', async () => {
    const early = await createRecord(calendar, path, { date: '2999-01-01' });
    expect(early['status']).toBe('future');
    const draft = await createRecord(calendar, path, { status: 'draft' });
    await calendar.request('DELETE', `${path}/${draft.id}`);
    setNow('2026-03-01T10:00:00Z');
    for (const [record, json] of [
      [early, { date: '' }],
      [draft, { status: 'publish' }],
    ] as const) {
      const updated = await update(path, record, json);
      expect([updated['status'], ...dates(updated)]).toEqual(['publish', '2026-03-01 11:00:00', '2026-03-01 10:00:00']);
    }
    setNow(undefined);
  });
});

describe('Publication date of an event', () => {
  it('is read in the time zone of the event, also if the same request changes the zone (6.4)', async () => {
    const tokyo = await createRecord(calendar, 'events', { date: '2026-07-01 12:00', timezone: 'Asia/Tokyo' });
    expect(dates(tokyo)).toEqual(['2026-07-01 12:00:00', '2026-07-01 03:00:00']);
    const moved = await update('events', tokyo, { date: '2026-07-02 12:00', timezone: 'America/New_York' });
    expect(dates(moved)).toEqual(['2026-07-02 12:00:00', '2026-07-02 16:00:00']);
    const both = { date: '2026-07-02 12:00', date_utc: '2026-07-02 03:00', timezone: 'America/New_York' };
    expectInvalidParameters(
      await calendar.request('POST', 'events', { json: requiredFieldsOf(KINDS[0] as Kind, both) }),
      ...DATES,
    );
    await createRecord(calendar, 'events', { ...both, timezone: 'Asia/Tokyo' });
  });
});

describe.each(PUBLISHABLE)('Author of %s', (path) => {
  it('is the caller if the request has an empty author (6.4)', async () => {
    const token = await calendar.createToken('editor');
    const { author: editor } = await createRecord(calendar, path, {}, { token });
    expect(editor).toBeGreaterThan(1);
    for (const author of [null, '', []])
      expect((await createRecord(calendar, path, { author }, { token }))['author']).toBe(editor);
  });

  it('is null after the user is removed, and an update accepts null (6.2)', async () => {
    const { id: user, token } = await createUser(calendar);
    const { id } = await createRecord(calendar, path, {}, { token });
    expect((await calendar.request('DELETE', `${USERS_PATH}/${user}`)).status).toBe(200);
    const orphan = (await calendar.request<ServedRecord>('GET', `${path}/${id}`)).body;
    expect(orphan['author']).toBeNull();
    expect(await update(path, orphan, orphan)).toEqual(orphan);
  });
});
