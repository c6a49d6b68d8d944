import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '../support/database/database-session.js';
import { createRecord, type ServedRecord } from '../support/records/kinds.js';
import { startPasswordFixture, EVENT_PASSWORD, type PasswordFixture } from '../support/records/protected-events.js';
import { readPage, upcomingDates } from '../support/records/records.js';

/** Members that keep their values in the reduced form of rule 8.14. */
const KEPT = `
  id url rest_url title slug start_date end_date starts_at ends_at all_day timezone timezone_abbr date date_utc
  modified modified_utc status author password_protected ml_language ml_translations`
  .trim()
  .split(/\s+/);
/** All other members, with the empty value of their type. */
const EMPTY = {
  description: '',
  excerpt: '',
  image: null,
  custom_fields: {},
  cost: '',
  website: null,
  show_map: false,
  show_map_link: false,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  ticketed: false,
  post_parent: null,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
};

let scene: PasswordFixture;
let linked: Readonly<Record<'venue' | 'organizer' | 'categories' | 'tags' | 'post_parent', number>>;
/** Fields that the reduced form hides. Their words occur nowhere else. */
let content: Record<string, unknown>;
const made: Record<string, ServedRecord> = {};
beforeAll(async () => {
  scene = await startPasswordFixture();
  const create = async (path: Parameters<typeof createRecord>[1], fields: object) =>
    (await createRecord(scene.calendar, path, { ...fields })).id;
  linked = {
    venue: await create('venues', { venue: 'Hall', geo_lat: 41.15, geo_lng: 1.1 }),
    organizer: await create('organizers', { organizer: 'Club' }),
    categories: await create('categories', { name: 'Stage' }),
    tags: await create('tags', { name: 'Late' }),
    post_parent: await create('events', { title: 'Festival', ...upcomingDates(1000) }),
  };
  content = {
    ...linked,
    description: '<p>Profundament</p>',
    excerpt: 'Resum',
    cost: ['5 €', '20 €'],
    website: 'https://amagat.example/',
    image: { url: 'https://amagat.example/i.jpg', alt: 'Amagada' },
    custom_fields: { amagat: true },
    featured: true,
    ticketed: true,
    sticky: true,
  };
  // Three events: one without an author, one of an author, one of a contributor.
  for (const owner of ['nobody', 'author', 'contributor'] as const) {
    const author = owner === 'nobody' ? undefined : scene.users[owner];
    made[owner] = await scene.create({ title: `Concert of ${owner}`, ...content, author });
  }
  await query(scene.calendar.databaseUrl, `update events set author_id = null where id = ${made['nobody']?.id}`);
});
afterAll(() => scene.calendar.close());

const READERS = ['anonymous', 'subscriber', 'contributor', 'author', 'editor'] as const;
const tokenOf = (role: (typeof READERS)[number]) => (role === 'anonymous' ? undefined : scene.tokens[role]);
/** Owners of the events that a caller may edit and therefore sees in full. */
const EDITED: Readonly<Record<(typeof READERS)[number], readonly string[]>> = {
  anonymous: [],
  subscriber: [],
  contributor: [],
  author: ['author'],
  editor: ['nobody', 'author', 'contributor'],
};

async function listed(
  role: (typeof READERS)[number],
  path: 'events' | 'venues' | 'organizers' | 'categories' | 'tags',
  search: string,
) {
  const { body } = await readPage(scene.calendar, `${path}?${search}`, tokenOf(role));
  expect(body.total).toBe(body[path].length);
  return body[path];
}

/** Owners of the protected events that a list contains. */
async function owners(role: (typeof READERS)[number], search: string): Promise<string[]> {
  const ids = new Set((await listed(role, 'events', search)).map(({ id }) => id));
  return Object.keys(made).filter((owner) => ids.has(made[owner]?.id ?? 0));
}
const ALL = ['nobody', 'author', 'contributor'];

describe.each(READERS)('Protected events for %s', (role) => {
  const edited = EDITED[role];
  const others = ALL.filter((owner) => !edited.includes(owner));

  it('are reduced in lists, and complete if the caller may edit them (5.1, 8.14)', async () => {
    const editor = await listed('editor', 'events', '');
    for (const event of await listed(role, 'events', '')) {
      const whole = editor.find(({ id }) => id === event.id) as ServedRecord;
      const kept = Object.fromEntries(KEPT.map((name) => [name, whole[name]]));
      const isShort = others.some((owner) => made[owner]?.id === event.id);
      const { cost_details: cost, ...rest } = event;
      expect(isShort ? rest : event).toEqual(isShort ? { ...kept, ...EMPTY } : whole);
      expect((cost as { values: string[] }).values).toEqual(isShort ? [] : ['5', '20']);
      expect(whole).toMatchObject({ description: '<p>Profundament</p>', featured: true, password_protected: true });
    }
    expect(await owners(role, '')).toEqual(ALL);
  });

  it.each(['featured', 'ticketed', 'geoloc'])('match %s only if the caller may edit them (8.14)', async (name) => {
    expect(await owners(role, `${name}=false`)).toEqual(others);
    expect(await owners(role, `${name}=true`)).toEqual(edited);
  });

  it.each(['venue', 'organizer', 'categories', 'tags', 'post_parent'] as const)(
    'match a filter by %s only if the caller may edit them (8.14)',
    async (name) => {
      expect(await owners(role, `${name}=${linked[name]}`)).toEqual(edited);
    },
  );

  it('match a location filter only if the caller may edit them (7.9, 8.14)', async () => {
    expect(await owners(role, 'geoloc_lat=41.15&geoloc_lng=1.1')).toEqual(edited);
  });

  it('match a search by their title, and by other texts only if the caller may edit them (7.6, 8.14)', async () => {
    for (const search of ['concert', 'CONCERT of', 'cert']) expect(await owners(role, `search=${search}`)).toEqual(ALL);
    for (const search of ['profundament', 'resum', 'concert+profundament']) {
      for (const order of ['', '&orderby=title', '&orderby=modified&order=desc']) {
        expect([search, order, await owners(role, `search=${search}${order}`)]).toEqual([search, order, edited]);
      }
    }
  });

  it('do not count in terms, and list their terms only if the caller may edit them (8.14)', async () => {
    for (const path of ['categories', 'tags'] as const) {
      expect(await listed(role, path, '')).toEqual([]);
      const [term] = await listed(role, path, `include=${linked[path]}&hide_empty=false`);
      expect(term?.['count']).toBe(0);
      for (const owner of ALL) {
        for (const name of ['event', 'post']) {
          const terms = await listed(role, path, `${name}=${made[owner]?.id}&hide_empty=false`);
          expect([owner, terms.length]).toEqual([owner, edited.includes(owner) ? 1 : 0]);
        }
      }
    }
  });

  it('count as events of venues and organizers only if the caller may edit them (7.10, 8.14)', async () => {
    for (const path of ['venues', 'organizers'] as const) {
      const counts = await Promise.all(
        [
          'has_events=true',
          'has_events=false',
          'only_with_upcoming=true',
          ...ALL.map((owner) => `event=${made[owner]?.id}`),
        ].map(async (search) => (await listed(role, path, search)).length),
      );
      const has = edited.length > 0 ? 1 : 0;
      expect(counts).toEqual([has, 1 - has, has, ...ALL.map((owner) => (edited.includes(owner) ? 1 : 0))]);
    }
  });
});

describe('Protected events', () => {
  it('can be parents, and the filter post_parent finds their children (5.3, 8.14)', async () => {
    const parent = made['nobody'] as ServedRecord;
    const child = await createRecord(scene.calendar, 'events', { title: 'Within', post_parent: parent.id });
    expect((await scene.read(`events/${child.id}`)).body['post_parent']).toBe(parent.id);
    const found = await readPage(scene.calendar, `events?post_parent=${parent.id}&starts_after=2000-01-01`);
    expect(found.body.events.map(({ id }) => id)).toEqual([child.id]);
  });

  it('match new titles in every language, and all texts once the password is removed (7.6, 8.14)', async () => {
    const event = await scene.create({ title: 'Primer', description: 'Interior' });
    const found = async (search: string) =>
      (await listed('anonymous', 'events', search)).map(({ id }) => id).includes(event.id);
    const update = (json: object) => scene.calendar.request('PATCH', `events/${event.id}`, { json });
    await update({ title: 'Segon' });
    await update({ title: 'Tercero', description: 'Adentro', ml_language: 'es' });
    const seen = async () => [
      await found('search=primer'),
      await found('search=segon'),
      await found('search=interior'),
      await found('search=tercero&ml_language=es'),
      await found('search=adentro&ml_language=es'),
      await found('search=tercero'),
    ];
    expect(await seen()).toEqual([false, true, false, true, false, false]);
    await update({ password: null });
    expect(await seen()).toEqual([false, true, true, true, true, false]);
    await update({ password: EVENT_PASSWORD });
    expect(await seen()).toEqual([false, true, false, true, false, false]);
  });

  it('do not change the linked venue (8.13, 8.14)', async () => {
    const { body } = await scene.read(`venues/${linked.venue}`);
    expect([body['venue'], body['status']]).toEqual(['Hall', 'publish']);
  });
});
