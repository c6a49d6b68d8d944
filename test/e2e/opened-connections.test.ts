import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { statusAndCode, requestMe } from '../support/accounts/accounts.js';
import { fetchDocument } from '../support/document/served-document.js';
import { CanaryServer } from '../hostile/canary-server.js';
import {
  bodiesWithUrl,
  requestsWithUrl,
  writesWithUrl,
  type FilledWrite,
  type KnownIds,
} from '../hostile/requests-with-url.js';
import { AUDIENCE, OidcIssuer, createSigningKey } from '../support/accounts/oidc-issuer.js';
import { createRecord, KINDS } from '../support/records/kinds.js';
import { ADMIN_HEADERS, rawRequest, type RawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let listener: CanaryServer;
beforeEach(async () => {
  listener = await new CanaryServer().open();
});

let called: string[];
afterEach(() => {
  expect(called).toEqual([]);
});

const addressFor = (place: string) => `${listener.origin}/${encodeURIComponent(place)}`;

/** Closes the calendar, which ends its pending work, and then the canary server. */
async function end(calendar: TestCalendar): Promise<void> {
  await calendar.close();
  called = await listener.close();
}

async function idsOf(calendar: TestCalendar): Promise<KnownIds> {
  const ids: Record<string, number> = {};
  for (const { path } of KINDS) ids[path] = (await createRecord(calendar, path)).id;
  return ids;
}

/** Sends requests, eight at a time, and counts the responses by status. */
async function sendAll({ origin }: TestCalendar, requests: readonly RawRequest[]): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let start = 0; start < requests.length; start += 8) {
    const some = requests
      .slice(start, start + 8)
      .map((request) => rawRequest(origin, { ...request, headers: { ...ADMIN_HEADERS, ...request.headers } }));
    for (const { status } of await Promise.all(some)) statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

/** Repeats a write without the rejected fields, because one rejected field prevents the whole write. */
async function writeWhatIsTaken(
  calendar: TestCalendar,
  { method, path, fields, requiredFields: least }: FilledWrite,
): Promise<void> {
  const first = await calendar.request(method, path, { json: fields });
  const taken = Object.entries(fields).filter(([name]) => !namesRefused(first.body['params']).has(name));
  const { status, text } = await calendar.request(method, path, { json: { ...least, ...Object.fromEntries(taken) } });
  expect([method, path, status < 500, text]).toEqual([method, path, true, text]);
}

/** Names of the fields with a rejected value or member: `venue` for `venue[0].website`. */
const namesRefused = (params: unknown): Set<string> =>
  new Set(Object.keys(params ?? {}).map((name) => name.replace(/[.[].*$/, '')));

describe('URLs that a client sends', () => {
  it('are never fetched, in any parameter, header or body (6.6, 9.3)', async () => {
    const calendar = await startTestCalendar();
    const [document, ids] = [await fetchDocument(calendar, 'en'), await idsOf(calendar)];
    const statuses = await sendAll(calendar, [...requestsWithUrl(document, ids, addressFor)]);
    const documents = await sendAll(calendar, bodiesWithUrl(addressFor('document')));
    for (const write of writesWithUrl(document, ids, addressFor)) await writeWhatIsTaken(calendar, write);
    expect([...Object.keys(statuses), ...Object.keys(documents)].filter((status) => Number(status) >= 500)).toEqual([]);
    // Proves that the service stores and returns the URLs.
    const { text } = await calendar.request('GET', 'venues?per_page=50');
    expect(text).toContain(`"website":"${listener.origin}`);
    await end(calendar);
  });

  it('are never fetched with TRUST_PROXY=true, which enables forwarded headers (6.6)', async () => {
    const calendar = await startTestCalendar({ TRUST_PROXY: 'true' });
    const [document, ids] = [await fetchDocument(calendar, 'en'), await idsOf(calendar)];
    const statuses = await sendAll(calendar, [...requestsWithUrl(document, ids, addressFor)]);
    expect(statuses[200]).toBeGreaterThan(50);
    await end(calendar);
  });

  it('are never fetched if a token declares them as location of its keys or issuer (8.2)', async () => {
    const issuer = await new OidcIssuer([await createSigningKey()]).start();
    const calendar = await startTestCalendar({ OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE });
    const now = '2026-12-01T10:00:00Z';
    calendar.setNow(now);
    const foreign = await createSigningKey();
    const at = addressFor('token');
    const headers = [
      { jku: at },
      { x5u: at },
      { kid: at },
      { jku: at, kid: foreign.kid },
      { jwk: foreign.jwk },
      { cty: at },
    ];
    for (const header of headers) {
      for (const claims of [
        {},
        { iss: at },
        { iss: issuer.url, aud: at, sub: at },
        { jwks_uri: at, _claim_sources: at },
      ]) {
        const token = await issuer.sign(now, claims, { key: foreign, header });
        expect(statusAndCode(await requestMe(calendar, token))).toEqual([401, 'invalid_credentials']);
      }
    }
    // A valid token is verified with the keys of the issuer, regardless of the URLs in its header.
    const own = await issuer.sign(now, {}, { header: { jku: at, x5u: at } });
    expect(statusAndCode(await requestMe(calendar, own))).toEqual([200, undefined]);
    expect(issuer.requestedPaths).toEqual(
      issuer.requestedPaths.filter((path) => ['/.well-known/openid-configuration', '/keys'].includes(path)),
    );
    await end(calendar);
    await issuer.stop();
  });
});
