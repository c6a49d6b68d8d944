import { describe, expect, it } from 'vitest';
import { query } from '../support/database/database-session.js';
import { createRecord } from '../support/records/kinds.js';
import { startTestCalendar } from '../support/calendar/test-calendar.js';

describe('close() of a test calendar', () => {
  it('rejects if a response violates the OpenAPI document (10.3)', async () => {
    const calendar = await startTestCalendar();
    const { id } = await createRecord(calendar, 'venues', { website: 'https://a.example' });
    await query(calendar.databaseUrl, `update venues set website = 'no address'`);
    await calendar.request('GET', `venues/${id}`);
    await expect(calendar.close()).rejects.toThrow(
      'Responses differ from the API document:\n  ' +
        'GET /calendar/events/v1/venues/{id} 200: /website must match format "iri", such as "no address"',
    );
  });

  it('rejects after errors of SQLSTATE class 22, which validation should have prevented (9.3)', async () => {
    const calendar = await startTestCalendar();
    await query(
      calendar.databaseUrl,
      `create function refuse() returns trigger language plpgsql as $$ begin raise sqlstate '22P02'; end $$;
      create trigger refuse before insert on tags for each row execute function refuse()`,
    );
    const { status, body } = await calendar.request('POST', 'tags', { json: { name: 'Jazz' } });
    expect([status, body['code']]).toEqual([400, 'invalid_parameter']);
    await expect(calendar.close()).rejects.toThrow('The database could not read 1 values (SQLSTATE class 22)');
  });
});
