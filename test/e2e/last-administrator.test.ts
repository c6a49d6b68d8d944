import { describe, expect, it } from 'vitest';
import { createUser, statusAndCode, USERS_PATH, requestMe } from '../support/accounts/accounts.js';
import { messageText } from '../support/languages/message-texts.js';
import { ADMIN_TOKEN, type TestCalendar } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar();

const usersPath = (rest = '') => `${USERS_PATH}${rest}`;

describe('Last administrator', () => {
  it('cannot be removed or demoted (11.2)', async () => {
    const { id } = (await requestMe(calendar, ADMIN_TOKEN)).body as { id: number };
    const detail = messageText('en', 'errors.conflict.last_administrator');
    for (const response of [
      await calendar.request('DELETE', usersPath(`/${id}`)),
      await calendar.request('PATCH', usersPath(`/${id}`), { json: { role: 'editor' } }),
    ])
      expect([...statusAndCode(response), response.body['detail']]).toEqual([409, 'conflict', detail]);
    const renamed = await calendar.request('PATCH', usersPath(`/${id}`), {
      json: { username: 'root', role: 'administrator' },
    });
    expect([renamed.status, renamed.body['username']]).toEqual([200, 'root']);
    const second = await createUser(calendar, 'administrator');
    expect((await calendar.request('PATCH', usersPath(`/${second.id}`), { json: { role: 'editor' } })).status).toBe(
      200,
    );
  });

  it('remains if two administrators remove or demote each other concurrently (11.2)', async () => {
    const { id } = (await requestMe(calendar, ADMIN_TOKEN)).body as { id: number };
    const removeOrDemote = (callerToken: string, userId: number, round: number) =>
      round % 2 === 0
        ? calendar.request('DELETE', usersPath(`/${userId}`), { token: callerToken })
        : calendar.request('PATCH', usersPath(`/${userId}`), { token: callerToken, json: { role: 'subscriber' } });
    let remaining = await createUser(calendar, 'administrator', 'survivor 0');
    await calendar.request('DELETE', usersPath(`/${id}`), { token: remaining.token });
    for (let round = 1; round <= 50; round += 1) {
      const other = await createUser(withToken(remaining.token), 'administrator', `survivor ${round}`);
      const [one, two] = await Promise.all([
        removeOrDemote(remaining.token, other.id, round),
        removeOrDemote(other.token, remaining.id, round),
      ]);
      const statuses = [one.status, two.status].toSorted();
      // The second request fails: its caller was removed (401) or demoted (403), or its target is now the last one (409).
      expect([
        [200, 401],
        [200, 403],
        [200, 409],
      ]).toContainEqual(statuses);
      if (two.status === 200) remaining = other;
      expect((await requestMe(calendar, remaining.token)).body['role']).toBe('administrator');
    }
  });

  const withToken = (token: string): TestCalendar => ({
    ...calendar,
    request: (method, path, options) => calendar.request(method, path, { ...options, token }),
  });
});
