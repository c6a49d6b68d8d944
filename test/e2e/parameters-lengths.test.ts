import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord } from '../support/records/kinds.js';
import { upcomingDates } from '../support/records/records.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const MOST = 1_500_000;

describe('Values almost as long as the body limit', () => {
  it.each([
    ['digits', 'geo_lat', `${'9'.repeat(MOST)}x`],
    ['decimals', 'geo_lng', `${'9'.repeat(MOST / 2)}.${'9'.repeat(MOST / 2)}x`],
    ['marks', 'venue', 'e\u0301\u0323'.repeat(MOST / 6)],
    ['a URL', 'website', `http://${'a.'.repeat(MOST / 2)}`],
    ['blanks', 'status', `x${' '.repeat(MOST)}x`],
  ])('are 400 instead of a timeout: %s (2.8, 9.3)', async (_what, name, value) => {
    const { id } = await createRecord(calendar, 'venues');
    expectInvalidParameters(await calendar.request('PATCH', `venues/${id}`, { json: { [name]: value } }), name);
  });

  it('are 400 instead of a timeout: lists (9.3, 12.4)', async () => {
    const { id } = await createRecord(calendar, 'events');
    const send = (json: object) => calendar.request('PATCH', `events/${id}`, { json });
    expectInvalidParameters(await send({ tags: 'a,'.repeat(MOST / 2) }), 'tags');
    expectInvalidParameters(await send({ tags: ','.repeat(MOST) }), 'tags');
    expectInvalidParameters(await send({ cost: Array(150_000).fill('5 €') }), 'cost');
    expectInvalidParameters(await send({ venue: Array(700_000).fill(1) }), 'venue');
    const form = 'tags[]=a&'.repeat(MOST / 10);
    expectInvalidParameters(await calendar.request('PATCH', `events/${id}`, { form }), 'tags', 'tags[]');
  });

  it('are 400 instead of a timeout: parameter names (9.3, 12.4)', async () => {
    const { id } = await createRecord(calendar, 'venues');
    const names = Array.from({ length: 100_000 }, (_each, index) => `k${index}`);
    const json = Object.fromEntries(names.map((name) => [name, 1]));
    const headers = { 'Idempotency-Key': 'names' };
    const send = (sent: object) => calendar.request('PATCH', `venues/${id}`, sent);
    expectInvalidParameters(await send({ json, headers }), 'k200');
    expectInvalidParameters(await send({ json, headers }), 'k200');
    expect((await send({ json: { ...json, k1: 2 }, headers })).body['code']).toBe('idempotency_conflict');
    expectInvalidParameters(await send({ form: names.join('&') }), 'k200', 'k20000');
    expectInvalidParameters(await send({ form: `a${'[b]'.repeat(MOST / 3)}=1` }), 'a');
  });
});

describe('Numbers close to zero', () => {
  it('are stored and filtered as 0 in coordinates (9.3)', async () => {
    for (const geo_lat of [5e-324, -1e-200, 1e-16]) {
      const venue = await calendar.request('POST', 'venues', { json: { venue: 'Null Island', geo_lat, geo_lng: 0 } });
      expect([venue.status, venue.body['geo_lat']]).toEqual([201, 0]);
      await createRecord(calendar, 'events', { ...upcomingDates(), venue: venue.body['id'] });
    }
    for (const tiny of [`0.${'0'.repeat(320)}5`, `-0.${'0'.repeat(200)}1`, '0.0000000001']) {
      const point = `geoloc_lat=${tiny}&geoloc_lng=${tiny}&geoloc_radius=${tiny.replace('-', '')}`;
      const { status, body } = await calendar.request('GET', `events?${point}`);
      expect([status, body['total']]).toEqual([200, tiny.length < 100 ? 0 : 3]);
    }
  });

  it('are written without an exponent in the URLs of a list (5.7)', async () => {
    const point = 'geoloc_lat=-0.00000025&geoloc_lng=0.0000001';
    const { status, body } = await calendar.request('GET', `events?${point}&geoloc_radius=0.0000001`);
    expect([status, String(body['rest_url'])]).toEqual([200, expect.stringContaining('geoloc_radius=0.0000001')]);
    const again = await calendar.request('GET', String(body['rest_url']).slice(calendar.base.length + 1));
    expect([again.status, again.body['rest_url']]).toEqual([200, body['rest_url']]);
  });
});
