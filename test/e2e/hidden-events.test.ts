import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, type ServedRecord } from '../support/records/kinds.js';
import { pathAndQueryOf, readPage, upcomingDates } from '../support/records/records.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
let hidden: ServedRecord;
let shown: ServedRecord;
beforeAll(async () => {
  calendar = await startTestCalendar();
  hidden = await createRecord(calendar, 'events', { ...upcomingDates(), hide_from_listings: true });
  shown = await createRecord(calendar, 'events', upcomingDates());
  await createRecord(calendar, 'events', { ...upcomingDates(), hide_from_listings: true, status: 'draft' });
});
afterAll(() => calendar.close());

const listed = async (query: string, token?: string) =>
  (await readPage(calendar, `events?${query}`, token)).body.events.map(({ id }) => id);

describe('events that are kept out of lists', () => {
  it('6.14 are in no list, by whatever is asked for, also for editors', async () => {
    const { title, id } = hidden;
    for (const token of [undefined, ADMIN_TOKEN]) {
      for (const query of [
        '',
        `include=${id}`,
        `search=${encodeURIComponent(String(title))}`,
        'hide_from_listings=false',
      ]) {
        expect(await listed(query, token)).not.toContain(id);
      }
    }
    expect(await listed('')).toEqual([shown.id]);
  });

  it('6.14 are read by id and slug as ever', async () => {
    for (const path of [`events/${hidden.id}`, `events/by-slug/${hidden.slug}`]) {
      expect((await calendar.request('GET', path)).body).toEqual(hidden);
    }
  });

  it('6.14 are listed for editors who ask for them, alone or among all', async () => {
    for (const value of ['true', '1', 'YES', 'on']) {
      const ids = await listed(`hide_from_listings=${value}`, ADMIN_TOKEN);
      expect([ids.length, ids.includes(hidden.id), ids.includes(shown.id)]).toEqual([2, true, false]);
    }
    for (const value of ['any', 'ANY'])
      expect(await listed(`hide_from_listings=${value}`, ADMIN_TOKEN)).toHaveLength(3);
    for (const value of ['no', '0', '']) expect(await listed(`hide_from_listings=${value}`)).toEqual([shown.id]);
  });

  it('6.14 5.7 are listed page after page: the addresses carry the filter', async () => {
    const { body } = await readPage(calendar, 'events?hide_from_listings=yes&per_page=1', ADMIN_TOKEN);
    expect(body.next_rest_url).toContain('hide_from_listings=true');
    const next = await readPage(calendar, pathAndQueryOf(String(body.next_rest_url)), ADMIN_TOKEN);
    expect([body.total, next.body.total, next.body.events.length]).toEqual([2, 2, 1]);
  });

  it('6.14 8.4 are not for others: 401 or 403, before anything else of the parameters is looked at', async () => {
    const subscriber = await calendar.createToken('subscriber');
    for (const query of ['hide_from_listings=true', 'hide_from_listings=any&page=0']) {
      const anonymous = await calendar.request('GET', `events?${query}`);
      expect([anonymous.status, anonymous.body['code']]).toEqual([401, 'unauthorized']);
      expect(anonymous.headers.get('WWW-Authenticate')).toBe('Bearer realm="calendar"');
      const known = await calendar.request('GET', `events?${query}`, { token: subscriber });
      expect([known.status, known.body['code']]).toEqual([403, 'forbidden']);
    }
    for (const token of [null, ADMIN_TOKEN]) {
      expectInvalidParameters(
        await calendar.request('GET', 'events?hide_from_listings=perhaps', { token }),
        'hide_from_listings',
      );
    }
  });
});
