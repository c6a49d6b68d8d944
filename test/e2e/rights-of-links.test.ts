import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '../support/database/database-session.js';
import {
  createRecord,
  requiredFieldsOf,
  KINDS,
  PUBLISHABLE_KINDS,
  uniqueName,
  type Kind,
  type ServedRecord,
} from '../support/records/kinds.js';
import { idsOf, storedLinks } from '../support/records/links.js';
import { readPage, upcomingDates } from '../support/records/records.js';
import { outcomeOf, startWithCallers, type CallersFixture } from '../support/callers.js';

const [EVENTS] = KINDS as readonly [Kind];
const OWNERS = ['contributor', 'author'] as const;
const PLACES = ['venue', 'organizer'] as const;

let scene: CallersFixture;
beforeAll(async () => {
  scene = await startWithCallers();
});
afterAll(() => scene.calendar.close());

type Role = keyof CallersFixture['tokens'];
const create = (path: Kind['path'], fields: object) => createRecord(scene.calendar, path, { ...fields });
const draft = (path: Kind['path'], role: keyof CallersFixture['users'], fields: object = {}) =>
  create(path, { status: 'draft', author: scene.users[role], ...fields });
async function send(role: Role, method: string, path: string, json?: object) {
  const { status, body } = await scene.calendar.request<ServedRecord>(method, path, {
    token: scene.tokens[role],
    json,
  });
  return { outcome: outcomeOf(status, body), body, params: Object.keys(body['params'] ?? {}).toSorted() };
}
const listed = async (role: Role, path: Kind['path'], search: string) =>
  (await readPage(scene.calendar, `${path}?${search}`, scene.tokens[role] ?? undefined)).body[path].map(({ id }) => id);
/** The response body with the id masked, to compare the responses for two ids. */
const saidOf = ({ body }: { readonly body: object }, id: number) => JSON.stringify(body).replaceAll(` ${id}.`, ' ….');

describe.each(OWNERS)('Linked records for callers with role %s', (role) => {
  it.each(PLACES)('an own draft %s can be linked, one of others is 400 like an unknown id (7.1, 8.5)', async (link) => {
    const [own, other] = [await draft(`${link}s`, role), await draft(`${link}s`, 'stranger')];
    const mine = await send(role, 'POST', 'events', requiredFieldsOf(EVENTS, { status: 'draft', [link]: own.id }));
    expect([mine.outcome, idsOf(mine.body, link)]).toEqual(['201', [own.id]]);
    const unlike = await send(role, 'POST', 'events', requiredFieldsOf(EVENTS, { [link]: [own.id, other.id] }));
    const absent = await send(role, 'POST', 'events', requiredFieldsOf(EVENTS, { [link]: [own.id, 987_654_321] }));
    expect([unlike.outcome, unlike.params]).toEqual(['400 invalid_parameter', [link]]);
    expect(saidOf(unlike, other.id)).toBe(saidOf(absent, 987_654_321));
  });

  it.each(PLACES)('the name of a %s links an own draft, never a draft of another user (6.8, 8.5)', async (link) => {
    const [mine, theirs] = [uniqueName('Sala meva'), uniqueName('Sala seva')];
    const [own, other] = [
      await draft(`${link}s`, role, { [link]: mine }),
      await draft(`${link}s`, 'stranger', { [link]: theirs }),
    ];
    const json = requiredFieldsOf(EVENTS, { status: 'draft', [link]: [{ [link]: mine }, { [link]: theirs }] });
    const { body } = await send(role, 'POST', 'events', json);
    const [first, second] = idsOf(body, link);
    expect([first, second === other.id, idsOf(body, link).length]).toEqual([own.id, false, 2]);
    expect((await send('editor', 'GET', `${link}s/${other.id}`)).body).toEqual(other);
  });

  it('an event sent back as read keeps its links to unreadable records of others (5.3, 6.2, 8.8)', async () => {
    const [venue, organizer] = [await draft('venues', 'stranger'), await draft('organizers', 'stranger')];
    const parent = await draft('events', 'stranger');
    const shown = await create('venues', {});
    const links = { venue: [venue.id, shown.id], organizer: organizer.id, post_parent: parent.id };
    const event = await draft('events', role, { ...upcomingDates(), ...links });
    const { body: read } = await send(role, 'GET', `events/${event.id}`);
    expect([idsOf(read, 'venue'), idsOf(read, 'organizer'), read['post_parent']]).toEqual([[shown.id], [], null]);
    expect((await send(role, 'PUT', `events/${event.id}`, read)).body).toEqual(read);
    const kept = await send('editor', 'GET', `events/${event.id}`);
    expect([idsOf(kept.body, 'venue'), idsOf(kept.body, 'organizer'), kept.body['post_parent']]).toEqual([
      [venue.id, shown.id],
      [organizer.id],
      parent.id,
    ]);
    expect((await storedLinks(scene.calendar, event, 'venue')).map(({ id }) => id)).toEqual([venue.id, shown.id]);
  });

  it('filters by event count an own draft event for its author and editors only (7.10, 7.11, 8.3)', async () => {
    const own = { venues: await create('venues', {}), organizers: await create('organizers', {}) };
    const tag = await create('tags', {});
    const links = { venue: own.venues.id, organizer: own.organizers.id, tags: [tag.id] };
    const event = await draft('events', role, { ...upcomingDates(), ...links, password: 'Meva' });
    for (const reader of ['anonymous', 'contributor', 'author', 'editor'] as const) {
      const knows = reader === role || reader === 'editor';
      for (const path of ['venues', 'organizers'] as const) {
        const [{ id }, include] = [own[path], `include=${own[path].id}`];
        const counts = ['has_events=true', 'only_with_upcoming=true', 'has_events=false'];
        const found = await Promise.all(counts.map((each) => listed(reader, path, `${include}&${each}`)));
        expect([reader, path, found]).toEqual([reader, path, knows ? [[id], [id], []] : [[], [], [id]]]);
        const ofEvent = await scene.calendar.request('GET', `${path}?event=${event.id}`, {
          token: scene.tokens[reader],
        });
        expect([reader, path, ofEvent.status, ofEvent.body['total']]).toEqual(
          knows ? [reader, path, 200, 1] : [reader, path, 400, undefined],
        );
      }
      const terms = await scene.calendar.request('GET', `tags?event=${event.id}&hide_empty=false`, {
        token: scene.tokens[reader],
      });
      expect([reader, terms.status]).toEqual([reader, knows ? 200 : 400]);
      const search = encodeURIComponent(String(event['title']));
      expect([reader, await listed(reader, 'events', `search=${search}&venue=${own.venues.id}`)]).toEqual([
        reader,
        knows ? [event.id] : [],
      ]);
    }
  });

  it('an own draft venue in an event of another user is visible and usable in filters (7.7, 7.9, 8.8)', async () => {
    const place = { geo_lat: -41.5, geo_lng: 10.5 };
    const own = await draft('venues', role, place);
    const event = await create('events', { ...upcomingDates(), venue: own.id });
    for (const reader of ['anonymous', 'contributor', 'author', 'editor'] as const) {
      const knows = reader === role || reader === 'editor';
      const read = await send(reader, 'GET', `events/${event.id}`);
      expect([reader, idsOf(read.body, 'venue')]).toEqual([reader, knows ? [own.id] : []]);
      const found = ['geoloc=true', 'geoloc=false', 'geoloc_lat=-41.5&geoloc_lng=10.5'].map(
        async (search) => (await listed(reader, 'events', `include=${event.id}&${search}`)).length,
      );
      expect([reader, await Promise.all(found)]).toEqual([reader, knows ? [1, 0, 1] : [0, 1, 0]]);
      expect([reader, (await send(reader, 'GET', `events?venue=${own.id}`)).outcome]).toEqual([
        reader,
        knows ? '200' : '400 invalid_parameter',
      ]);
    }
  });

  it.each(PLACES)('an inline %s with another author is 403, with status trash 400 (6.4, 6.8, 8.9)', async (link) => {
    const bring = (fields: object) => {
      const json = requiredFieldsOf(EVENTS, { status: 'draft', [link]: { [link]: uniqueName(), ...fields } });
      return send(role, 'POST', 'events', json);
    };
    expect((await bring({ author: scene.users.stranger })).outcome).toBe('403 forbidden');
    expect((await bring({ author: 987_654_321 })).outcome).toBe('403 forbidden');
    expect((await bring({ author: scene.users[role] })).outcome).toBe('201');
    const inTrash = await bring({ status: 'trash' });
    expect([inTrash.outcome, inTrash.params]).toEqual(['400 invalid_parameter', [`${link}.status`]]);
  });

  it('post_parent accepts a readable event; an unreadable one is 400 like an unknown id (6.10, 8.5)', async () => {
    const [own, other] = [await draft('events', role), await draft('events', 'stranger')];
    const below = await send(role, 'POST', 'events', requiredFieldsOf(EVENTS, { post_parent: own.id }));
    expect([below.outcome, below.body['post_parent']]).toEqual(['201', own.id]);
    const unread = await send(role, 'POST', 'events', requiredFieldsOf(EVENTS, { post_parent: other.id }));
    const absent = await send(role, 'POST', 'events', requiredFieldsOf(EVENTS, { post_parent: 987_654_321 }));
    expect([unread.outcome, unread.params]).toEqual(['400 invalid_parameter', ['post_parent']]);
    expect(saidOf(unread, other.id)).toBe(saidOf(absent, 987_654_321));
  });
});

describe('Order of checks', () => {
  it.each(PUBLISHABLE_KINDS)(
    'forbidden and invalid parameters are rejected before the record is looked up: $path (8.4, 8.5)',
    async ({ path, titleField: heading }) => {
      const [hidden, shown] = [await draft(path, 'stranger'), await create(path, { author: scene.users.stranger })];
      for (const role of OWNERS) {
        for (const id of [hidden.id, shown.id, 987_654_321]) {
          const wrong = await send(role, 'PATCH', `${path}/${id}`, { [heading]: '', status: 'nonsense' });
          expect([role, id, wrong.outcome, wrong.params]).toEqual([
            role,
            id,
            '400 invalid_parameter',
            [heading, 'status'].toSorted(),
          ]);
          const unknown = await send(role, 'PATCH', `${path}/${id}`, { image: 987_654_321 });
          expect([role, id, unknown.outcome, unknown.params]).toEqual([role, id, '400 invalid_parameter', ['image']]);
          const reserved = await send(role, 'PATCH', `${path}/${id}`, { [heading]: '', author: scene.users.stranger });
          expect([role, id, reserved.outcome]).toEqual([role, id, '403 forbidden']);
        }
      }
    },
  );
});

it('current and former slugs of a draft are 404 for callers who may not read it (8.5)', async () => {
  const event = await draft('events', 'author', { slug: 'before-it' });
  await send('author', 'PATCH', `events/${event.id}`, { slug: 'after-it' });
  for (const role of ['anonymous', 'contributor', 'author', 'editor'] as const) {
    for (const slug of ['before-it', 'after-it']) {
      const { outcome } = await send(role, 'GET', `events/by-slug/${slug}`);
      expect([role, slug, outcome]).toEqual([
        role,
        slug,
        role === 'author' || role === 'editor' ? '200' : '404 event_not_found',
      ]);
    }
  }
  expect(
    await query(scene.calendar.databaseUrl, `select slug from event_slugs where event_id = ${event.id}`),
  ).toHaveLength(2);
});
