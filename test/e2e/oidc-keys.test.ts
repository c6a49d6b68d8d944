import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { statusAndCode, requestMe } from '../support/accounts/accounts.js';
import { startInProcessCalendar, type InProcessCalendar } from '../support/calendar/in-process-calendar.js';
import { AUDIENCE, OidcIssuer, createSigningKey, type SigningKey } from '../support/accounts/oidc-issuer.js';
import { onlyInFullRun } from '../support/jest/run-mode.js';

const REFUSED = [401, 'invalid_credentials'];
const ACCEPTED = [200, undefined];
const DISCOVERY = '/.well-known/openid-configuration';
const MINUTE_MS = 60_000;

const realNow = Date.now;
let offsetMs = 0;
let issuer: OidcIssuer;
let calendar: InProcessCalendar;

beforeAll(() => {
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + offsetMs);
});
afterAll(() => {
  jest.restoreAllMocks();
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
  calendar = await startInProcessCalendar({ OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE, ...environment });
};
/** Status and code of a request with a new token. It is signed with `key`, by default the first key of the issuer. */
const requestWithNewToken = async (key?: SigningKey) =>
  statusAndCode(
    await requestMe(calendar, await issuer.sign(new Date(Date.now()).toISOString(), {}, key ? { key } : {})),
  );

/** The short form tests renewal, expiry and invalid discovery only. */
describe('Keys of an OIDC issuer', () => {
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

  onlyInFullRun(() => {
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

  it('are rejected if discovery returns another issuer, or if the URL of the keys redirects (8.2)', async () => {
    await start();
    issuer.reportedIssuer = 'https://id.example';
    expect(await requestWithNewToken()).toEqual(REFUSED);
    expect(issuer.requestedPaths).toEqual([DISCOVERY]);
    issuer.reportedIssuer = undefined;
    issuer.redirectsKeys = true;
    offsetMs += 5_000;
    expect(await requestWithNewToken()).toEqual(REFUSED);
    expect(issuer.requestedPaths).toEqual([DISCOVERY, DISCOVERY, '/keys']);
    issuer.redirectsKeys = false;
    offsetMs += 5_000;
    expect(await requestWithNewToken()).toEqual(ACCEPTED);
  });
});
