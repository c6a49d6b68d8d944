import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, requiredFieldsOf, KINDS, uniqueName, type Kind, type ServedRecord } from '../support/kinds.js';
import { upcomingDates } from '../support/records.js';
import { outcomeOf, authorizationOutcome, statusOnCreate } from '../support/expected-outcomes.js';
import { FAR_FUTURE, PUBLISHABLE_KINDS, startRightsFixture, type RightsFixture } from '../support/rights-fixture.js';
import {
  CALLER_ROLES,
  roleHasRight,
  ACTIVE_STATUSES,
  roleCanEditAll,
  type CallerRole,
} from '../support/rights-table.js';

const [EVENTS] = KINDS as readonly [Kind];
const TERM_RIGHT = 'create, edit, delete categories and tags';
const NOBODY = 987_654_321;

let scene: RightsFixture;
beforeAll(async () => {
  scene = await startRightsFixture([]);
});
afterAll(() => scene.close());

async function send(role: CallerRole, method: string, path: string, json: object) {
  const { status, body } = await scene.calendar.request<ServedRecord>(method, path, {
    token: scene.tokens[role],
    json,
  });
  return { outcome: outcomeOf(status, body), body, params: Object.keys(body['params'] ?? {}) };
}

/** Sends what creates an event beside these fields, and an update of the requester's own draft by them alike. */
async function writeEvent(role: CallerRole, fields: object): Promise<string[]> {
  const created = await send(role, 'POST', 'events', requiredFieldsOf(EVENTS, fields as Record<string, unknown>));
  const author = role === 'anonymous' ? null : scene.users[role];
  const own = await createRecord(scene.calendar, 'events', { status: 'draft', author });
  const updated = await send(role, 'PATCH', `events/${own.id}`, fields);
  return [created.outcome, updated.outcome];
}

/** What both writes are answered where a role may write, and where it may not. */
const both = (refused: string | undefined) => (refused ? [refused, refused] : ['201', '200']);
const uniqueImage = () => `https://images.example/${uniqueName('new').replace(' ', '-')}.jpg`;

describe.each(CALLER_ROLES)('%s', (role) => {
  const refused = authorizationOutcome(role, roleHasRight(role, 'create'));

  it.each(PUBLISHABLE_KINDS)('8.3 8.6 8.7 creates $path with the status that it may give', async (kind) => {
    const dates = kind.path === 'events' ? upcomingDates() : {};
    for (const status of [undefined, ...ACTIVE_STATUSES]) {
      for (const date of [undefined, FAR_FUTURE]) {
        const json = requiredFieldsOf(kind, { ...dates, status, date });
        const { outcome, body } = await send(role, 'POST', kind.path, json);
        expect([status, date, outcome]).toEqual([status, date, refused ?? '201']);
        if (refused) continue;
        const expected = statusOnCreate(role, status, date !== undefined);
        expect([status, date, body['status'], body['author']]).toEqual([
          status,
          date,
          expected,
          scene.users[role as 'author'],
        ]);
        const read = await scene.calendar.request('GET', `${kind.path}/${body.id}`);
        expect([status, read.status]).toEqual([status, expected === 'publish' ? 200 : 404]);
      }
    }
  });

  it('8.6 8.9 creates nothing in the trash, and nothing of no status', async () => {
    for (const kind of PUBLISHABLE_KINDS) {
      for (const status of ['trash', 'published', 'auto-draft']) {
        const { outcome, params } = await send(role, 'POST', kind.path, requiredFieldsOf(kind, { status }));
        expect([outcome, params]).toEqual(refused ? [refused, []] : ['400 invalid_parameter', ['status']]);
      }
    }
  });

  it('6.4 8.3 8.4 names another author as far as it may, known or not', async () => {
    const namesAny = roleCanEditAll(role);
    for (const kind of PUBLISHABLE_KINDS) {
      const forOthers = refused ?? authorizationOutcome(role, namesAny);
      const another = await send(role, 'POST', kind.path, requiredFieldsOf(kind, { author: scene.users.stranger }));
      const unknown = await send(role, 'POST', kind.path, requiredFieldsOf(kind, { author: NOBODY, page: 0 }));
      expect([another.outcome, unknown.outcome]).toEqual([forOthers ?? '201', forOthers ?? '400 invalid_parameter']);
      if (!forOthers) expect(another.body['author']).toBe(scene.users.stranger);
      if (role === 'anonymous') continue;
      const own = await send(
        role,
        'POST',
        kind.path,
        requiredFieldsOf(kind, { author: scene.users[role], status: 'draft' }),
      );
      expect(own.outcome).toBe(refused ?? '201');
      if (refused) continue;
      const given = await send(role, 'PATCH', `${kind.path}/${own.body.id}`, { author: scene.users.stranger });
      const lost = await send(role, 'PATCH', `${kind.path}/${own.body.id}`, { author: NOBODY });
      expect([given.outcome, lost.outcome]).toEqual(
        forOthers ? [forOthers, forOthers] : ['200', '400 invalid_parameter'],
      );
      const kept = await scene.calendar.request('GET', `${kind.path}/${own.body.id}`, { token: scene.tokens.editor });
      expect(kept.body['author']).toBe(namesAny ? scene.users.stranger : scene.users[role]);
    }
  });

  it.each(['categories', 'tags'] as const)(
    '6.9 8.3 brings along new %s as far as it may, and links any',
    async (path) => {
      const known = await createRecord(scene.calendar, path);
      const name = uniqueName('Brand new');
      const expected = refused ?? authorizationOutcome(role, roleHasRight(role, TERM_RIGHT));
      expect(await writeEvent(role, { [path]: [known.id, name] })).toEqual(both(expected));
      expect(await writeEvent(role, { [path]: [known.id, known.slug, known['name']] })).toEqual(both(refused));
      const { body } = await scene.calendar.request(
        `GET`,
        `${path}?hide_empty=false&search=${encodeURIComponent(name)}`,
      );
      expect(body['total']).toBe(expected ? 0 : 1);
      const created = await send(role, 'POST', path, { name: uniqueName() });
      expect(created.outcome).toBe(authorizationOutcome(role, roleHasRight(role, TERM_RIGHT)) ?? '201');
    },
  );

  it('6.6 8.3 names a new image by its address as far as it may, one that everybody sees always', async () => {
    const expected = refused ?? authorizationOutcome(role, roleHasRight(role, 'name a new image by URL'));
    const seen = uniqueImage();
    const shown = await createRecord(scene.calendar, 'venues', { image: seen });
    const { id } = shown['image'] as { id: number };
    for (const image of [seen, id, { id, alt: 'Mine' }, { url: seen }]) {
      expect([image, await writeEvent(role, { image })]).toEqual([image, both(refused)]);
    }
    for (const link of ['venue', 'organizer']) {
      const inline = { [link]: { [link]: uniqueName(), image: uniqueImage() } };
      expect([link, await writeEvent(role, inline)]).toEqual([link, both(expected)]);
    }
    expect(await writeEvent(role, { image: uniqueImage() })).toEqual(both(expected));
    for (const kind of PUBLISHABLE_KINDS) {
      const { outcome } = await send(
        role,
        'POST',
        kind.path,
        requiredFieldsOf(kind, { image: { url: uniqueImage() } }),
      );
      expect([kind.path, outcome]).toEqual([kind.path, expected ?? '201']);
    }
  });

  it.each(['venue', 'organizer'] as const)(
    '6.8 8.3 brings along a new %s with the status that it may give',
    async (link) => {
      for (const status of [undefined, ...ACTIVE_STATUSES]) {
        const json = requiredFieldsOf(EVENTS, {
          [link]: { [link]: uniqueName('Place'), ...(status ? { status } : {}) },
        });
        const { outcome, body } = await send(role, 'POST', 'events', json);
        expect([status, outcome]).toEqual([status, refused ?? '201']);
        if (refused) continue;
        const byDefault = body['status'] === 'publish' ? 'publish' : 'draft';
        const [brought] = body[link] as ServedRecord[];
        const expected = statusOnCreate(role, status ?? byDefault, false);
        expect([status, brought?.['status'], brought?.['author']]).toEqual([
          status,
          expected,
          scene.users[role as 'author'],
        ]);
      }
    },
  );
});
