import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createToken,
  createUser,
  ME_PATH,
  statusAndCode,
  TOKEN_PATTERN,
  TOKENS_PATH,
  USERS_PATH,
  requestMe,
  type CreatedUser,
  type ServedToken,
} from '../support/accounts/accounts.js';
import { query } from '../support/database/database-session.js';
import { eventually } from '../support/processes/log-lines.js';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import {
  ADMIN_TOKEN,
  startTestCalendar,
  type TestResponse,
  type TestCalendar,
} from '../support/calendar/test-calendar.js';

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

const getToken = (path = '', token = ada.token) =>
  calendar.request<ServedToken>('GET', `${TOKENS_PATH}${path}`, { token });
const postToken = (json: object, token = ada.token) => calendar.request('POST', TOKENS_PATH, { json, token });
const idsOf = async (path: string, token: string) => {
  const { body } = await calendar.request<{ tokens: ServedToken[] }>('GET', `${TOKENS_PATH}${path}`, { token });
  return body.tokens.map(({ id }) => id);
};
const REFUSED = [401, 'invalid_credentials'];

describe('Tokens', () => {
  it('are created for the caller, shown once, and valid for a year by default (8.2)', async () => {
    const { status, headers, body } = await calendar.request<ServedToken>('POST', TOKENS_PATH, { token: ada.token });
    const { token, ...rest } = body;
    expect([status, token]).toEqual([201, expect.stringMatching(TOKEN_PATTERN)]);
    expect(rest).toEqual({
      id: expect.any(Number),
      user: ada.id,
      created_at: '2026-12-01T10:00:00Z',
      expires_at: '2027-12-01T10:00:00Z',
      revoked_at: null,
      last_used_at: null,
      rest_url: `${calendar.origin}${TOKENS_PATH}/${rest.id}`,
    });
    expect([headers.get('Location'), headers.get('Cache-Control')]).toEqual([rest.rest_url, 'no-store']);
    expect((await getToken(`/${rest.id}`)).body).toEqual(rest);
    expect((await getToken('?per_page=50')).body).toMatchObject({ total: 2, tokens: [{ user: ada.id }, rest] });
  });

  it.each<[object, string]>([
    [{ expires_in_days: 1 }, '2026-12-02T10:00:00Z'],
    [{ expires_in_days: '3650' }, '2036-11-28T10:00:00Z'],
    [{ expires_at: '2026-12-01 10:00:01' }, '2026-12-01T10:00:01Z'],
    [{ expires_at: '2027-01-01T00:00:00+02:00', expires_in_days: 7 }, '2026-12-31T22:00:00Z'],
  ])('created with %j expire at %s, to the second (8.2)', async (input, expiresAt) => {
    const { id, token, expires_at } = await createToken(calendar, input, { token: ada.token });
    expect(expires_at).toBe(expiresAt);
    calendar.setNow(new Date(Date.parse(expiresAt) - 1).toISOString());
    expect((await requestMe(calendar, token)).body).toMatchObject({ id: ada.id, token: { id, expires_at: expiresAt } });
    calendar.setNow(expiresAt);
    expect(statusAndCode(await requestMe(calendar, token))).toEqual(REFUSED);
    calendar.setNow('2026-12-01T10:00:00Z');
    expect((await requestMe(calendar, token)).status).toBe(200);
  });

  it('must expire in the future and within ten years (8.2)', async () => {
    for (const expires_at of ['2026-12-01 10:00:00', '2020-01-01', '2036-11-28 10:00:01', 'tomorrow', '2027-02-30', {}])
      expectInvalidParameters(await postToken({ expires_at }), 'expires_at');
    for (const expires_in_days of [0, -1, 3651, 1.5, 'many'])
      expectInvalidParameters(await postToken({ expires_in_days }), 'expires_in_days');
    const ofNobody = await postToken({ user: 987_654_321, expires_at: '2020-01-01' }, ADMIN_TOKEN);
    expectInvalidParameters(ofNobody, 'expires_at', 'user');
  });

  it('are invalid immediately after a revocation, and still readable (8.2)', async () => {
    const { id, token } = await createToken(calendar, {}, { token: ada.token });
    const revoked = await calendar.request('DELETE', `${TOKENS_PATH}/${id}`, { token });
    expect([revoked.status, revoked.body['revoked_at']]).toEqual([200, '2026-12-01T10:00:00Z']);
    expect(statusAndCode(await requestMe(calendar, token))).toEqual(REFUSED);
    expect(statusAndCode(await calendar.request('GET', 'events', { token }))).toEqual(REFUSED);
    calendar.setNow('2026-12-01T11:00:00Z');
    const again = await calendar.request('DELETE', `${TOKENS_PATH}/${id}`, { token: ada.token });
    expect([again.status, again.body['revoked_at']]).toEqual([200, '2026-12-01T10:00:00Z']);
    expect((await getToken(`/${id}`)).body['revoked_at']).toBe('2026-12-01T10:00:00Z');
  });

  it('of other users are 404 or 403, except for administrators (8.3, 8.5)', async () => {
    const eve = await createUser(calendar, 'editor');
    const { id, token } = await createToken(calendar, {}, { token: ada.token });
    for (const method of ['GET', 'DELETE']) {
      const response = await calendar.request(method, `${TOKENS_PATH}/${id}`, { token: eve.token });
      expect(statusAndCode(response)).toEqual([404, 'token_not_found']);
    }
    expect((await requestMe(calendar, token)).status).toBe(200);
    expect(await idsOf('?per_page=50', eve.token)).not.toContain(id);
    expect(await idsOf(`?per_page=50&user=${eve.id}`, eve.token)).toHaveLength(1);
    for (const userId of [ada.id, 987_654_321]) {
      expect(statusAndCode(await getToken(`?user=${userId}&page=0`, eve.token))).toEqual([403, 'forbidden']);
      const refused = await postToken({ user: userId, expires_at: 'never' }, eve.token);
      expect(statusAndCode(refused)).toEqual([403, 'forbidden']);
    }
    expect(await idsOf(`?user=${ada.id}`, ADMIN_TOKEN)).toContain(id);
    expect(await idsOf('?per_page=50', ADMIN_TOKEN)).toContain(id);
    expect((await createToken(calendar, { user: ada.id })).user).toBe(ada.id);
    expect((await calendar.request('DELETE', `${TOKENS_PATH}/${id}`)).status).toBe(200);
    expect(statusAndCode(await requestMe(calendar, token))).toEqual(REFUSED);
    expect(statusAndCode(await getToken('/987654321'))).toEqual([404, 'token_not_found']);
    const ofNobody = `${TOKENS_PATH}?user=987654321`;
    expectInvalidParameters(await calendar.request('GET', ofNobody, { token: ADMIN_TOKEN }), 'user');
  });

  it('are in no other response and not in the database (8.15)', async () => {
    const created = await createToken(calendar, {}, { token: ada.token });
    const responses: TestResponse<object>[] = [
      await getToken(''),
      await getToken(`/${created.id}`),
      await requestMe(calendar, created.token),
      await calendar.request('GET', USERS_PATH, { token: ADMIN_TOKEN }),
      await calendar.request('GET', `${USERS_PATH}/${ada.id}`, { token: ADMIN_TOKEN }),
      await calendar.request('PATCH', `${USERS_PATH}/${ada.id}`, { json: { role: 'editor' } }),
      await calendar.request('DELETE', `${TOKENS_PATH}/${created.id}`, { token: ada.token }),
      await requestMe(calendar, created.token),
      await requestMe(calendar, `${created.token.slice(0, -1)}!`),
    ];
    for (const { text, headers } of responses)
      expect(`${text} ${JSON.stringify([...headers])}`).not.toMatch(/cal_|test-administrator-token/);
    const rows = await query<{ row: string }>(calendar.databaseUrl, 'select tokens::text as row from tokens');
    expect(rows.map(({ row }) => row).join('\n')).not.toContain('cal_');
  });
});

describe('Identity of the caller', () => {
  it('includes the time of the last use of the token, once it is recorded (8.2)', async () => {
    const lastUse = async () => ((await requestMe(calendar, ada.token)).body['token'] as ServedToken).last_used_at;
    expect(await eventually(async () => (await lastUse()) ?? undefined)).toBe('2026-12-01T10:00:00Z');
  });

  it('is returned with the token in use, which is null for ADMIN_TOKEN (8.1)', async () => {
    const { body } = await requestMe(calendar, ada.token);
    const { id, username } = ada;
    const token = { user: id, expires_at: '2027-12-01T10:00:00Z', revoked_at: null };
    expect(body).toEqual({ id, username, role: 'author', token: expect.objectContaining(token) });
    expect((await requestMe(calendar, ADMIN_TOKEN)).body).toEqual({
      id: expect.any(Number),
      username: 'admin',
      role: 'administrator',
      token: null,
    });
    const basic = Buffer.from(`${username.toUpperCase()}:${ada.token}`).toString('base64');
    const options = { headers: { Authorization: `Basic ${basic}` }, token: null };
    expect((await calendar.request('GET', ME_PATH, options)).body).toEqual((await requestMe(calendar, ada.token)).body);
  });

  it('is 401 for a token with a wrong checksum, even if its hash is stored (8.2)', async () => {
    const forged = `cal_${'0'.repeat(30)}2C8Gjs`;
    const valid = `cal_${'0'.repeat(30)}2C8GjS`;
    for (const token of [forged, valid])
      await query(
        calendar.databaseUrl,
        `insert into tokens (user_id, hash, created_at) values (${ada.id}, sha256('${token}'), now())`,
      );
    expect((await requestMe(calendar, valid)).status).toBe(200);
    expect(statusAndCode(await requestMe(calendar, forged))).toEqual(REFUSED);
  });

  it('is also returned for a token in the former format (8.2)', async () => {
    await query(
      calendar.databaseUrl,
      `insert into tokens (user_id, hash, created_at) values (${ada.id}, sha256('cal_${'ab'.repeat(20)}'), now())`,
    );
    expect((await requestMe(calendar, `cal_${'ab'.repeat(20)}`)).body).toMatchObject({
      id: ada.id,
      token: { expires_at: null },
    });
  });
});
