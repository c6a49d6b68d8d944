import { describe, expect, it } from '@jest/globals';
import { ApiDocument } from '../../src/openapi/document/api-document.js';
import { query } from '../support/database/database-session.js';
import { createRecord } from '../support/records/kinds.js';
import { startInProcessCalendar } from '../support/calendar/in-process-calendar.js';
import { startTestCalendar } from '../support/calendar/test-calendar.js';

/** The error that `close` rejects with. */
const rejectionOf = (close: () => Promise<void>): Promise<unknown> => close().catch((error: unknown) => error);

describe('Conformance check of a test calendar', () => {
  it('close() rejects if a response violates the OpenAPI document (10.3)', async () => {
    const calendar = await startTestCalendar();
    const { id } = await createRecord(calendar, 'venues', { website: 'https://a.example' });
    await query(calendar.databaseUrl, `update venues set website = 'no address'`);
    await calendar.request('GET', `venues/${id}`);
    expect(String(await rejectionOf(calendar.close))).toBe(
      'Error: Responses differ from the API document:\n  ' +
        'GET /calendar/events/v1/venues/{id} 200: /website must match format "iri", such as "no address"',
    );
  });

  it('close() of an in-process calendar rejects if a response has an undocumented member (10.3)', async () => {
    const calendar = await startInProcessCalendar();
    const { schemas } = calendar.application.get(ApiDocument, { strict: false }).forLanguage('en').components;
    const tag = Object.entries(schemas).find(([name]) => /^Tag(View)?$/.test(name))?.[1];
    delete tag?.properties?.['count'];
    await createRecord(calendar, 'tags');
    expect(String(await rejectionOf(calendar.close))).toBe(
      'Error: Responses differ from the API document:\n  POST /calendar/events/v1/tags 201: body has "count", which is not documented',
    );
  });
});
