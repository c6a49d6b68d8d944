import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { EVENT_SECRET_INPUTS } from '../../../../src/kinds/event-secret-inputs.js';
import { requestStateOf } from '../../../../src/http/request/request-state.js';
import { readUrlEncoded } from '../../../../src/http/request/url-encoded.js';
import { Argon2id } from '../../../../src/kernel/concurrency/argon2id.js';
import { computeClaim } from '../../../../src/http/idempotency/idempotency-claim.js';

const argon2id = new Argon2id();

interface WriteRequest {
  readonly user?: number;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly form?: string;
}

/** Computes the claim of a write. Key and fingerprint are in hexadecimal. */
async function claim({ user = 1, query = '', headers = {}, body, form }: WriteRequest, key = 'k') {
  const request = {
    method: 'POST',
    url: `/calendar/events/v1/events${query}`,
    body: form === undefined ? body : Object.fromEntries(new URLSearchParams(form)),
    get: (name: string) => headers[name],
  } as unknown as Request;
  const state = requestStateOf(request);
  state.secretInputs = EVENT_SECRET_INPUTS;
  state.principal = { id: user, role: 'editor' };
  state.language = { requested: 'en', isExplicit: false };
  if (form !== undefined) state.form = readUrlEncoded(form);
  const computed = await computeClaim(argon2id, request, key);
  return { key: computed.key.toString('hex'), fingerprint: computed.fingerprint.toString('hex') };
}

const countFingerprints = async (...writes: WriteRequest[]): Promise<number> =>
  new Set(await Promise.all(writes.map(async (write) => (await claim(write)).fingerprint))).size;

describe('Claim of an idempotency key', () => {
  it('has 32 bytes and differs between users and between keys (12.3)', async () => {
    const claims = [await claim({}), await claim({ user: 2 }), await claim({}, 'other')];
    // Joined without a separator, user and key would be the same.
    claims.push(await claim({ user: 11 }, '2'), await claim({ user: 1 }, '12'));
    expect(new Set(claims.map(({ key }) => key)).size).toBe(claims.length);
    for (const { key, fingerprint } of claims) expect([key.length, fingerprint.length]).toEqual([64, 64]);
    expect(await claim({})).toEqual(claims[0]);
  });

  it('has different fingerprints for different bodies (12.3)', async () => {
    const values = [null, '', 1, '1', [1], { 0: 1 }, [2, 1], [1, 2], ['{', ['b', 1]], { b: 1 }, [['b', 1]]];
    const distinct = [null, {}, { 'a"': 1 }, ...values.map((a) => ({ a }))].map((body) => ({ body }));
    expect(await countFingerprints(...distinct)).toBe(distinct.length);
    expect(await countFingerprints({ body: { a: '1' } }, { form: 'a=1' })).toBe(2);
    expect(await countFingerprints({ form: 'a=%EF%BF%BD' }, { form: 'a=%FF' }, { form: 'a=%25FF' })).toBe(3);
  });

  it.each<[string, WriteRequest]>([
    ['the body', { body: { password: 'Sesam' } }],
    ['the body, in another letter case', { body: { ' Password': 'Sesam' } }],
    ['a form', { form: 'password[]=Sesam' }],
    ['the query', { query: '?password=Sesam' }],
    ['the header', { headers: { 'X-Event-Password': 'Sesam' } }],
  ])('has another fingerprint for another user if there is a password in %s (12.3, 8.12)', async (_where, write) => {
    const [first, repeated, otherUser] = [await claim(write), await claim(write), await claim({ ...write, user: 2 })];
    expect([first.fingerprint === repeated.fingerprint, first.fingerprint === otherUser.fingerprint]).toEqual([
      true,
      false,
    ]);
  });
});
