import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchAudit } from '../support/accounts/audit.js';
import { query } from '../support/database/database-session.js';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { requiredFieldsOf, uniqueName, KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import {
  ENCODED_PASSWORD,
  EVENT_PASSWORD,
  startPasswordFixture,
  type PasswordFixture,
} from '../support/records/protected-events.js';
import type { RequestOptions } from '../support/calendar/test-calendar.js';

const [EVENTS] = KINDS as readonly [Kind];
const STRICT = { Prefer: 'handling=strict' };

let scene: PasswordFixture;
beforeAll(async () => {
  scene = await startPasswordFixture();
});
afterAll(() => scene.calendar.close());

const request = (method: string, path: string, options?: RequestOptions) =>
  scene.calendar.request<ServedRecord>(method, path, options);

/** Returns whether an event has no password, the given one or another one. */
async function protection(event: ServedRecord, password: string): Promise<string> {
  const [bare, opened] = [await scene.read(`events/${event.id}`), await scene.byQuery(event, password)];
  if (bare.status === 200) return `none, served as ${String(bare.body['password_protected'])}`;
  return opened.status === 200 ? `this one, served as ${String(opened.body['password_protected'])}` : 'another one';
}

const NONE = 'none, served as false';
const THIS = 'this one, served as true';

describe('Password of an event', () => {
  it('is set on create as JSON, form or query, is never served, and is required for reads (8.12, 8.13, 8.15)', async () => {
    const fields = requiredFieldsOf(EVENTS) as Record<string, string>;
    const all = { ...fields, password: EVENT_PASSWORD };
    for (const created of [
      await request('POST', 'events', { json: all }),
      await request('POST', 'events', { form: new URLSearchParams(all).toString() }),
      await request('POST', `events?password=${ENCODED_PASSWORD}`, { json: fields }),
    ]) {
      expect([created.status, created.body['password_protected']]).toEqual([201, true]);
      expect(created.body).not.toHaveProperty('password');
      expect([...created.headers].flat().join() + created.text).not.toContain('jutges');
      expect(await protection(created.body, EVENT_PASSWORD)).toBe(THIS);
      expect((await scene.byQuery(created.body, EVENT_PASSWORD)).body).toEqual(created.body);
    }
  });

  it('is changed without the current password; the body takes precedence over the query (8.12)', async () => {
    const event = await scene.create();
    const update = (json: object, search = '') =>
      request('PATCH', `events/${event.id}${search}`, { json, token: scene.tokens.editor });
    for (const [json, search, expected] of [
      [{ title: 'Without a word' }, '', EVENT_PASSWORD],
      [{ password: 'Another' }, '', 'Another'],
      [{}, '?password=By+query', 'By query'],
      [{ password: 'By body' }, '?password=By+query', 'By body'],
      [{}, '?password=', 'By body'],
      [{ password: 2027 }, '', '2027'],
    ] as const) {
      const { status, body } = await update(json, search);
      expect([json, search, status, body['password_protected']]).toEqual([json, search, 200, true]);
      expect(await protection(event, expected)).toBe(THIS);
    }
    expect(await protection(event, EVENT_PASSWORD)).toBe('another one');
    // The same password again is a change, too.
    const again = [await update({ password: 2027 }), await update({ password: 2027 })];
    const [before, after] = again.map(({ headers }) => headers.get('etag'));
    expect([again.map(({ status }) => status), before === after]).toEqual([[200, 200], false]);
  });

  it.each([{ json: { password: null } }, { json: { password: '' } }, { form: 'password=' }])(
    'is removed by %j in the body, even with a password in the query (8.12)',
    async (options) => {
      for (const search of ['', '?password=Other']) {
        const event = await scene.create();
        const { status, body } = await request('PATCH', `events/${event.id}${search}`, options);
        expect([status, body['password_protected']]).toEqual([200, false]);
        expect(await protection(event, EVENT_PASSWORD)).toBe(NONE);
      }
    },
  );

  it('is kept if a client sends back the record that it read (8.12, 6.2)', async () => {
    const event = await scene.create();
    const { body: served } = await scene.byQuery(event, EVENT_PASSWORD);
    expect((await request('PUT', `events/${event.id}`, { json: served })).body).toEqual(served);
    await request('PUT', `events/${event.id}`, { json: { ...served, password_protected: false } });
    expect(await protection(event, EVENT_PASSWORD)).toBe(THIS);
  });

  it('is set and removed in the body of an update by slug; in its query it is 400 (8.12)', async () => {
    const event = await scene.create({ password: undefined });
    const bySlug = (search: string, options: object) =>
      request('PUT', `events/by-slug/${event.slug}${search}`, options);
    for (const options of [{}, { json: { password: 'Other' } }]) {
      const refused = await bySlug(`?password=${ENCODED_PASSWORD}`, options);
      expectInvalidParameters(refused, 'password');
      expect(refused.text).not.toContain('jutges');
      expect(await protection(event, EVENT_PASSWORD)).toBe(NONE);
    }
    expect((await bySlug('?password=', { json: { password: EVENT_PASSWORD }, headers: STRICT })).status).toBe(200);
    expect(await protection(event, EVENT_PASSWORD)).toBe(THIS);
    expect((await bySlug('', { form: 'password=' })).body['password_protected']).toBe(false);
  });

  it('is an unknown parameter of reads and deletes by slug, of lists and of other kinds (8.12, 2.6)', async () => {
    const event = await scene.create({ password: undefined });
    const json = { password: EVENT_PASSWORD };
    const byQuery = `?password=${ENCODED_PASSWORD}`;
    const unknown = [
      ['POST', 'venues', { json: { venue: 'Place', ...json } }],
      ['GET', `events${byQuery}`, {}],
      ['GET', `events/by-slug/${event.slug}${byQuery}`, {}],
      ['DELETE', `events/by-slug/${event.slug}${byQuery}`, {}],
    ] as const;
    for (const [method, path, options] of unknown) {
      const strictly = await request(method, path, { ...options, headers: STRICT });
      expectInvalidParameters(strictly, 'password');
      expect(strictly.text).not.toContain('jutges');
      expect([method, path, (await request(method, path, options)).status < 300]).toEqual([method, path, true]);
    }
  });

  it('is not repeated in the error if it is invalid (8.15, 2.2, 2.8)', async () => {
    for (const password of [{ a: 'Hidden' }, ['Hidden', 'Hidden'], true, 'Hid\u0000den', 'Hidden'.repeat(2000)]) {
      const response = await request('POST', 'events', { json: requiredFieldsOf(EVENTS, { password }) });
      expectInvalidParameters(response, 'password');
      expect(response.text).not.toContain('Hid');
    }
    const twice = await request('POST', 'events?password=Hidden&password=Hidden', { json: requiredFieldsOf(EVENTS) });
    expectInvalidParameters(twice, 'password');
    expect(twice.text).not.toContain('Hid');
  });

  it('is stored only as a memory-hard hash, with a different hash for each event (8.12)', async () => {
    const ids = [(await scene.create()).id, (await scene.create()).id];
    const rows = await query<{ hash: string; all: string }>(
      scene.calendar.databaseUrl,
      `select password_hash as hash, event::text || text::text as all
      from events as event join event_translations as text on text.event_id = event.id where event.id in (${ids.join()})`,
    );
    expect(rows.map(({ hash }) => /^\$(argon2id|scrypt)\$/.test(hash))).toEqual([true, true]);
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
    expect(rows.map(({ all }) => all).join()).not.toContain('jutges');
  });

  it('is changed in one version and one audit entry with the other fields; the entry omits its value (8.12, 8.15)', async () => {
    const event = await scene.create({ title: 'Vetllada' });
    const json = { title: 'Vetllada oberta', excerpt: 'Enmig', tags: [uniqueName('Nit')], password: 'Obre’t' };
    expect((await request('PATCH', `events/${event.id}`, { json })).body['version']).toBe(2);
    expect((await request('PATCH', `events/${event.id}`, { json: { password: null } })).body['version']).toBe(3);
    const entries = await fetchAudit(scene.calendar, `kind=event&record=${event.id}`);
    expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
      ['update', { password: 'changed' }],
      [
        'update',
        {
          title: { from: 'Vetllada', to: 'Vetllada oberta' },
          excerpt: { from: '', to: 'Enmig' },
          tags: { added: [expect.any(Number)] },
          password: 'changed',
        },
      ],
      ['create', expect.objectContaining({ password: 'changed' })],
    ]);
  });
});
