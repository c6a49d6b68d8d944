import { describe, expect, it } from 'vitest';
import { query } from '../support/database/database-session.js';
import { createRecord } from '../support/records/kinds.js';
import { startTestCalendar } from '../support/calendar/test-calendar.js';

describe('Conformance check of a test calendar', () => {
  it('close() rejects if a response violates the OpenAPI document (10.3)', async () => {
    const calendar = await startTestCalendar();
    const { id } = await createRecord(calendar, 'venues', { website: 'https://a.example' });
    await query(calendar.databaseUrl, `update venues set website = 'no address'`);
    await calendar.request('GET', `venues/${id}`);
    await expect(calendar.close()).rejects.toThrow(
      'Responses differ from the API document:\n  ' +
        'GET /calendar/events/v1/venues/{id} 200: /website must match format "iri", such as "no address"',
    );
  });
});
