import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

describe('venues', () => {
  it('6.1 creates a venue, says where it is, and reads it back by id and by slug', async () => {
    const created = await calendar.request('POST', 'venues', { json: { venue: 'Ateneu', city: 'Reus' } });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ venue: 'Ateneu', city: 'Reus', slug: 'ateneu', status: 'publish' });
    expect(created.headers.get('Location')).toBe(created.body['rest_url']);
    const byId = await calendar.request('GET', `venues/${String(created.body['id'])}`);
    const bySlug = await calendar.request('GET', 'venues/by-slug/ateneu');
    expect(byId.body).toEqual(created.body);
    expect(bySlug.body).toEqual(created.body);
  });
});
