import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AUDIENCE, OidcIssuer, createSigningKey } from '../support/accounts/oidc-issuer.js';
import { byRunMode } from '../support/run/run-mode.js';
import { repeatParallel } from '../support/records/links.js';
import { ADMIN_HEADERS, rawRequest, type RawRequest } from '../support/requests/raw-request.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const MAX_FAILURES = 300;
/** The short form has fewer requests. The unit tests of AuthenticationThrottle cover networks and expiry. */
const CONCURRENT = byRunMode(350, 1000);
const PATH = '/calendar/events/v1/tags';
const basic = (name: string, token: string) => `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`;
const WRONG_CHECKSUM = `Bearer cal_${'A'.repeat(30)}000000`;

let calendar: TestCalendar;
let issuer: OidcIssuer;
beforeAll(async () => {
  issuer = await new OidcIssuer([await createSigningKey()]).start();
  calendar = await startTestCalendar({ TRUST_PROXY: 'true', OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE });
});
afterAll(async () => {
  await calendar.close();
  await issuer.stop();
});
let startedTests = 0;
/** Client IP address, different for each test. */
let clientAddress = '';
beforeEach(() => {
  startedTests += 1;
  clientAddress = `192.0.2.${startedTests}`;
});

const send = (Authorization?: string, options: Partial<RawRequest> = {}) =>
  rawRequest(calendar.origin, {
    method: 'GET',
    path: PATH,
    ...options,
    headers: { 'X-Forwarded-For': clientAddress, ...(Authorization ? { Authorization } : {}), ...options.headers },
  });
const outcome = async (Authorization: string, options?: Partial<RawRequest>) => {
  const { status, body, headers } = await send(Authorization, options);
  return [status, body['code'], headers['retry-after']];
};
/** Sends wrong credentials, 20 at a time, because each request looks up its token in the database. */
const sendWrongCredentials = async (count: number) => {
  for (let sent = 0; sent < count; sent += 20) await repeatParallel(Math.min(20, count - sent), () => send('Bearer x'));
};
const REFUSED = [401, 'invalid_credentials', undefined];
/** Seconds until 15 minutes after the first wrong credentials. */
const RETRY_AFTER = expect.stringMatching(/^(900|8\d\d)$/) as unknown;
const TOO_MANY = [429, 'too_many_requests', RETRY_AFTER];

describe('Limit of wrong credentials', () => {
  it('returns 401 for 300 concurrent requests, and 429 for all others (12.5)', async () => {
    const responses = await repeatParallel(CONCURRENT, () => send(WRONG_CHECKSUM));
    const counted = [401, 429].map((status) => responses.filter((each) => each.status === status).length);
    expect(counted).toEqual([MAX_FAILURES, CONCURRENT - MAX_FAILURES]);
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.headers).toMatchObject({ 'retry-after': RETRY_AFTER, 'cache-control': 'no-store' });
    expect(refused?.headers).not.toHaveProperty('www-authenticate');
  });

  it('counts every type of wrong credentials, and never rejects valid credentials or anonymous requests (12.5)', async () => {
    const authorToken = await calendar.createToken('author');
    const foreignToken = await new OidcIssuer([await createSigningKey()]).sign(new Date().toISOString());
    const wrongCredentials = [
      WRONG_CHECKSUM,
      'Bearer cal_mistyped',
      'Bearer',
      'Digest a=b',
      basic('admin', 'nothing'),
      basic('somebody', authorToken),
      basic('admin', ''),
      `Bearer ${foreignToken}`,
      'Bearer a.b.c',
      `Bearer ${await issuer.sign('2020-01-01T00:00:00Z')}`,
    ];
    await sendWrongCredentials(MAX_FAILURES - wrongCredentials.length - 1);
    for (const each of wrongCredentials) expect([each, await outcome(each)]).toEqual([each, REFUSED]);
    // Basic credentials are refused in a request from another site.
    const crossSite = { 'Sec-Fetch-Site': 'cross-site' };
    expect(await outcome(basic('admin', ADMIN_TOKEN), { headers: crossSite })).toEqual(REFUSED);
    for (const each of wrongCredentials) expect([each, await outcome(each)]).toEqual([each, TOO_MANY]);
    // The limit applies to other methods and paths too.
    expect(await outcome('Bearer x', { method: 'DELETE', path: `${PATH}/1` })).toEqual(TOO_MANY);
    expect(await outcome('Bearer x', { path: '/calendar/admin/v1/me' })).toEqual(TOO_MANY);

    const valid = [
      ADMIN_HEADERS.Authorization,
      `Bearer ${authorToken}`,
      basic('admin', ADMIN_TOKEN),
      `Bearer ${await issuer.sign(new Date().toISOString())}`,
      undefined,
    ];
    for (const each of valid) expect([each, (await send(each)).status]).toEqual([each, 200]);
    expect((await send(undefined, { method: 'POST' })).status).toBe(401);
    expect(await outcome('Bearer x')).toEqual(TOO_MANY);
  });
});
