import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Housekeeping } from '../../src/persistence/maintenance/housekeeping.js';
import { fetchAudit } from '../support/accounts/audit.js';
import { query } from '../support/database/database-session.js';
import { createRecord, uniqueName } from '../support/records/kinds.js';
import { startInProcessCalendar, type InProcessCalendar } from '../support/calendar/in-process-calendar.js';

let calendar: InProcessCalendar;
beforeAll(async () => {
  calendar = await startInProcessCalendar();
});
afterAll(() => calendar.close());

const told = async (id: number) =>
  (await fetchAudit(calendar, `kind=event&record=${id}`)).map(({ action, changes }) => ({ action, changes }));
const versionOf = async (id: number) =>
  (await query<{ version: number }>(calendar.databaseUrl, `select version from events where id = ${id}`))[0]?.version;

describe('Event password', () => {
  it('shares one version and one audit entry with the other fields, without its value (8.12, 8.15)', async () => {
    const title = uniqueName('Vetllada');
    const event = await createRecord(calendar, 'events', { title, password: 'Sesam' });
    const json = { title: `${title} oberta`, excerpt: 'Enmig', tags: [uniqueName('Nit')], password: 'Obre’t' };
    expect((await calendar.request('PATCH', `events/${event.id}`, { json })).status).toBe(200);
    expect((await calendar.request('PATCH', `events/${event.id}`, { json: { password: null } })).status).toBe(200);
    expect(await versionOf(event.id)).toBe(3);
    expect(await told(event.id)).toEqual([
      { action: 'update', changes: { password: 'changed' } },
      {
        action: 'update',
        changes: {
          title: { from: title, to: `${title} oberta` },
          excerpt: { from: '', to: 'Enmig' },
          tags: { added: [expect.any(Number)] },
          password: 'changed',
        },
      },
      { action: 'create', changes: expect.objectContaining({ password: 'changed' }) },
    ]);
  });

  it('has its wrong attempts deleted after 15 minutes, when they no longer count (8.13)', async () => {
    const event = await createRecord(calendar, 'events', { password: 'Sesam' });
    const start = Date.now();
    const kept = async (minutes: number) => {
      calendar.setNow(new Date(start + minutes * 60_000).toISOString());
      await calendar.request('GET', 'events?per_page=1');
      await calendar.application.get(Housekeeping).run();
      return (await query(calendar.databaseUrl, `select from password_attempts where event_id = ${event.id}`)).length;
    };
    calendar.setNow(new Date(start).toISOString());
    expect((await calendar.request('GET', `events/${event.id}?password=wrong`)).status).toBe(403);
    expect([await kept(14), await kept(15)]).toEqual([1, 0]);
    calendar.setNow(undefined);
  });
});
