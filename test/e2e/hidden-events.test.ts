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

describe('Events with hide_from_listings', () => {
  it('are in no list without hide_from_listings=true or any, even for editors (6.14)', async () => {
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

  it('can be read by id and by slug (6.14)', async () => {
    for (const path of [`events/${hidden.id}`, `events/by-slug/${hidden.slug}`]) {
      expect((await calendar.request('GET', path)).body).toEqual(hidden);
    }
  });

  it('are listed for editors with hide_from_listings=true or any (6.14)', async () => {
    for (const value of ['true', '1', 'YES', 'on']) {
      const ids = await listed(`hide_from_listings=${value}`, ADMIN_TOKEN);
      expect([ids.length, ids.includes(hidden.id), ids.includes(shown.id)]).toEqual([2, true, false]);
    }
    for (const value of ['any', 'ANY'])
      expect(await listed(`hide_from_listings=${value}`, ADMIN_TOKEN)).toHaveLength(3);
    for (const value of ['no', '0', '']) expect(await listed(`hide_from_listings=${value}`)).toEqual([shown.id]);
  });

  it('are listed page by page, because the page URLs contain the filter (6.14, 5.7)', async () => {
    const { body } = await readPage(calendar, 'events?hide_from_listings=yes&per_page=1', ADMIN_TOKEN);
    expect(body.next_rest_url).toContain('hide_from_listings=true');
    const next = await readPage(calendar, pathAndQueryOf(String(body.next_rest_url)), ADMIN_TOKEN);
    expect([body.total, next.body.total, next.body.events.length]).toEqual([2, 2, 1]);
  });

  it('cannot be listed by other callers: 401 or 403, before parameters are checked (6.14, 8.4)', async () => {
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
