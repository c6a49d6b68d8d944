import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord } from '../support/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const TIMES = { start_date: '2026-12-20 19:00:00', end_date: '2026-12-20 21:00:00', timezone: 'Europe/Madrid' };
const event = (fields: object) => createRecord(calendar, 'events', { title: 'Concert', ...TIMES, ...fields });
const read = async (path: string) => (await calendar.request('GET', path)).body;
const send = (path: string, json: unknown) => calendar.request('PUT', path, { json });

describe('what a read serves, sent back', () => {
  it('6.2 leaves links to what is in the trash for the time when it is restored', async () => {
    const venue = await createRecord(calendar, 'venues', { venue: 'Teatre' });
    const parent = await event({ title: 'Festa major' });
    const child = await event({ venue: [venue.id], post_parent: parent.id });
    await calendar.request('DELETE', `venues/${venue.id}`);
    await calendar.request('DELETE', `events/${parent.id}`);
    const served = await read(`events/${child.id}`);
    expect(served).toMatchObject({ venue: [], post_parent: null });
    expect((await send(`events/${child.id}`, served)).body).toEqual(served);
    await send(`venues/${venue.id}`, { status: 'publish' });
    await send(`events/${parent.id}`, { status: 'publish' });
    expect(await read(`events/${child.id}`)).toMatchObject({ venue: [{ id: venue.id }], post_parent: parent.id });
  });

  it('6.4 keeps the moment of publication where only the time zone is another', async () => {
    const { id } = await event({ date: '2026-11-01 10:00:00' });
    const served = await read(`events/${id}`);
    const { body } = await send(`events/${id}`, { ...served, timezone: 'America/New_York' });
    expect(body).toMatchObject({
      date: '2026-11-01 04:00:00',
      date_utc: '2026-11-01 09:00:00',
      start_date: TIMES.start_date,
    });
  });

  it('6.2 keeps what stands for state and province derived', async () => {
    const { id } = await createRecord(calendar, 'venues', { venue: 'Moll', country: 'ES', province: 'Tarragona' });
    const served = await read(`venues/${id}`);
    expect(served).toMatchObject({ stateprovince: 'Tarragona' });
    expect((await send(`venues/${id}`, served)).body).toEqual(served);
    expect((await send(`venues/${id}`, { province: 'Girona' })).body).toMatchObject({ stateprovince: 'Girona' });
  });
});
