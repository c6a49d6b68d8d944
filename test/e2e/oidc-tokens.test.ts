import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { base64url, exportSPKI, SignJWT, UnsecuredJWT } from 'jose';
import { statusAndCode, requestMe } from '../support/accounts/accounts.js';
import { query } from '../support/database/database-session.js';
import { AUDIENCE, OidcIssuer, createSigningKey, type SigningKey } from '../support/accounts/oidc-issuer.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const NOW = '2026-12-01T10:00:00Z';
const NOW_SECONDS = Date.parse(NOW) / 1000;
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

describe('Tokens of an OIDC issuer', () => {
  /** Claims of invalid tokens, and of valid tokens at the limits. */
  const CLAIMS: readonly (readonly [description: string, claims: object, status: number])[] = [
    ['for another audience', { aud: 'other' }, 401],
    ['without an audience', { aud: undefined }, 401],
    ['for several audiences', { aud: ['other', AUDIENCE] }, 200],
    ['of another issuer', { iss: 'https://id.example' }, 401],
    ['without an issuer', { iss: undefined }, 401],
    ['without a subject', { sub: undefined }, 401],
    ['with an empty subject', { sub: '' }, 401],
    ['with a number as subject', { sub: 7 }, 401],
    ['with a lone surrogate in the subject', { sub: 'a\ud800' }, 401],
    ['with U+0000 in the subject', { sub: 'a\u0000' }, 401],
    ['with a subject of 255 characters', { sub: 's'.repeat(255) }, 200],
    ['with a subject of 256 characters', { sub: 's'.repeat(256) }, 401],
    ['without an expiry', { exp: undefined }, 401],
    ['with a string as expiry', { exp: String(NOW_SECONDS + 300) }, 401],
    ['that expired five seconds ago', { exp: NOW_SECONDS - 5 }, 401],
    ['that expired four seconds ago', { exp: NOW_SECONDS - 4 }, 200],
    ['that become valid in five seconds', { nbf: NOW_SECONDS + 5 }, 200],
    ['that become valid in six seconds', { nbf: NOW_SECONDS + 6 }, 401],
  ];

  it.each(CLAIMS)('%s: claims %j are %d (8.2)', async (_description, claims, status) => {
    const response = await requestWith(issuer.sign(NOW, { sub: 'claims', ...claims }));
    expect(response.status).toBe(status);
    if (status === 401) {
      expect(response.body['code']).toBe('invalid_credentials');
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="calendar"');
    }
  });

  it('of an issuer that differs by a trailing slash are rejected (8.2)', async () => {
    expect(statusAndCode(await requestWith(issuer.sign(NOW, { iss: `${issuer.url}/` })))).toEqual(REFUSED);
  });

  it('expire by the clock of the service (8.2)', async () => {
    const token = await issuer.sign(NOW, { sub: 'clock' });
    expect((await requestMe(calendar, token)).status).toBe(200);
    calendar.setNow('2026-12-01T10:05:05Z');
    expect(statusAndCode(await requestMe(calendar, token))).toEqual(REFUSED);
    calendar.setNow(NOW);
  });

  it('with a missing, forged or symmetric signature, or an unsupported algorithm, are rejected (8.2)', async () => {
    const key = issuer.keys[0] as SigningKey;
    const claims = { iss: issuer.url, aud: AUDIENCE, sub: 'forged', exp: NOW_SECONDS + 300, ...roles('administrator') };
    const unsigned = new UnsecuredJWT(claims).encode();
    const secret = new TextEncoder().encode(await exportSPKI(key.publicKey));
    const symmetric = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(secret);
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
    for (const alg of ['RS512', 'PS256', 'ES384'])
      expect(statusAndCode(await requestWith(issuer.sign(NOW, {}, { key: await createSigningKey(alg) })))).toEqual(
        REFUSED,
      );
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
          await requestWith(issuer.sign(NOW, {}, { key: attackerKey, header: { ...header, alg: 'ES256' } })),
        ),
      ).toEqual(REFUSED);
    const issuerKey = issuer.keys[1] as SigningKey;
    for (const header of [{ jku: keysUrl, x5u: keysUrl, jwk: attackerKey.jwk }])
      expect(
        (await requestWith(issuer.sign(NOW, {}, { key: issuerKey, header: { ...header, alg: 'ES256' } }))).status,
      ).toBe(200);
    listener.close();
    expect(fetchedUrls).toEqual([]);
  });
});
