import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EMPTY_VIEW } from '../model/views.js';
import { query } from '../support/database/database-session.js';
import { createRecord } from '../support/records/kinds.js';
import { startPasswordFixture, EVENT_PASSWORD, type PasswordFixture } from '../support/records/protected-events.js';
import { readPage, upcomingDates } from '../support/records/records.js';

/** Fields that the reduced form hides, without links. */
const CONTENT = {
  description: '<p>Profundament</p>',
  excerpt: 'Resum',
  website: 'https://amagat.example/',
  custom_fields: { amagat: true },
  featured: true,
  ticketed: true,
  sticky: true,
};

let scene: PasswordFixture;
/** Ids of the protected events. */
const created: Record<string, number> = {};
beforeAll(async () => {
  scene = await startPasswordFixture();
  const parent = await createRecord(scene.calendar, 'events', { title: 'Festival', ...upcomingDates(1000) });
  const hidden = {
    ...CONTENT,
    cost: ['5 €', '20 €'],
    image: { url: 'https://amagat.example/i.jpg', alt: 'Amagada' },
    venue: { venue: 'Hall' },
    organizer: { organizer: 'Club' },
    categories: ['Stage'],
    tags: ['Late'],
    post_parent: parent.id,
  };
  for (const owner of ['nobody', 'author', 'contributor'] as const) {
    const author = owner === 'nobody' ? undefined : scene.users[owner];
    created[owner] = (await scene.create({ title: `Concert of ${owner}`, ...hidden, author })).id;
  }
  await query(scene.calendar.databaseUrl, `update events set author_id = null where id = ${created['nobody']}`);
});
afterAll(() => scene.calendar.close());

it.each([
  ['anonymous', []],
  ['subscriber', []],
  ['contributor', []],
  ['author', ['author']],
  ['editor', ['nobody', 'author', 'contributor']],
] as const)(
  '%s: protected events are reduced in lists, except those that the caller may edit: %j (5.1, 8.14)',
  async (role, edited) => {
    const listedFor = async (token?: string) => (await readPage(scene.calendar, 'events', token)).body.events;
    const full = await listedFor(scene.tokens.editor);
    const content = {
      ...CONTENT,
      password_protected: true,
      image: expect.anything(),
      cost: expect.stringContaining('20'),
    };
    expect(full).toMatchObject([content, content, content]);
    const shown = new Set(edited.map((owner) => created[owner]));
    const expected = full.map((event) => (shown.has(event.id) ? event : { ...event, ...EMPTY_VIEW }));
    expect(await listedFor(role === 'anonymous' ? undefined : scene.tokens[role])).toEqual(expected);
  },
);

it('protected events match new titles in every language, and all texts once the password is removed (7.6, 8.14)', async () => {
  const event = await scene.create({ title: 'Primer', description: 'Interior' });
  const found = async (search: string) =>
    (await readPage(scene.calendar, `events?${search}`)).body.events.some(({ id }) => id === event.id);
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
