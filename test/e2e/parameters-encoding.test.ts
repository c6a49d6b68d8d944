import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, KINDS } from '../support/records/kinds.js';
import { operationsOf } from '../support/requests/operations.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

/** Percent-encoded bytes that are not UTF-8, and malformed percent-encoding. */
const UNREADABLE = ['caf%E9', '%FF%FE', '%E0%A4%A', 'a%ED%A0%80b', '%C0%80', '%', '%zz', '100%', '%u00e9'];

/** Sends path and form unchanged. `fetch` would encode them. */
const send = (method: string, path: string, form?: string) =>
  rawRequest(calendar.origin, {
    method,
    path: path.startsWith('/') ? path : `/calendar/events/v1/${path}`,
    headers: { ...ADMIN_HEADERS, ...(form === undefined ? {} : FORM) },
    ...(form === undefined ? {} : { body: form }),
  });
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('Invalid percent-encoding', () => {
  it('is 400 in the query string of every operation, also in unknown parameters (2.8)', async () => {
    const operations = operationsOf(calendar);
    expect(operations.length).toBeGreaterThan(50);
    const { id } = await createRecord(calendar, 'events');
    for (const { method, path } of operations) {
      const address = path.replace(/\{(id|user)\}/, String(id)).replace('{slug}', 'a');
      const { status, body } = await send(method, `${address}?nobody=caf%E9`);
      expect({ method, path, status }).toEqual({ method, path, status: 400 });
      if (method !== 'HEAD') expect(Object.keys(body['params'] ?? {})).toContain('nobody');
    }
  });

  it.each(UNREADABLE)('is 400 in query strings and forms, and nothing is written: %s (2.8)', async (text) => {
    for (const { path } of KINDS) {
      const record = await createRecord(calendar, path);
      const target = `${path}/${record.id}`;
      const { body: before } = await calendar.request('GET', target);
      expectInvalidParameters(await send('PATCH', target, `description=${text}&slug=x`), 'description');
      expectInvalidParameters(await send('PATCH', `${target}?description=${text}`), 'description');
      expectInvalidParameters(await send('GET', `${path}?search=${text}&page=0`), 'search', 'page');
      expect((await calendar.request('GET', target)).body).toEqual(before);
    }
  });

  it('is reported as an invalid parameter, not as a missing one, with all other errors (2.7)', async () => {
    expectInvalidParameters(
      await send('POST', 'events', 'title=%E9&start_date=x&end_date=2030-01-01'),
      'title',
      'start_date',
    );
    const event = ['title=T', 'start_date=2030-01-01', 'end_date=2030-01-01'];
    const nested = ['venue[venue]=V', 'venue[city]=%E9', 'organizer[0][organizer]=%E9', 'tags[]=%E9', 'categories=%E9'];
    expectInvalidParameters(
      await send('POST', 'events', [...event, ...nested, '%E9=1', 'custom_fields[a%E9]=1'].join('&')),
      'venue.city',
      'organizer[0].organizer',
      'tags',
      'categories',
      '\ufffd',
      'custom_fields.a\ufffd',
    );
  });

  it('is 400 in the query string even if the body contains the same parameter (2.1)', async () => {
    const { id } = await createRecord(calendar, 'venues');
    expectInvalidParameters(await send('PATCH', `venues/${id}?city=%E9`, 'city=Reus'), 'city');
  });

  it('does not include encoded percent signs (2.8)', async () => {
    const { id } = await createRecord(calendar, 'venues');
    const { status, body } = await send('PATCH', `venues/${id}`, 'city=100%25+%25zz+caf%C3%A9+%F0%9F%8E%89');
    expect([status, body['city']]).toEqual([200, '100% %zz café 🎉']);
  });
});
