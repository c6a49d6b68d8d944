import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createUser, ME_PATH, TOKENS_PATH, USERS_PATH, requestMe, type CreatedUser } from '../support/accounts.js';
import { query } from '../support/database-session.js';
import { HOSTILE_JSON, HOSTILE_TEXTS } from '../support/hostile-values.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

let calendar: TestCalendar;
let ada: CreatedUser;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
beforeEach(async () => {
  calendar.setNow('2026-12-01T10:00:00Z');
  ada = await createUser(calendar, 'author');
});
afterEach(() => calendar.setNow(undefined));
afterAll(() => calendar.close());

describe('whatever is sent', () => {
  it('9.3 causes no 500', async () => {
    const survive = async (method: string, path: string, raw?: string) => {
      const body = raw === undefined ? {} : { raw, headers: { 'Content-Type': 'application/json' } };
      const answer = await calendar.request(method, path, { token: ADMIN_TOKEN, ...body });
      expect([method, path, raw, answer.status < 500]).toEqual([method, path, raw, true]);
    };
    const victim = `${USERS_PATH}/${ada.id}`;
    for (const value of HOSTILE_JSON) {
      for (const name of ['user', 'expires_at', 'expires_in_days'])
        await survive('POST', TOKENS_PATH, `{"${name}":${value}}`);
      for (const name of ['username', 'role']) await survive('PATCH', victim, `{"${name}":${value}}`);
      await survive('POST', USERS_PATH, `{"username":${value},"role":"subscriber"}`);
    }
    for (const text of HOSTILE_TEXTS) {
      for (const name of ['search', 'role', 'orderby', 'order', 'page', 'per_page', 'after', 'user'])
        for (const path of [USERS_PATH, TOKENS_PATH, victim, ME_PATH]) await survive('GET', `${path}?${name}=${text}`);
    }
  });

  it('10.3 succeeds where it is the example of the document', async () => {
    interface Body {
      readonly content: Record<string, { readonly examples: { readonly record: { readonly value: object } } }>;
    }
    const { body } = await calendar.request<{ paths: Record<string, { post: { requestBody: Body } }> }>('GET', 'doc');
    for (const path of [USERS_PATH, TOKENS_PATH]) {
      const json = body.paths[path]?.post.requestBody.content['application/json']?.examples.record.value ?? {};
      expect(Object.keys(json).length).toBeGreaterThan(0);
      expect((await calendar.request('POST', path, { json })).status).toBe(201);
    }
  });

  it('10.1 is no part of the namespace of the calendar', async () => {
    const { body } = await calendar.request('GET', '');
    expect(Object.keys(body['routes'] as object).filter((route) => !route.startsWith('/calendar/events/v1'))).toEqual(
      [],
    );
  });
});

describe('the last use of a token', () => {
  const stored = async () =>
    (
      await query<{ used: string | null }>(
        calendar.databaseUrl,
        `select to_char(last_used_at at time zone 'UTC', 'HH24:MI:SS') as used from tokens where user_id = ${ada.id}`,
      )
    )[0]?.used;
  /** Nobody waits for it to be noted, so the database is asked until it is. */
  const until = async (expected: string) => {
    while ((await stored()) !== expected) await setTimeout(5);
  };

  it('8.2 is noted once a minute', async () => {
    expect(await stored()).toBeNull();
    await requestMe(calendar, ada.token);
    await until('10:00:00');
    calendar.setNow('2026-12-01T10:00:59.999Z');
    await requestMe(calendar, ada.token);
    calendar.setNow('2026-12-01T10:01:00Z');
    await requestMe(calendar, ada.token);
    await until('10:01:00');
    expect((await requestMe(calendar, ada.token)).body['token']).toMatchObject({
      last_used_at: '2026-12-01T10:01:00Z',
    });
  });

  it('8.2 sends no statement within the minute', async () => {
    await requestMe(calendar, ada.token);
    await until('10:00:00');
    await query(calendar.databaseUrl, `update tokens set last_used_at = null where user_id = ${ada.id}`);
    calendar.setNow('2026-12-01T10:00:30Z');
    for (let round = 0; round < 20; round += 1) await requestMe(calendar, ada.token);
    expect(await stored()).toBeNull();
  });
});
