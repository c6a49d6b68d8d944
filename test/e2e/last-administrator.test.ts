import { describe, expect, it } from '@jest/globals';
import { createUser, statusAndCode, USERS_PATH, requestMe } from '../support/accounts/accounts.js';
import { messageText } from '../support/languages/message-texts.js';
import { ADMIN_TOKEN, type TestCalendar } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar();

const path = (rest = '') => `${USERS_PATH}${rest}`;

describe('Last administrator', () => {
  it('cannot be removed or demoted (11.2)', async () => {
    const { id } = (await requestMe(calendar, ADMIN_TOKEN)).body as { id: number };
    const detail = messageText('en', 'errors.conflict.last_administrator');
    for (const answer of [
      await calendar.request('DELETE', path(`/${id}`)),
      await calendar.request('PATCH', path(`/${id}`), { json: { role: 'editor' } }),
    ])
      expect([...statusAndCode(answer), answer.body['detail']]).toEqual([409, 'conflict', detail]);
    const renamed = await calendar.request('PATCH', path(`/${id}`), {
      json: { username: 'root', role: 'administrator' },
    });
    expect([renamed.status, renamed.body['username']]).toEqual([200, 'root']);
    const second = await createUser(calendar, 'administrator');
    expect((await calendar.request('PATCH', path(`/${second.id}`), { json: { role: 'editor' } })).status).toBe(200);
  });

  it('remains if two administrators remove or demote each other concurrently (11.2)', async () => {
    const { id } = (await requestMe(calendar, ADMIN_TOKEN)).body as { id: number };
    const end = (by: string, who: number, round: number) =>
      round % 2 === 0
        ? calendar.request('DELETE', path(`/${who}`), { token: by })
        : calendar.request('PATCH', path(`/${who}`), { token: by, json: { role: 'subscriber' } });
    let left = await createUser(calendar, 'administrator', 'survivor 0');
    await calendar.request('DELETE', path(`/${id}`), { token: left.token });
    for (let round = 1; round <= 50; round += 1) {
      const other = await createUser(as(left.token), 'administrator', `survivor ${round}`);
      const [one, two] = await Promise.all([end(left.token, other.id, round), end(other.token, left.id, round)]);
      const statuses = [one.status, two.status].toSorted();
      // The second request fails: its caller was removed (401) or demoted (403), or its target is now the last one (409).
      expect([
        [200, 401],
        [200, 403],
        [200, 409],
      ]).toContainEqual(statuses);
      if (two.status === 200) left = other;
      expect((await requestMe(calendar, left.token)).body['role']).toBe('administrator');
    }
  });

  const as = (token: string): TestCalendar => ({
    ...calendar,
    request: (method, to, sent) => calendar.request(method, to, { ...sent, token }),
  });
});
