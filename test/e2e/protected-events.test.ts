import { expect, it } from 'vitest';
import { EMPTY_VIEW } from '../model/views.js';
import { createRecord } from '../support/records/kinds.js';
import { EVENT_PASSWORD } from '../support/records/protected-events.js';
import { readPage, upcomingDates } from '../support/records/records.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar();
const createProtected = (fields: object) =>
  createRecord(calendar, 'events', { ...upcomingDates(), password: EVENT_PASSWORD, ...fields });

it('a protected event is reduced in lists, except for callers who may edit it (5.1, 8.14)', async () => {
  const parent = await createRecord(calendar, 'events', { title: 'Festival', ...upcomingDates(1000) });
  const content = {
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
    post_parent: parent.id,
  };
  await createProtected({
    ...content,
    cost: ['5 €', '20 €'],
    image: { url: 'https://amagat.example/i.jpg', alt: 'Amagada' },
    venue: { venue: 'Hall' },
    organizer: { organizer: 'Club' },
    categories: ['Stage'],
    tags: ['Late'],
  });
  const listAs = async (token?: string) => (await readPage(calendar, 'events?per_page=1', token)).body.events;
  const [full] = await listAs(ADMIN_TOKEN);
  expect(full).toMatchObject({ ...content, password_protected: true, cost: expect.stringContaining('20') });
  expect(await listAs()).toEqual([{ ...full, ...EMPTY_VIEW }]);
});

it('search finds protected events by their current title in the requested language only; without a password, by all texts (7.6, 8.14)', async () => {
  const event = await createProtected({ title: 'Primer', description: 'Interior' });
  const isListed = async (search: string) =>
    (await readPage(calendar, `events?${search}`)).body.events.some(({ id }) => id === event.id);
  const update = (json: object) => calendar.request('PATCH', `events/${event.id}`, { json });
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
