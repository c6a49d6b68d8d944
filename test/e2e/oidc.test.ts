import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { base64url, exportSPKI, SignJWT, UnsecuredJWT } from 'jose';
import {
  createUser,
  ME_PATH,
  statusAndCode,
  TOKENS_PATH,
  USERS_PATH,
  requestMe,
} from '../support/accounts/accounts.js';
import { query } from '../support/database/database-session.js';
import { AUDIENCE, OidcIssuer, createSigningKey, type SigningKey } from '../support/accounts/oidc-issuer.js';
import { messageText } from '../support/languages/message-texts.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const NOW = '2026-12-01T10:00:00Z';
const NOW_SECONDS = Date.parse(NOW) / 1000;
const REFUSED = [401, 'invalid_credentials'];

let supportedKeys: SigningKey[];
let unsupportedKeys: SigningKey[];
let issuer: OidcIssuer;
let calendar: TestCalendar;
beforeAll(async () => {
  supportedKeys = await createKeys('RS256', 'ES256', 'EdDSA');
  unsupportedKeys = await createKeys('RS512', 'PS256', 'ES384');
  issuer = await new OidcIssuer([...supportedKeys, ...unsupportedKeys]).start();
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

const createKeys = (...algorithms: string[]) => Promise.all(algorithms.map((alg) => createSigningKey(alg)));
const roles = (...names: unknown[]) => ({ realm_access: { roles: names } });
const requestMeWith = async (token: string | Promise<string>) => requestMe(calendar, await token);

describe('Users of an OIDC issuer', () => {
  it('are identified by RS256, ES256 and EdDSA tokens, and created on the first request (8.2)', async () => {
    const ids = new Set<unknown>();
    for (const key of supportedKeys) {
      const { status, body } = await requestMeWith(issuer.sign(NOW, roles('editor'), { key }));
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

  it('are identified by their exact subject, never by a name or e-mail address (8.2)', async () => {
    const claims = { ...roles('author'), preferred_username: 'admin', name: 'admin', email: 'admin@town.example' };
    const [lowerCase, upperCase] = [
      await requestMeWith(issuer.sign(NOW, { ...claims, sub: 'one' })),
      await requestMeWith(issuer.sign(NOW, { ...claims, sub: 'ONE' })),
    ];
    const { body: admin } = await requestMe(calendar, ADMIN_TOKEN);
    expect(new Set([lowerCase.body['id'], upperCase.body['id'], admin['id']]).size).toBe(3);
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
    await requestMeWith(issuer.sign(NOW, { sub: 'kept' }));
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

  it('with the role administrator neither replace the last local administrator nor own ADMIN_TOKEN (11.2)', async () => {
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

describe('Tokens of an OIDC issuer', () => {
  /** Claims that replace the default ones, and the status of a request with the token. */
  const CLAIMS: readonly (readonly [description: string, claims: object, status: number])[] = [
    ['for another audience', { aud: 'other' }, 401],
    ['without an audience', { aud: undefined }, 401],
    ['for several audiences', { aud: ['other', AUDIENCE] }, 200],
    ['of another issuer', { iss: 'https://id.example' }, 401],
    ['without an issuer', { iss: undefined }, 401],
    ['without a subject', { sub: undefined }, 401],
    ['with a subject of 255 characters', { sub: 's'.repeat(255) }, 200],
    ['with a subject of 256 characters', { sub: 's'.repeat(256) }, 401],
    ['without an expiry', { exp: undefined }, 401],
    ['with a string as expiry', { exp: String(NOW_SECONDS + 300) }, 401],
    ['that expired five seconds ago', { exp: NOW_SECONDS - 5 }, 401],
    ['that expired four seconds ago', { exp: NOW_SECONDS - 4 }, 200],
    ['that become valid in five seconds', { nbf: NOW_SECONDS + 5 }, 200],
    ['that become valid in six seconds', { nbf: NOW_SECONDS + 6 }, 401],
  ];

  it.each(CLAIMS)('%s (claims %j) get status %d (8.2)', async (_description, claims, status) => {
    const response = await requestMeWith(issuer.sign(NOW, { sub: 'claims', ...claims }));
    expect(response.status).toBe(status);
    if (status === 401) {
      expect(response.body['code']).toBe('invalid_credentials');
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="calendar"');
    }
  });

  it('expire by the clock of the service (8.2)', async () => {
    const token = await issuer.sign(NOW, { sub: 'clock' });
    expect((await requestMe(calendar, token)).status).toBe(200);
    calendar.setNow('2026-12-01T10:05:05Z');
    expect(statusAndCode(await requestMe(calendar, token))).toEqual(REFUSED);
    calendar.setNow(NOW);
  });

  it('with a missing, forged or symmetric signature, or an unsupported algorithm, are rejected (8.2)', async () => {
    const rsaKey = issuer.keys[0] as SigningKey;
    const claims = { iss: issuer.url, aud: AUDIENCE, sub: 'forged', exp: NOW_SECONDS + 300, ...roles('administrator') };
    const unsigned = new UnsecuredJWT(claims).encode();
    const secret = new TextEncoder().encode(await exportSPKI(rsaKey.publicKey));
    const symmetric = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: rsaKey.kid }).sign(secret);
    const [head = '', body = '', signature = ''] = (await issuer.sign(NOW, { sub: 'forged' })).split('.');
    const forgedBody = base64url.encode(JSON.stringify(claims));
    const forged = [
      unsigned,
      symmetric,
      `${head}.${forgedBody}.${signature}`,
      `${head}.${body}.`,
      `${head}.${body}.${'A'.repeat(86)}`,
    ];
    for (const token of forged) expect(statusAndCode(await requestMe(calendar, token))).toEqual(REFUSED);
    for (const key of unsupportedKeys)
      expect(statusAndCode(await requestMeWith(issuer.sign(NOW, {}, { key })))).toEqual(REFUSED);
    const forgers = await query(calendar.databaseUrl, `select from users where subject = 'forged'`);
    expect(forgers).toEqual([]);
  });

  it('never make the service fetch a URL from their header (8.2)', async () => {
    const fetchedUrls: unknown[] = [];
    const listener = createServer((request, response) => {
      fetchedUrls.push(request.url);
      response.end(JSON.stringify({ keys: [attackerKey.jwk] }));
    }).listen(0, '127.0.0.1');
    const attackerKey = await createSigningKey('ES256');
    const keysUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/keys`;
    const headers = [
      { jku: keysUrl },
      { x5u: keysUrl },
      { jwk: attackerKey.jwk },
      { kid: keysUrl },
      { kid: '../../keys' },
      { kid: '' },
    ];
    for (const header of headers)
      expect(
        statusAndCode(
          await requestMeWith(issuer.sign(NOW, {}, { key: attackerKey, header: { ...header, alg: 'ES256' } })),
        ),
      ).toEqual(REFUSED);
    const issuerKey = issuer.keys[1] as SigningKey;
    const ignored = { jku: keysUrl, x5u: keysUrl, jwk: attackerKey.jwk };
    const acceptedHeader = { ...ignored, alg: 'ES256' };
    const accepted = await requestMeWith(issuer.sign(NOW, {}, { key: issuerKey, header: acceptedHeader }));
    expect(accepted.status).toBe(200);
    listener.close();
    expect(fetchedUrls).toEqual([]);
  });
});
