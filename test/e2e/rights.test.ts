import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLERS, outcomeOf, startWithCallers, type CallersFixture } from '../support/callers.js';
import {
  createRecord,
  KINDS,
  PUBLISHABLE_KINDS,
  requiredFieldsOf,
  uniqueName,
  type Kind,
  type ServedRecord,
} from '../support/records/kinds.js';
import { idsOf } from '../support/records/links.js';
import type { TestCalendar } from '../support/calendar/test-calendar.js';
import { casesByRunMode } from '../support/run/run-mode.js';
import { upcomingDates } from '../support/records/records.js';

const [EVENTS] = KINDS as readonly [Kind];
const OWNERS = ['contributor', 'author'] as const;

let fixture: CallersFixture;
beforeAll(async () => {
  fixture = await startWithCallers();
});
afterAll(() => fixture.calendar.close());

type Role = keyof CallersFixture['tokens'];
const create = (path: Kind['path'], fields: object) => createRecord(fixture.calendar, path, { ...fields });
const createDraft = (path: Kind['path'], role: keyof CallersFixture['users'], fields: object = {}) =>
  create(path, { status: 'draft', author: fixture.users[role], ...fields });
async function send(role: Role, method: string, path: string, json?: object) {
  const { status, body } = await fixture.calendar.request<ServedRecord>(method, path, {
    token: fixture.tokens[role],
    json,
  });
  return { outcome: outcomeOf(status, body), body, params: Object.keys(body['params'] ?? {}).toSorted() };
}
const uniqueImage = () => `https://images.example/${uniqueName('seen').replace(' ', '-')}.jpg`;

describe.each(OWNERS)('Linked records for callers with role %s', (role) => {
  it('an event sent back as read keeps its links to unreadable records of others (5.3, 6.2, 8.8)', async () => {
    const [venue, organizer] = [await createDraft('venues', 'stranger'), await createDraft('organizers', 'stranger')];
    const parent = await createDraft('events', 'stranger');
    const visible = await create('venues', {});
    const links = { venue: [venue.id, visible.id], organizer: organizer.id, post_parent: parent.id };
    const event = await createDraft('events', role, { ...upcomingDates(), ...links });
    const { body: read } = await send(role, 'GET', `events/${event.id}`);
    expect([idsOf(read, 'venue'), idsOf(read, 'organizer'), read['post_parent']]).toEqual([[visible.id], [], null]);
    expect((await send(role, 'PUT', `events/${event.id}`, read)).body).toEqual(read);
    const stored = await send('editor', 'GET', `events/${event.id}`);
    expect([idsOf(stored.body, 'venue'), idsOf(stored.body, 'organizer'), stored.body['post_parent']]).toEqual([
      [venue.id, visible.id],
      [organizer.id],
      parent.id,
    ]);
  });

  it.each(['venue', 'organizer'] as const)(
    'an inline %s with another author is 403, with status trash 400 (6.4, 6.8, 8.9, 9.1)',
    async (link) => {
      const createInline = (fields: object) => {
        const json = requiredFieldsOf(EVENTS, { status: 'draft', [link]: { [link]: uniqueName(), ...fields } });
        return send(role, 'POST', 'events', json);
      };
      for (const author of [fixture.users.stranger, 987_654_321])
        expect(await createInline({ author })).toMatchObject({ outcome: '403 forbidden', params: [`${link}.author`] });
      expect((await createInline({ author: fixture.users[role] })).outcome).toBe('201');
      const inTrash = await createInline({ status: 'trash' });
      expect([inTrash.outcome, inTrash.params]).toEqual(['400 invalid_parameter', [`${link}.status`]]);
    },
  );
});

it.each(OWNERS)('role and parameters are checked before the event is looked up: %s (8.4, 8.5)', async (role) => {
  const hidden = await createDraft('events', 'stranger');
  const visible = await create('events', { author: fixture.users.stranger });
  for (const id of [hidden.id, visible.id, 987_654_321]) {
    const update = (fields: object) => send(role, 'PATCH', `events/${id}`, fields);
    const invalid = await update({ title: '', status: 'nonsense' });
    expect([id, invalid.outcome, invalid.params]).toEqual([id, '400 invalid_parameter', ['status', 'title']]);
    const unknown = await update({ image: 987_654_321 });
    expect([id, unknown.outcome, unknown.params]).toEqual([id, '400 invalid_parameter', ['image']]);
    const reserved = await update({ title: '', author: fixture.users.stranger });
    expect([id, reserved.outcome]).toEqual([id, '403 forbidden']);
  }
});

describe('Permissions for images', () => {
  it.each(PUBLISHABLE_KINDS)(
    'image of a draft in $path: other users cannot use its id, and its URL counts as new (6.6, 8.3)',
    async (kind) => {
      const url = uniqueImage();
      const hidden = await createDraft(kind.path, 'stranger', { image: url });
      const { id } = hidden['image'] as { id: number };
      const useImage = async (role: Role, image: unknown) => {
        const { outcome, body } = await send(role, 'POST', 'venues', { venue: uniqueName(), image });
        return [outcome, (body['image'] as { id?: number } | null | undefined)?.id];
      };
      const unknown = ['400 invalid_parameter', undefined];
      expect(await useImage('contributor', id)).toEqual(unknown);
      expect(await useImage('contributor', url)).toEqual(['403 forbidden', undefined]);
      expect(await useImage('author', id)).toEqual(unknown);
      expect(await useImage('stranger', id)).toEqual(['201', id]);
      await fixture.calendar.request('PATCH', `${kind.path}/${hidden.id}`, { json: { status: 'publish' } });
      expect([await useImage('contributor', id), await useImage('contributor', url)]).toEqual([
        ['201', id],
        ['201', id],
      ]);
    },
  );

  it('a caller who has sent an image URL may use its id, even if another user added it first (6.6)', async () => {
    const url = uniqueImage();
    const { image } = await createDraft('venues', 'stranger', { image: url });
    const { id } = image as { id: number };
    const created = await send('author', 'POST', 'venues', { venue: uniqueName(), image: url, status: 'draft' });
    expect((created.body['image'] as { id: number }).id).toBe(id);
    const removed = await fixture.calendar.request('DELETE', `venues/${created.body.id}?force=true`);
    expect(removed.status).toBe(200);
    expect((await send('author', 'POST', 'venues', { venue: uniqueName(), image: id })).outcome).toBe('201');
  });

  it('image of an event with a password: usable only by callers who may edit the event (6.6, 8.14)', async () => {
    const url = uniqueImage();
    const event = await create('events', { author: fixture.users.author, image: url, password: 'Tancat' });
    const { id } = event['image'] as { id: number };
    const useImage = async (role: Role, image: unknown) =>
      (await send(role, 'POST', 'venues', { venue: uniqueName(), image })).outcome;
    expect([await useImage('contributor', id), await useImage('contributor', url)]).toEqual([
      '400 invalid_parameter',
      '403 forbidden',
    ]);
    expect([await useImage('stranger', id), await useImage('author', id)]).toEqual(['400 invalid_parameter', '201']);
  });

  it('a contributor who sends back an own event as read keeps its image (6.2, 6.6, 8.3)', async () => {
    const event = await createDraft('events', 'contributor', { image: { url: uniqueImage(), alt: 'Seen' } });
    const { body: read } = await send('contributor', 'GET', `events/${event.id}`);
    expect((await send('contributor', 'PUT', `events/${event.id}`, read)).body).toEqual(read);
    const { url } = read['image'] as { url: string };
    expect((await send('contributor', 'PATCH', `events/${event.id}`, { image: url })).body).toEqual(read);
  });

  it.each([
    ['contributor', ['403 forbidden', '403 forbidden']],
    ['author', ['201', '200']],
  ] as const)('%s: a visible image is accepted, a new URL is %j (6.6, 8.3, 9.1)', async (role, expected) => {
    const own = await createDraft('events', role);
    const outcomesWith = async (fields: Record<string, unknown>) => [
      (await send(role, 'POST', 'events', requiredFieldsOf(EVENTS, fields))).outcome,
      (await send(role, 'PATCH', `events/${own.id}`, fields)).outcome,
    ];
    const { id, url } = (await create('venues', { image: uniqueImage() }))['image'] as { id: number; url: string };
    for (const image of [url, id, { id, alt: 'Mine' }]) expect(await outcomesWith({ image })).toEqual(['201', '200']);
    expect(await outcomesWith({ image: uniqueImage() })).toEqual(expected);
    for (const link of ['venue', 'organizer']) {
      const inline = () => ({ [link]: { [link]: uniqueName(), image: uniqueImage() } });
      expect([link, await outcomesWith(inline())]).toEqual([link, expected]);
      const { params } = await send(role, 'PATCH', `events/${own.id}`, inline());
      expect(params).toEqual(role === 'contributor' ? [link] : []);
    }
    for (const kind of PUBLISHABLE_KINDS) {
      const fields = requiredFieldsOf(kind, { image: { url: uniqueImage() } });
      const { outcome, params } = await send(role, 'POST', kind.path, fields);
      expect([outcome, params]).toEqual([expected[0], role === 'contributor' ? ['image'] : []]);
    }
  });
});

type AccessLevel = 'everybody' | 'authenticated' | 'administrator';

/** Routes of the five resources. test/model compares their rights. */
const RECORD_ROUTE =
  /^\/calendar\/events\/v1\/(events|venues|organizers|categories|tags)(\/:id|\/by-slug\/:slug)?(\.(ics|atom|jsonld))?$/;

/** Access levels of all other routes (8.3 and 10). The first match applies. */
const ACCESS_RULES: readonly (readonly [path: RegExp, accessLevel: AccessLevel])[] = [
  [/^\/calendar\/events\/v1(\/doc)?$/, 'everybody'],
  [/^\/health\/(live|ready)$/, 'everybody'],
  [/^\/(docs(\/.*)?)?$/, 'everybody'],
  [/^\/demo\/pictures\//, 'everybody'],
  [/^\/(agenda(\/.*)?|robots\.txt|sitemap.*\.xml)$/, 'everybody'],
  // Users manage their own tokens.
  [/^\/calendar\/admin\/v1\/(me|tokens)(\/|$)/, 'authenticated'],
  [/^\/calendar\/admin\/v1(\/|$)/, 'administrator'],
];

const otherRoutes = ({ routes }: TestCalendar) =>
  routes
    .filter(({ path }) => !RECORD_ROUTE.test(path))
    .flatMap(({ path, methods }) => {
      const access = ACCESS_RULES.find(([pattern]) => pattern.test(path))?.[1];
      return methods.map((method) => ({ access, method, path }));
    });

it('every route belongs to one of the five resources or has an access rule (8.3)', () => {
  expect(otherRoutes(fixture.calendar).length).toBeGreaterThan(5);
  expect(otherRoutes(fixture.calendar).filter(({ access }) => access === undefined)).toEqual([]);
});

/** The short form leaves out the roles below editor: the access rules treat them like an editor. */
const TESTED_CALLERS = casesByRunMode(CALLERS, (role) => ['anonymous', 'editor', 'administrator'].includes(role));

it.each(TESTED_CALLERS)(
  '%s: routes outside the five resources return 401 and 403 according to their access rules (8.3, 8.4)',
  async (role) => {
    const refusal = role === 'anonymous' ? '401 unauthorized' : '403 forbidden';
    const violations: unknown[] = [];
    for (const { access, method, path } of otherRoutes(fixture.calendar)) {
      const isAllowed =
        access === 'everybody' || (access === 'authenticated' ? role !== 'anonymous' : role === 'administrator');
      const { status, body } = await fixture.calendar.request(method, path.replaceAll(/:\w+/g, '987654321'), {
        token: fixture.tokens[role],
      });
      const outcome = method === 'HEAD' ? String(status) : outcomeOf(status, body);
      const expected = method === 'HEAD' ? refusal.slice(0, 3) : refusal;
      if (isAllowed ? status === 401 || status === 403 : outcome !== expected)
        violations.push({ method, path, access, outcome });
    }
    expect(violations).toEqual([]);
  },
);
