import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { statusAndCode, requestMe } from '../support/accounts/accounts.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { AUDIENCE, OidcIssuer, createSigningKey, type SigningKey } from '../support/accounts/oidc-issuer.js';
import { onlyInFullRun } from '../support/run/run-mode.js';

describe('Keys of an OIDC issuer', () => {
  const REFUSED = [401, 'invalid_credentials'];
  const ACCEPTED = [200, undefined];
  const DISCOVERY = '/.well-known/openid-configuration';
  const MINUTE_MS = 60_000;

  const realNow = Date.now;
  let offsetMs = 0;
  let issuer: OidcIssuer;
  let calendar: TestCalendar;

  beforeAll(() => {
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offsetMs);
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });
  beforeEach(async () => {
    issuer = await new OidcIssuer([await createSigningKey()]).start();
  });
  afterEach(async () => {
    await calendar.close();
    await issuer.stop();
  });

  const start = async (environment: NodeJS.ProcessEnv = {}) => {
    offsetMs = 0;
    calendar = await startTestCalendar({ OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE, ...environment });
  };
  /** Status and code of a request with a new token, signed with `key`, by default the first key of the issuer. */
  const requestWithNewToken = async (key?: SigningKey) =>
    statusAndCode(
      await requestMe(calendar, await issuer.sign(new Date(Date.now()).toISOString(), {}, key ? { key } : {})),
    );

  /** The short form tests renewal, expiry, the log and invalid discovery only. */
  onlyInFullRun(() => {
    it('are fetched once, for the first token (8.2)', async () => {
      await start();
      await calendar.request('GET', 'events');
      expect(issuer.requestedPaths).toEqual([]);
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => requestWithNewToken()));
      expect(outcomes).toEqual(outcomes.map(() => ACCEPTED));
      await requestWithNewToken();
      expect(issuer.requestedPaths).toEqual([DISCOVERY, '/keys']);
    });

    it('are fetched from OIDC_JWKS_URI (8.2)', async () => {
      await start({ OIDC_JWKS_URI: `${issuer.url}/keys-of-the-town` });
      expect(await requestWithNewToken()).toEqual(ACCEPTED);
      expect(issuer.requestedPaths).toEqual(['/keys-of-the-town']);
    });
  });

  it('are fetched again for a token with an unknown key, at most once per 5 s (8.2)', async () => {
    await start();
    // Each fetch requests the configuration and the keys.
    expect(await requestWithNewToken()).toEqual(ACCEPTED);
    const oldKey = issuer.keys[0];
    await issuer.rotate('RS256');
    for (let round = 0; round < 5; round += 1) expect(await requestWithNewToken()).toEqual(REFUSED);
    expect(issuer.requestedPaths).toHaveLength(2);
    offsetMs += 5_000;
    expect(await requestWithNewToken()).toEqual(ACCEPTED);
    expect(await requestWithNewToken(oldKey)).toEqual(REFUSED);
    expect(issuer.requestedPaths).toHaveLength(4);
  });

  it('expire within ten minutes if the issuer withdraws them (8.2)', async () => {
    await start();
    const oldKey = issuer.keys[0];
    expect(await requestWithNewToken()).toEqual(ACCEPTED);
    await issuer.rotate();
    offsetMs += 9 * MINUTE_MS;
    expect(await requestWithNewToken(oldKey)).toEqual(ACCEPTED);
    expect(issuer.requestedPaths).toHaveLength(2);
    offsetMs += MINUTE_MS;
    expect(await requestWithNewToken(oldKey)).toEqual(REFUSED);
    expect(await requestWithNewToken()).toEqual(ACCEPTED);
  });

  it('that do not fit, and other reasons to refuse a token, are logged without the token, at most ten a minute (8.2, 8.15)', async () => {
    const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
    await start();
    const now = new Date(Date.now()).toISOString();
    const seconds = Math.floor(Date.now() / 1000);
    const cases = [
      [{ aud: 'account' }, {}, 'the claim aud is "account", expected: "calendar"'],
      [{ iss: `${issuer.url}/` }, {}, `the claim iss is "${issuer.url}/", expected: "${issuer.url}"`],
      [{ exp: seconds - 60 }, {}, `the claim exp is "${new Date((seconds - 60) * 1000).toISOString()}", now: "`],
      [{ sub: '' }, {}, 'the claim "sub" is not'],
      [{}, { key: await createSigningKey() }, 'no applicable key found'],
    ] as const;
    for (const [claims, options, reason] of cases) {
      const token = await issuer.sign(now, claims, options);
      expect(statusAndCode(await requestMe(calendar, token))).toEqual(REFUSED);
      expect(warn).toHaveBeenLastCalledWith(expect.stringContaining(reason));
      expect(warn).not.toHaveBeenCalledWith(expect.stringContaining(token.slice(-20)));
    }
    for (let round = 0; round < 10; round += 1) await requestMe(calendar, await issuer.sign(now, { aud: 'x' }));
    expect(warn).toHaveBeenCalledTimes(10);
    // A user without a known role is logged once, also above this limit.
    for (let round = 0; round < 2; round += 1) await requestMe(calendar, await issuer.sign(now, { roles: ['Boss'] }));
    expect(warn).toHaveBeenCalledTimes(11);
    expect(warn).toHaveBeenLastCalledWith(expect.stringContaining('has no known role in the claim roles'));
    warn.mockRestore();
  });

  onlyInFullRun(() => {
    it('are all tried for a token without kid, also those published since the last fetch (8.2)', async () => {
      issuer.keys.push(await createSigningKey('RS256'), await createSigningKey());
      await start();
      const requestWithoutKid = async (key: SigningKey | undefined) => {
        const token = await issuer.sign(new Date(Date.now()).toISOString(), {}, { key, header: { kid: undefined } });
        return statusAndCode(await requestMe(calendar, token));
      };
      for (const key of issuer.keys) expect(await requestWithoutKid(key)).toEqual(ACCEPTED);
      expect(await requestWithoutKid(await createSigningKey())).toEqual(REFUSED);
      issuer.keys.push(await createSigningKey());
      offsetMs += 5_000;
      expect(await requestWithoutKid(issuer.keys.at(-1))).toEqual(ACCEPTED);
      await issuer.rotate();
      offsetMs += 5_000;
      expect(await requestWithoutKid(issuer.keys[0])).toEqual(ACCEPTED);
    });

    it('stay in use while the issuer is unavailable (8.2)', async () => {
      await start();
      expect(await requestWithNewToken()).toEqual(ACCEPTED);
      await issuer.stop();
      for (const minutes of [1, 20, 600]) {
        offsetMs += minutes * MINUTE_MS;
        expect(await requestWithNewToken()).toEqual(ACCEPTED);
        expect(await requestWithNewToken(await createSigningKey())).toEqual(REFUSED);
      }
      await issuer.rotate();
      await issuer.start();
      offsetMs += 5_000;
      expect(await requestWithNewToken()).toEqual(ACCEPTED);
    });

    it('are unavailable until the first response of the issuer: 401, and one fetch per 5 s (8.2)', async () => {
      await issuer.stop();
      await start();
      expect(await requestWithNewToken()).toEqual(REFUSED);
      await issuer.start();
      expect(await requestWithNewToken()).toEqual(REFUSED);
      expect(issuer.requestedPaths).toEqual([]);
      offsetMs += 5_000;
      expect(await requestWithNewToken()).toEqual(ACCEPTED);
    });
  });

  it('are rejected if discovery returns another issuer, or if the URL of the keys redirects, and the log says so (8.2)', async () => {
    await start();
    const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
    issuer.reportedIssuer = 'https://id.example';
    expect(await requestWithNewToken()).toEqual(REFUSED);
    expect(issuer.requestedPaths).toEqual([DISCOVERY]);
    issuer.reportedIssuer = undefined;
    issuer.redirectsKeys = true;
    offsetMs += 5_000;
    expect(await requestWithNewToken()).toEqual(REFUSED);
    expect(issuer.requestedPaths).toEqual([DISCOVERY, DISCOVERY, '/keys']);
    const warnings = warn.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('JWKS'));
    expect(warnings).toEqual([
      expect.stringContaining(`${issuer.url}: Error: ${issuer.url}${DISCOVERY} names another issuer`),
      expect.stringContaining('redirect'),
    ]);
    issuer.redirectsKeys = false;
    offsetMs += 5_000;
    expect(await requestWithNewToken()).toEqual(ACCEPTED);
  });
});
