import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import { idsOf, linkedRecords, LINKS, VENUE_ORGANIZER_LINKS } from '../support/records/links.js';
import { upcomingDates } from '../support/records/records.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const NOW = '2026-03-01 09:00:00';
const COMING = '2099-01-01 10:00:00';
const GONE = '2020-01-01 10:00:00';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
  calendar.setNow(`${NOW.replace(' ', 'T')}Z`);
});
afterAll(() => calendar.close());

const event = (fields: object) => createRecord(calendar, 'events', { ...upcomingDates(), ...fields });
const read = async (path: string) => (await calendar.request<ServedRecord>('GET', path, { token: ADMIN_TOKEN })).body;

describe.each(VENUE_ORGANIZER_LINKS)('New %s of an event', (link) => {
  const { path } = LINKS[link];
  const fresh = (fields: object = {}) => ({ [link]: uniqueName('Lloc'), ...fields });

  /** Status and date of the new record. The embedded record and a read of it by id must agree. */
  async function published(record: ServedRecord): Promise<unknown[]> {
    const [served] = linkedRecords(record, link);
    expect(await read(`${path}/${served?.id}`)).toEqual(served);
    return [served?.['status'], served?.['date_utc']];
  }

  it('is published with the event (6.8)', async () => {
    expect(await published(await event({ [link]: fresh() }))).toEqual(['publish', NOW]);
    for (const status of ['publish', 'future'])
      expect(await published(await event({ status, date: GONE, [link]: fresh() }))).toEqual(['publish', GONE]);
  });

  it('is a draft without a date if the event is not published, even if the event has a date (6.8)', async () => {
    for (const status of ['draft', 'pending', 'private']) {
      expect(await published(await event({ status, [link]: fresh() }))).toEqual(['draft', null]);
      expect(await published(await event({ status, date: GONE, [link]: fresh() }))).toEqual(['draft', null]);
    }
  });

  it('is scheduled with the event, even if it has the status publish or future (6.8, 8.7)', async () => {
    for (const status of [undefined, 'publish', 'future']) {
      const record = await event({ date: COMING, [link]: fresh({ status }) });
      expect([record['status'], ...(await published(record))]).toEqual(['future', 'future', COMING]);
      expect((await calendar.request('GET', `${path}/${idsOf(record, link)[0]}`)).status).toBe(404);
    }
  });

  it('keeps its own status, and gets the date of the event only if both are published (6.8, 8.7)', async () => {
    const dated = { status: 'publish', date: COMING };
    for (const status of ['draft', 'pending', 'private']) {
      expect(await published(await event({ ...dated, [link]: fresh({ status }) }))).toEqual([status, null]);
    }
    for (const status of ['publish', 'future']) {
      const record = await event({ status: 'draft', date: COMING, [link]: fresh({ status }) });
      expect(await published(record)).toEqual(['publish', NOW]);
    }
  });

  it('keeps its own date, sent as date or date_utc (6.8, 8.7)', async () => {
    const dated = (fields: object, date?: string) => event({ date, [link]: fresh(fields) });
    for (const name of ['date', 'date_utc']) {
      expect(await published(await dated({ [name]: GONE }, COMING))).toEqual(['publish', GONE]);
      expect(await published(await dated({ [name]: GONE, status: 'future' }, COMING))).toEqual(['publish', GONE]);
      expect(await published(await dated({ [name]: COMING }, GONE))).toEqual(['future', COMING]);
      expect(await published(await dated({ [name]: GONE, status: 'draft' }, COMING))).toEqual(['draft', GONE]);
    }
  });

  it('gets the date of the event if its own date is empty (6.8)', async () => {
    for (const name of ['date', 'date_utc'])
      expect(await published(await event({ date: COMING, [link]: fresh({ [name]: '' }) }))).toEqual(['future', COMING]);
  });

  it('gets the same status and date on an update as on a create (6.8)', async () => {
    const { id } = await event({ date: COMING });
    const update = async (fields: object) =>
      (await calendar.request<ServedRecord>('PATCH', `events/${id}`, { json: fields })).body;
    expect(await published(await update({ [link]: fresh() }))).toEqual(['future', COMING]);
    expect(await published(await update({ [link]: fresh(), date: GONE }))).toEqual(['publish', GONE]);
    expect(await published(await update({ [link]: fresh(), status: 'draft' }))).toEqual(['draft', null]);
  });

  it('is a draft if the event is in the trash or is moved there (6.8, 8.9)', async () => {
    const record = await event({ date: GONE });
    const update = async (fields: object) =>
      (await calendar.request<ServedRecord>('PATCH', `events/${record.id}`, { json: fields })).body;
    expect(await published(await update({ [link]: fresh(), status: 'trash' }))).toEqual(['draft', null]);
    expect(await published(await update({ [link]: fresh() }))).toEqual(['draft', null]);
    expect(await published(await update({ [link]: fresh({ status: 'publish' }) }))).toEqual(['publish', NOW]);
    expect(await published(await update({ [link]: fresh(), status: 'publish' }))).toEqual(['publish', GONE]);
  });
});
