import { afterAll, beforeAll, expect, it } from 'vitest';
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
  attendance_mode: 'online',
  online_url: 'https://amagat.example/sala',
  previous_start_date: '2026-01-01 10:00:00',
};

let fixture: PasswordFixture;
/** Ids of the protected events. */
const eventIds: Record<string, number> = {};
beforeAll(async () => {
  fixture = await startPasswordFixture();
  const parent = await createRecord(fixture.calendar, 'events', { title: 'Festival', ...upcomingDates(1000) });
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
    const author = owner === 'nobody' ? undefined : fixture.users[owner];
    eventIds[owner] = (await fixture.create({ title: `Concert of ${owner}`, ...hidden, author })).id;
  }
  await query(fixture.calendar.databaseUrl, `update events set author_id = null where id = ${eventIds['nobody']}`);
});
afterAll(() => fixture.calendar.close());

it.each([
  ['anonymous', []],
  ['subscriber', []],
  ['contributor', []],
  ['author', ['author']],
  ['editor', ['nobody', 'author', 'contributor']],
] as const)(
  '%s: protected events are reduced in lists, except those that the caller may edit: %j (5.1, 8.14)',
  async (role, editable) => {
    const listAs = async (token?: string) => (await readPage(fixture.calendar, 'events', token)).body.events;
    const full = await listAs(fixture.tokens.editor);
    const content = {
      ...CONTENT,
      password_protected: true,
      image: expect.anything(),
      cost: expect.stringContaining('20'),
    };
    expect(full).toMatchObject([content, content, content]);
    const editableIds = new Set(editable.map((owner) => eventIds[owner]));
    const expected = full.map((event) => (editableIds.has(event.id) ? event : { ...event, ...EMPTY_VIEW }));
    expect(await listAs(role === 'anonymous' ? undefined : fixture.tokens[role])).toEqual(expected);
  },
);

it('protected events match new titles in every language, and all texts once the password is removed (7.6, 8.14)', async () => {
  const event = await fixture.create({ title: 'Primer', description: 'Interior' });
  const isListed = async (search: string) =>
    (await readPage(fixture.calendar, `events?${search}`)).body.events.some(({ id }) => id === event.id);
  const update = (json: object) => fixture.calendar.request('PATCH', `events/${event.id}`, { json });
  await update({ title: 'Segon' });
  await update({ title: 'Tercero', description: 'Adentro', ml_language: 'es' });
  const matches = async () => [
    await isListed('search=primer'),
    await isListed('search=segon'),
    await isListed('search=interior'),
    await isListed('search=tercero&ml_language=es'),
    await isListed('search=adentro&ml_language=es'),
    await isListed('search=tercero'),
  ];
  expect(await matches()).toEqual([false, true, false, true, false, false]);
  await update({ password: null });
  expect(await matches()).toEqual([false, true, true, true, true, false]);
  await update({ password: EVENT_PASSWORD });
  expect(await matches()).toEqual([false, true, false, true, false, false]);
});
