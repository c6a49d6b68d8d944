import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { statusAndCode, requestMe } from '../support/accounts/accounts.js';
import { startInProcessCalendar, type InProcessCalendar } from '../support/calendar/in-process-calendar.js';
import { AUDIENCE, OidcIssuer, createSigningKey, type SigningKey } from '../support/accounts/oidc-issuer.js';
import { onlyInFullRun } from '../support/jest/run-mode.js';

const REFUSED = [401, 'invalid_credentials'];
const GOOD = [200, undefined];
const DISCOVERY = '/.well-known/openid-configuration';
const MINUTES = 60_000;

const realNow = Date.now;
let offset = 0;
let issuer: OidcIssuer;
let calendar: InProcessCalendar;

beforeAll(() => {
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + offset);
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
  offset = 0;
  calendar = await startInProcessCalendar({ OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE, ...environment });
};
/** Status and code of a request with a new token. Default of the signing key: the first key of the issuer. */
const signed = async (key?: SigningKey) =>
  statusAndCode(
    await requestMe(calendar, await issuer.sign(new Date(Date.now()).toISOString(), {}, key ? { key } : {})),
  );

/** The short form has one calendar for renewal, one for expiry and one for a wrong issuer. */
describe('Keys of an OIDC issuer', () => {
  onlyInFullRun(() => {
    it('are fetched once, for the first token (8.2)', async () => {
      await start();
      await calendar.request('GET', 'events');
      expect(issuer.requestedPaths).toEqual([]);
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => signed()));
      expect(outcomes).toEqual(outcomes.map(() => GOOD));
      await signed();
      expect(issuer.requestedPaths).toEqual([DISCOVERY, '/keys']);
    });

    it('are fetched from OIDC_JWKS_URI (8.2)', async () => {
      await start({ OIDC_JWKS_URI: `${issuer.url}/keys-of-the-town` });
      expect(await signed()).toEqual(GOOD);
      expect(issuer.requestedPaths).toEqual(['/keys-of-the-town']);
    });
  });

  it('are fetched again for a token with an unknown key, at most once per 5 s (8.2)', async () => {
    await start();
    expect(await signed()).toEqual(GOOD);
    const before = issuer.keys[0];
    await issuer.rotate('RS256');
    for (let round = 0; round < 5; round += 1) expect(await signed()).toEqual(REFUSED);
    expect(issuer.requestedPaths).toHaveLength(2);
    offset += 5_000;
    expect(await signed()).toEqual(GOOD);
    expect(await signed(before)).toEqual(REFUSED);
    expect(issuer.requestedPaths).toHaveLength(4);
  });

  it('expire within ten minutes if the issuer withdraws them (8.2)', async () => {
    await start();
    const before = issuer.keys[0];
    expect(await signed()).toEqual(GOOD);
    await issuer.rotate();
    offset += 9 * MINUTES;
    expect(await signed(before)).toEqual(GOOD);
    expect(issuer.requestedPaths).toHaveLength(2);
    offset += MINUTES;
    expect(await signed(before)).toEqual(REFUSED);
    expect(await signed()).toEqual(GOOD);
  });

  onlyInFullRun(() => {
    it('stay in use while the issuer is unavailable (8.2)', async () => {
      await start();
      expect(await signed()).toEqual(GOOD);
      await issuer.stop();
      for (const minutes of [1, 20, 600]) {
        offset += minutes * MINUTES;
        expect(await signed()).toEqual(GOOD);
        expect(await signed(await createSigningKey())).toEqual(REFUSED);
      }
      await issuer.rotate();
      await issuer.start();
      offset += 5_000;
      expect(await signed()).toEqual(GOOD);
    });

    it('are unavailable until the first response of the issuer: 401, and one fetch per 5 s (8.2)', async () => {
      await issuer.stop();
      await start();
      expect(await signed()).toEqual(REFUSED);
      await issuer.start();
      expect(await signed()).toEqual(REFUSED);
      expect(issuer.requestedPaths).toEqual([]);
      offset += 5_000;
      expect(await signed()).toEqual(GOOD);
    });
  });

  it('are rejected if discovery returns another issuer, or if the URL redirects (8.2)', async () => {
    await start();
    issuer.reportedIssuer = 'https://id.example';
    expect(await signed()).toEqual(REFUSED);
    expect(issuer.requestedPaths).toEqual([DISCOVERY]);
    issuer.reportedIssuer = undefined;
    issuer.redirectsKeys = true;
    offset += 5_000;
    expect(await signed()).toEqual(REFUSED);
    expect(issuer.requestedPaths).toEqual([DISCOVERY, DISCOVERY, '/keys']);
    issuer.redirectsKeys = false;
    offset += 5_000;
    expect(await signed()).toEqual(GOOD);
  });
});
