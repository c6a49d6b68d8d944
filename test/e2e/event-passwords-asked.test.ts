import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  PASSWORD_REQUIRED,
  ENCODED_PASSWORD,
  EVENT_NOT_FOUND,
  ACCESS_GRANTED,
  EVENT_PASSWORD,
  outcomeOf,
  startPasswordFixture,
  withPassword,
  type PasswordFixture,
} from '../support/records/protected-events.js';

let scene: PasswordFixture;
beforeAll(async () => {
  scene = await startPasswordFixture();
});
afterAll(() => scene.calendar.close());

const NON_ASCII_PASSWORD = 'ça %vé ñ€+&';

describe('Reading an event with a password', () => {
  it('accepts the password by id in query or header, by slug in the header only; never repeats it (8.13, 8.15)', async () => {
    const event = await scene.create();
    const [byId, bySlug] = [`events/${event.id}`, `events/by-slug/${event.slug}`];
    const open = [
      scene.read(`${byId}?password=${ENCODED_PASSWORD}`),
      scene.byHeader(byId, EVENT_PASSWORD),
      scene.byHeader(bySlug, EVENT_PASSWORD),
      scene.read(`${byId}?password=`, { headers: withPassword(EVENT_PASSWORD) }),
    ];
    for (const each of open) {
      const { body, status } = await each;
      expect([status, body['description'], body['password_protected']]).toEqual([200, 'Inside', true]);
    }
    expect((await scene.calendar.request('HEAD', `${byId}?password=${ENCODED_PASSWORD}`)).status).toBe(200);
    const closed = [
      scene.read(byId),
      scene.read(`${byId}?password=`),
      scene.read(`${byId}?password=setze+jutges+16`),
      scene.byHeader(byId, 'Setze jutges 1'),
      scene.read(bySlug),
      scene.read(`${bySlug}?password=${ENCODED_PASSWORD}`),
      scene.byHeader(bySlug, 'Setze jutges 166'),
    ];
    for (const each of closed) {
      expect(outcomeOf(await each)).toBe(PASSWORD_REQUIRED);
      expect((await each).text).not.toMatch(/Inside|Record/);
    }
    expect((await scene.calendar.request('HEAD', byId)).status).toBe(403);
    const listed = scene.read(`events?password=${ENCODED_PASSWORD}&per_page=1&include=${event.id}`);
    for (const { headers, text } of await Promise.all([...open, ...closed, listed])) {
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('Vary')).toMatch(/Accept-Language, Authorization, X-Event-Password/);
      expect(JSON.stringify([...headers]) + text).not.toMatch(/jutges|password=/);
    }
  });

  it('accepts percent-encoded UTF-8 in the header, in any normalization form (8.13, 2.8)', async () => {
    const event = await scene.create({ password: NON_ASCII_PASSWORD });
    const password = NON_ASCII_PASSWORD.normalize('NFD');
    const opened = [
      await scene.byQuery(event, password),
      await scene.byHeader(`events/${event.id}`, password),
      await scene.byHeader(`events/by-slug/${event.slug}`, password),
      await scene.byQuery(await scene.create({ password }), NON_ASCII_PASSWORD),
    ];
    expect(opened.map(outcomeOf)).toEqual(Array(4).fill(ACCESS_GRANTED));
    expect(outcomeOf(await scene.byHeader(`events/${event.id}`, encodeURIComponent(password)))).toBe(PASSWORD_REQUIRED);
  });

  it('is 400 with a header that cannot be decoded, or that contains U+0000 (8.13, 9.3)', async () => {
    const event = await scene.create();
    for (const broken of ['%zz', '%', '%C3', '%FF%FE', '%00']) {
      const response = await scene.read(`events/${event.id}`, { headers: { 'X-Event-Password': broken } });
      expect([broken, outcomeOf(response)]).toEqual([broken, '400 invalid_parameter']);
    }
  });

  it.each([
    ['author', 'publish', ['editor', 'author']],
    ['contributor', 'publish', ['editor']],
    ['contributor', 'draft', ['editor', 'contributor']],
  ] as const)(
    'requires no password of callers who may edit the event: owner %s, status %s (8.13, 8.3)',
    async (owner, status, editors: readonly string[]) => {
      const event = await scene.create({ author: scene.users[owner], status });
      for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const) {
        const closed = status === 'publish' ? PASSWORD_REQUIRED : EVENT_NOT_FOUND;
        const expected = editors.includes(role) ? ACCESS_GRANTED : closed;
        const opened = expected === PASSWORD_REQUIRED ? ACCESS_GRANTED : expected;
        const outcomes = [{}, withPassword('wrong'), withPassword(EVENT_PASSWORD)].map(async (headers) =>
          outcomeOf(await scene.read(`events/${event.id}`, { token: scene.tokens[role], headers })),
        );
        expect([role, ...(await Promise.all(outcomes))]).toEqual([role, expected, expected, opened]);
      }
    },
  );

  it('checks the password only if the caller may otherwise read the event (8.13, 8.5, 8.9)', async () => {
    const draft = await scene.create({ status: 'draft' });
    for (const path of [`events/${draft.id}`, `events/by-slug/${draft.slug}`]) {
      expect(outcomeOf(await scene.read(path))).toBe(EVENT_NOT_FOUND);
      for (const password of [EVENT_PASSWORD, 'wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'wrong'])
        expect(outcomeOf(await scene.byHeader(path, password))).toBe(EVENT_NOT_FOUND);
    }
    const trashed = await scene.create();
    await scene.calendar.request('DELETE', `events/${trashed.id}`);
    for (const password of ['', EVENT_PASSWORD, 'wrong']) {
      expect(outcomeOf(await scene.byQuery(trashed, password))).toBe('410 event_in_trash');
    }
    const open = await scene.create({ password: null });
    expect(outcomeOf(await scene.byQuery(open, 'superfluous'))).toBe(ACCESS_GRANTED);
    expect(outcomeOf(await scene.byQuery({ id: 987_654_321 }, 'wrong'))).toBe(EVENT_NOT_FOUND);
  });
});

describe('Deleting an event with a password', () => {
  it.each([
    ['', ACCESS_GRANTED],
    [`?password=${ENCODED_PASSWORD}`, ACCESS_GRANTED],
    ['?password=wrong', PASSWORD_REQUIRED],
  ])('checks permissions, then the password if there is one in the query: %s (8.13, 8.4)', async (search, expected) => {
    const event = await scene.create({ author: scene.users.author });
    const draft = await scene.create({ author: scene.users.editor, status: 'draft' });
    const remove = async ({ id }: { id: number }, token: string | null) =>
      outcomeOf(await scene.calendar.request('DELETE', `events/${id}${search}`, { token }));
    expect(await remove(event, null)).toBe('401 unauthorized');
    expect(await remove(event, scene.tokens.subscriber)).toBe('403 forbidden');
    expect(await remove(event, scene.tokens.contributor)).toBe('403 forbidden');
    expect(await remove(draft, scene.tokens.author)).toBe(EVENT_NOT_FOUND);
    expect(await remove(event, scene.tokens.author)).toBe(expected);
    expect(await remove(draft, scene.tokens.editor)).toBe(expected);
    const { body } = await scene.read(`events/${event.id}`, { token: scene.tokens.editor });
    expect(body['status']).toBe(expected === ACCESS_GRANTED ? 'trash' : 'publish');
  });

  it.each(['', '?ml_scope=translation&ml_language=en'])(
    'accepts the password in the header, by id and by slug: %s (8.13)',
    async (search) => {
      for (const by of ['id', 'slug']) {
        const event = await scene.create();
        const json = { title: 'Un altre', ml_language: 'ca' };
        await scene.calendar.request('PATCH', `events/${event.id}`, { json });
        const path = `events/${by === 'id' ? event.id : `by-slug/${event.slug}`}${search}`;
        const rejected = await scene.calendar.request('DELETE', path, { headers: withPassword('wrong') });
        expect([by, outcomeOf(rejected)]).toEqual([by, PASSWORD_REQUIRED]);
        const unchanged = await scene.read(`events/${event.id}`, { token: scene.tokens.editor });
        const languages = Object.keys(unchanged.body['ml_translations'] as object).toSorted();
        expect([unchanged.body['status'], languages]).toEqual(['publish', ['ca', 'en']]);
        const accepted = await scene.calendar.request('DELETE', path, { headers: withPassword(EVENT_PASSWORD) });
        expect([by, outcomeOf(accepted)]).toEqual([by, ACCESS_GRANTED]);
      }
    },
  );

  it('ignores a password for an event without one (8.13)', async () => {
    const open = await scene.create({ password: null });
    expect(outcomeOf(await scene.calendar.request('DELETE', `events/${open.id}?password=any`))).toBe(ACCESS_GRANTED);
  });
});
