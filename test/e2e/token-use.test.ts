import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createUser, TOKENS_PATH, USERS_PATH, requestMe, type CreatedUser } from '../support/accounts/accounts.js';
import { query } from '../support/database/database-session.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

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

describe('Account paths', () => {
  it('accept the examples of the OpenAPI document (10.3)', async () => {
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

  it('are not listed in the namespace index (10.1)', async () => {
    const { body } = await calendar.request('GET', '');
    expect(Object.keys(body['routes'] as object).filter((route) => !route.startsWith('/calendar/events/v1'))).toEqual(
      [],
    );
  });
});

describe('Last use of a token', () => {
  const stored = async () =>
    (
      await query<{ used: string | null }>(
        calendar.databaseUrl,
        `select to_char(last_used_at at time zone 'UTC', 'HH24:MI:SS') as used from tokens where user_id = ${ada.id}`,
      )
    )[0]?.used;
  /** Polls the database, because the response does not wait for the update. */
  const until = async (expected: string) => {
    while ((await stored()) !== expected) await setTimeout(5);
  };

  it('is updated once a minute (8.2)', async () => {
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

  it('is not written again within the minute (8.2)', async () => {
    await requestMe(calendar, ada.token);
    await until('10:00:00');
    await query(calendar.databaseUrl, `update tokens set last_used_at = null where user_id = ${ada.id}`);
    calendar.setNow('2026-12-01T10:00:30Z');
    for (let round = 0; round < 20; round += 1) await requestMe(calendar, ada.token);
    expect(await stored()).toBeNull();
  });
});
