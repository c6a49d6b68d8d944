import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { statusAndCode, requestMe } from '../support/accounts.js';
import { AUDIENCE, OidcIssuer, createSigningKey, type SigningKey } from '../support/oidc-issuer.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

const REFUSED = [401, 'invalid_credentials'];
const DISCOVERY = '/.well-known/openid-configuration';

let issuer: OidcIssuer;
let calendar: TestCalendar;
let now: string;

const at = (time: string) => {
  now = `2026-12-01T${time}Z`;
  calendar.setNow(now);
};
const start = async (environment: NodeJS.ProcessEnv = {}) => {
  calendar = await startTestCalendar({ OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE, ...environment });
  at('10:00:00');
};
/** What becomes of a request with a token signed now, by a key of the issuer's where no other is given. */
const signed = async (key?: SigningKey) =>
  statusAndCode(await requestMe(calendar, await issuer.sign(now, {}, key ? { key } : {})));
const GOOD = [200, undefined];

beforeEach(async () => {
  issuer = await new OidcIssuer([await createSigningKey()]).start();
});
afterEach(async () => {
  await calendar.close();
  await issuer.stop();
});

describe('the keys of an issuer', () => {
  it('8.2 are fetched when the first token comes, and once for all', async () => {
    await start();
    await calendar.request('GET', 'events');
    expect(issuer.requestedPaths).toEqual([]);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => signed()));
    expect(outcomes).toEqual(outcomes.map(() => GOOD));
    await signed();
    expect(issuer.requestedPaths).toEqual([DISCOVERY, '/keys']);
  });

  it('8.2 are fetched from where the configuration says', async () => {
    await start({ OIDC_JWKS_URI: `${issuer.url}/keys-of-the-town` });
    expect(await signed()).toEqual(GOOD);
    expect(issuer.requestedPaths).toEqual(['/keys-of-the-town']);
  });

  it('8.2 are fetched again for one that is not known, but not for each such token', async () => {
    await start();
    expect(await signed()).toEqual(GOOD);
    const before = issuer.keys[0];
    await issuer.rotate('RS256');
    for (let round = 0; round < 5; round += 1) expect(await signed()).toEqual(REFUSED);
    expect(issuer.requestedPaths).toHaveLength(2);
    at('10:00:05');
    expect(await signed()).toEqual(GOOD);
    expect(await signed(before)).toEqual(REFUSED);
    expect(issuer.requestedPaths).toHaveLength(4);
    const unknown = await createSigningKey();
    for (const time of ['10:00:09', '10:00:10', '10:00:14']) {
      at(time);
      expect(await signed(unknown)).toEqual(REFUSED);
    }
    expect(issuer.requestedPaths).toHaveLength(6);
  });

  it('8.2 go within ten minutes where the issuer withdraws them, and no request waits for that', async () => {
    await start();
    const before = issuer.keys[0];
    expect(await signed()).toEqual(GOOD);
    await issuer.rotate();
    at('10:09:59');
    expect(await signed(before)).toEqual(GOOD);
    expect(issuer.requestedPaths).toHaveLength(2);
    at('10:10:00');
    await signed(before);
    while (issuer.requestedPaths.length < 4) await setTimeout(5);
    while ((await signed(before))[0] === 200) await setTimeout(5);
    expect(await signed(before)).toEqual(REFUSED);
    expect(await signed()).toEqual(GOOD);
  });

  it('8.2 go on where the issuer is down, for as long as it is', async () => {
    await start();
    expect(await signed()).toEqual(GOOD);
    await issuer.stop();
    for (const time of ['10:00:06', '10:20:00', '23:00:00']) {
      at(time);
      expect(await signed()).toEqual(GOOD);
      expect(await signed(await createSigningKey())).toEqual(REFUSED);
    }
    await issuer.rotate();
    await issuer.start();
    at('23:00:06');
    expect(await signed()).toEqual(GOOD);
  });

  it('8.2 that are not known let nobody in, until the issuer is there', async () => {
    await issuer.stop();
    await start();
    expect(await signed()).toEqual(REFUSED);
    await issuer.start();
    expect(await signed()).toEqual(REFUSED);
    expect(issuer.requestedPaths).toEqual([]);
    at('10:00:05');
    expect(await signed()).toEqual(GOOD);
  });

  it('8.2 are those of that issuer, and of the address that it names', async () => {
    await start();
    issuer.reportedIssuer = 'https://id.example';
    expect(await signed()).toEqual(REFUSED);
    expect(issuer.requestedPaths).toEqual([DISCOVERY]);
    issuer.reportedIssuer = undefined;
    issuer.redirectsKeys = true;
    at('10:00:05');
    expect(await signed()).toEqual(REFUSED);
    expect(issuer.requestedPaths).toEqual([DISCOVERY, DISCOVERY, '/keys']);
    issuer.redirectsKeys = false;
    at('10:00:10');
    expect(await signed()).toEqual(GOOD);
  });
});
