import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createUser,
  ME_PATH,
  statusAndCode,
  TOKENS_PATH,
  USERS_PATH,
  requestMe,
} from '../support/accounts/accounts.js';
import { query } from '../support/database/database-session.js';
import { AUDIENCE, OidcIssuer, createSigningKey } from '../support/accounts/oidc-issuer.js';
import { messageText } from '../support/languages/message-texts.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const NOW = '2026-12-01T10:00:00Z';
const REFUSED = [401, 'invalid_credentials'];

let issuer: OidcIssuer;
let calendar: TestCalendar;
beforeAll(async () => {
  issuer = await new OidcIssuer([
    await createSigningKey('RS256'),
    await createSigningKey('ES256'),
    await createSigningKey('EdDSA'),
  ]).start();
  calendar = await startTestCalendar({
    OIDC_ISSUER: issuer.url,
    OIDC_AUDIENCE: AUDIENCE,
    OIDC_ROLE_CLAIM: 'realm_access.roles',
  });
  calendar.setNow(NOW);
});
afterAll(async () => {
  await calendar.close();
  await issuer.stop();
});

const roles = (...names: unknown[]) => ({ realm_access: { roles: names } });
const requestWith = async (token: string | Promise<string>) => requestMe(calendar, await token);

describe('Users of an OIDC issuer', () => {
  it('are identified by RS256, ES256 and EdDSA tokens, and created on the first request (8.2)', async () => {
    const ids = new Set<unknown>();
    for (const key of issuer.keys) {
      const { status, body } = await requestWith(issuer.sign(NOW, roles('editor'), { key }));
      expect([status, body]).toEqual([
        200,
        { id: expect.any(Number), username: expect.stringMatching(/^oidc-[0-9a-f]{16}$/), role: 'editor', token: null },
      ]);
      ids.add(body['id']);
    }
    expect(ids.size).toBe(1);
  });

  it('can send their token with HTTP Basic and their own username (8.1, 8.2)', async () => {
    const basic = (name: string, token: string) => ({
      headers: { Authorization: `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}` },
    });
    const token = await issuer.sign(NOW);
    const { username } = (await requestMe(calendar, token)).body;
    expect((await calendar.request('GET', ME_PATH, basic(String(username), token))).status).toBe(200);
    expect(statusAndCode(await calendar.request('GET', ME_PATH, basic('ada', token)))).toEqual(REFUSED);
  });

  it('get the most powerful role in the claim on each request, or else subscriber (8.2)', async () => {
    const cases: [object, string][] = [
      [roles('subscriber', 'author', 'contributor'), 'author'],
      [roles('offline_access', 'administrator', 'editor'), 'administrator'],
      [{ realm_access: { roles: 'contributor' } }, 'contributor'],
      [roles('boss', 7, null), 'subscriber'],
      [{ roles: ['administrator'] }, 'subscriber'],
      [{}, 'subscriber'],
    ];
    for (const [claims, role] of cases) {
      const token = await issuer.sign(NOW, { sub: 'role', ...claims });
      expect((await requestMe(calendar, token)).body['role']).toBe(role);
      const write = await calendar.request('POST', 'tags', { json: { name: `${role} ${Math.random()}` }, token });
      expect(write.status).toBe(['administrator', 'editor'].includes(role) ? 201 : 403);
      expect(await storedUsers('role')).toEqual([{ role }]);
    }
  });

  it('are identified by issuer and subject, never by name (8.2)', async () => {
    const claims = { ...roles('author'), preferred_username: 'admin', name: 'admin', email: 'admin@town.example' };
    const [one, two] = [
      await requestWith(issuer.sign(NOW, { ...claims, sub: 'one' })),
      await requestWith(issuer.sign(NOW, { ...claims, sub: 'ONE' })),
    ];
    const { body: admin } = await requestMe(calendar, ADMIN_TOKEN);
    expect(new Set([one.body['id'], two.body['id'], admin['id']]).size).toBe(3);
    expect(admin['username']).toBe('admin');
  });

  it('are created once for 20 concurrent first requests (8.2)', async () => {
    const token = await issuer.sign(NOW, { sub: 'many', ...roles('editor') });
    const responses = await Promise.all(Array.from({ length: 20 }, () => requestMe(calendar, token)));
    expect(new Set(responses.map(({ status, body }) => `${status} ${String(body['id'])}`)).size).toBe(1);
    expect(responses[0]?.status).toBe(200);
    expect(await storedUsers('many')).toHaveLength(1);
  });

  it('are updated in the database only if their role changes (8.2)', async () => {
    const token = await issuer.sign(NOW, { sub: 'kept', ...roles('editor') });
    await requestMe(calendar, token);
    const version = () => query(calendar.databaseUrl, `select xmin::text from users where subject = 'kept'`);
    const before = await version();
    await requestMe(calendar, token);
    expect(await version()).toEqual(before);
    await requestWith(issuer.sign(NOW, { sub: 'kept' }));
    expect(await version()).not.toEqual(before);
  });

  it('can be renamed, but get neither service tokens nor a role from this service (8.2, 9.1)', async () => {
    const token = await issuer.sign(NOW, { sub: 'tokenless', ...roles('editor') });
    const { id } = (await requestMe(calendar, token)).body;
    const refused = [
      await calendar.request('POST', TOKENS_PATH, { token, json: { ml_language: 'ca' } }),
      await calendar.request('POST', TOKENS_PATH, { json: { user: id, ml_language: 'ca' } }),
      await calendar.request('PATCH', `${USERS_PATH}/${String(id)}`, { json: { role: 'author', ml_language: 'ca' } }),
    ];
    for (const response of refused) {
      expect(statusAndCode(response)).toEqual([409, 'conflict']);
      expect(response.body['detail']).toBe(messageText('ca', 'errors.conflict.external_user'));
    }
    const renamed = await calendar.request('PATCH', `${USERS_PATH}/${String(id)}`, {
      json: { username: 'Mercè', role: 'editor' },
    });
    expect([renamed.status, renamed.body['username'], renamed.body['issuer']]).toEqual([200, 'Mercè', issuer.url]);
    expect((await requestMe(calendar, token)).body['username']).toBe('Mercè');
  });

  it('do not count as the last administrator and do not own ADMIN_TOKEN (11.2)', async () => {
    const token = await issuer.sign(NOW, { sub: 'chief', ...roles('administrator') });
    const { id: chief } = (await requestMe(calendar, token)).body;
    const { id: admin } = (await requestMe(calendar, ADMIN_TOKEN)).body;
    expect(statusAndCode(await calendar.request('DELETE', `${USERS_PATH}/${String(admin)}`, { token }))).toEqual([
      409,
      'conflict',
    ]);
    const second = await createUser(calendar, 'administrator');
    expect((await calendar.request('DELETE', `${USERS_PATH}/${String(admin)}`, { token })).status).toBe(200);
    expect((await requestMe(calendar, ADMIN_TOKEN)).body['id']).toBe(second.id);
    expect((await calendar.request('DELETE', `${USERS_PATH}/${String(chief)}`)).status).toBe(200);
  });

  const storedUsers = (subject: string) =>
    query<{ role: string }>(calendar.databaseUrl, `select role from users where subject = '${subject}'`);
});
