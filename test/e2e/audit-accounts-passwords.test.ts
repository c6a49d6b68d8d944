import { describe, expect, it } from 'vitest';
import { fetchAudit } from '../support/accounts/audit.js';
import { query } from '../support/database/database-session.js';
import { createRecord, uniqueName } from '../support/records/kinds.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';

const ADMIN = '/calendar/admin/v1';

const calendar = useTestCalendar();

const send = async (method: string, path: string, json?: object, token = ADMIN_TOKEN) => {
  const answer = await calendar.request<{ id: number; token: string }>(method, `${ADMIN}/${path}`, { json, token });
  expect([method, path, answer.status < 300]).toEqual([method, path, true]);
  return answer.body;
};
/** Audit entries of a user, token or event, oldest first. */
const doneTo = async (kind: string, id: number) =>
  (await fetchAudit(calendar, `kind=${kind}&record=${id}`))
    .toReversed()
    .map(({ action, username, role, changes }) => ({ action, username, role, changes }));
const BY_ADMIN = { username: 'admin', role: 'administrator' };

describe('Audit of users and tokens', () => {
  it('records each effective change of a user once (8.3)', async () => {
    const { id } = await send('POST', 'users', { username: 'Roser', role: 'author' });
    await send('PATCH', `users/${id}`, { role: 'editor' });
    await send('PATCH', `users/${id}`, { role: 'editor', username: 'Roser' });
    await send('PATCH', `users/${id}`, { username: 'Rosa' });
    await send('DELETE', `users/${id}`);
    const values = (from: string | null, to: string | null) => ({ from, to });
    expect(await doneTo('user', id)).toEqual([
      { action: 'create', ...BY_ADMIN, changes: { username: values(null, 'Roser'), role: values(null, 'author') } },
      { action: 'update', ...BY_ADMIN, changes: { role: values('author', 'editor') } },
      { action: 'update', ...BY_ADMIN, changes: { username: values('Roser', 'Rosa') } },
      { action: 'delete', ...BY_ADMIN, changes: { username: values('Rosa', null), role: values('editor', null) } },
    ]);
  });

  it('records owner, creator and revoker of a token, but never the token itself (8.3, 8.15)', async () => {
    const user = await send('POST', 'users', { username: 'Pere', role: 'contributor' });
    const { id, token } = await send('POST', 'tokens', {}, user.token);
    await send('DELETE', `tokens/${id}`);
    await send('DELETE', `tokens/${id}`);
    expect(await doneTo('token', id)).toEqual([
      {
        action: 'create',
        username: 'Pere',
        role: 'contributor',
        changes: { user: { from: null, to: user.id }, token: 'changed' },
      },
      { action: 'revoke', ...BY_ADMIN, changes: { user: { from: user.id, to: null } } },
    ]);
    const all = JSON.stringify(await fetchAudit(calendar, ''));
    for (const secret of [token, user.token]) expect(all).not.toContain(secret.slice(4, 20));
  });

  it('has no entry for rejected writes, and records changes by the operator without a username (8.3)', async () => {
    const before = (await fetchAudit(calendar, '')).length;
    const taken = { json: { username: 'ADMIN', role: 'editor' } };
    expect((await calendar.request('POST', `${ADMIN}/users`, taken)).status).toBe(409);
    const { id } = (await calendar.request<{ id: number }>('GET', `${ADMIN}/me`, { token: ADMIN_TOKEN })).body;
    expect((await calendar.request('DELETE', `${ADMIN}/users/${id}`)).status).toBe(409);
    expect(await fetchAudit(calendar, '')).toHaveLength(before);
    expect(await doneTo('user', id)).toMatchObject([{ action: 'create', username: null, role: 'operator' }]);
  });
});

describe('Event password', () => {
  it('shares one version and one audit entry with the other fields, without its value (8.12, 8.15)', async () => {
    const title = uniqueName('Vetllada');
    const event = await createRecord(calendar, 'events', { title, password: 'Sesam' });
    const json = { title: `${title} oberta`, excerpt: 'Enmig', tags: [uniqueName('Nit')], password: 'Obre’t' };
    expect((await calendar.request('PATCH', `events/${event.id}`, { json })).status).toBe(200);
    expect((await calendar.request('PATCH', `events/${event.id}`, { json: { password: null } })).status).toBe(200);
    expect(await query(calendar.databaseUrl, `select version from events where id = ${event.id}`)).toEqual([
      { version: 3 },
    ]);
    expect((await doneTo('event', event.id)).map(({ action, changes }) => [action, changes])).toEqual([
      ['create', expect.objectContaining({ password: 'changed' })],
      [
        'update',
        {
          title: { from: title, to: `${title} oberta` },
          excerpt: { from: '', to: 'Enmig' },
          tags: { added: [expect.any(Number)] },
          password: 'changed',
        },
      ],
      ['update', { password: 'changed' }],
    ]);
  });

  it('has its wrong attempts deleted after 15 minutes, when they no longer count (8.13)', async () => {
    const event = await createRecord(calendar, 'events', { password: 'Sesam' });
    const start = Date.now();
    const kept = async (minutes: number) => {
      calendar.setNow(new Date(start + minutes * 60_000).toISOString());
      await calendar.runHousekeeping();
      return (await query(calendar.databaseUrl, `select from password_attempts where event_id = ${event.id}`)).length;
    };
    calendar.setNow(new Date(start).toISOString());
    expect((await calendar.request('GET', `events/${event.id}?password=wrong`)).status).toBe(403);
    expect([await kept(14), await kept(15)]).toEqual([1, 0]);
    calendar.setNow(undefined);
  });
});
