import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeFields, idsOf, imageUrl, type FieldCase } from '../support/records/field-cases.js';
import { createRecord, KINDS, type Kind } from '../support/records/kinds.js';
import { describeOperations } from '../support/records/operation-cases.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { describeTrash } from '../support/records/trash-cases.js';

const EVENTS = KINDS.find(({ path }) => path === 'events') as Kind;

let calendar: TestCalendar;
let editor: number;
let parents: number[];
const linked: Record<string, number[]> = {};
beforeAll(async () => {
  calendar = await startTestCalendar();
  const parent = await createRecord(calendar, 'events', {}, { token: await calendar.createToken('editor') });
  editor = parent['author'] as number;
  parents = [parent.id, (await createRecord(calendar, 'events')).id];
  for (const { path } of KINDS.slice(1)) {
    linked[path] = [];
    for (let each = 0; each < 3; each += 1) linked[path].push((await createRecord(calendar, path)).id);
  }
});
afterAll(() => calendar.close());

/** Field case for linked records: first three of them, not in order of id, then one of them. */
const links = (name: string, path: string): FieldCase => {
  const [one = 0, two = 0, three = 0] = linked[path] ?? [];
  return { name, first: [three, one, two], second: [two], empty: [], read: idsOf(name) };
};
const flag = (name: string, first: boolean, empty: boolean): FieldCase => ({ name, first, second: !first, empty });
const INSTANTS = ['starts_at', 'ends_at', 'timezone_abbr'];

const fields = (run: number): FieldCase[] => [
  { name: 'title', first: 'Concert', second: 'Ball' },
  { name: 'timezone', first: 'Europe/Madrid', second: 'America/Lima', empty: 'UTC', derived: [...INSTANTS, 'date'] },
  { name: 'start_date', first: '2030-05-01 19:00:00', second: '2030-01-01 00:00:00', derived: INSTANTS },
  { name: 'end_date', first: '2030-05-01 21:00:00', second: '2030-07-01 23:59:59', derived: INSTANTS },
  { name: 'author', first: editor, second: 1 },
  { name: 'date', first: '2024-02-29 10:00:00', second: '2023-01-01 00:00:00', derived: ['date_utc'] },
  { name: 'description', first: '<p>Un <b>concert</b></p>', second: 'Un ball', empty: '' },
  { name: 'slug', first: `con-${run}`, second: `ball-${run}`, derived: ['ml_translations'] },
  { name: 'excerpt', first: '<em>Curt</em>', second: 'Més curt', empty: '' },
  { name: 'status', first: 'private', second: 'publish' },
  flag('all_day', false, false),
  { name: 'image', first: 'https://i.example/a.jpg', second: 'https://i.example/b.png', empty: null, read: imageUrl },
  { name: 'cost', first: 'Donation', second: 'Ask at the door', empty: '' },
  { name: 'website', first: 'https://concert.example/', second: 'http://ball.example/?a=1', empty: null },
  flag('show_map', false, true),
  flag('show_map_link', false, true),
  flag('hide_from_listings', true, false),
  flag('sticky', true, false),
  flag('featured', true, false),
  flag('ticketed', true, false),
  links('categories', 'categories'),
  links('tags', 'tags'),
  links('venue', 'venues'),
  links('organizer', 'organizers'),
  { name: 'post_parent', first: parents[0], second: parents[1], empty: null },
  { name: 'custom_fields', first: { seats: 120 }, second: { seats: [1, 'two'] }, empty: {} },
];

describe('Events', () => {
  describeOperations(() => calendar, EVENTS);
  describeFields(() => calendar, EVENTS, fields);
  describeTrash(() => calendar, EVENTS);

  it('derive an emptied slug from the title, and keep it if the title changes (4.3)', async () => {
    const { id } = await createRecord(calendar, 'events', { title: 'Fira de Maig', slug: 'fira' });
    const change = async (json: object) => (await calendar.request('PATCH', `events/${id}`, { json })).body['slug'];
    expect(await change({ title: 'Fira de Juny' })).toBe('fira');
    expect(await change({ slug: '' })).toBe('fira-de-juny');
    expect(await change({ title: 'Fira de Juliol' })).toBe('fira-de-juny');
    expect(await change({ title: 'Fira de Tardor', slug: null })).toBe('fira-de-tardor');
  });

  it('accept linked records as an id, a list of ids, or objects from a read (6.2)', async () => {
    const [one, two] = linked['venues'] ?? [];
    const venue = (await calendar.request('GET', `venues/${one}`)).body;
    const { id } = await createRecord(calendar, 'events', { venue: { ...venue, city: 'Nowhere' } });
    const link = async (json: object) =>
      idsOf('venue')((await calendar.request('PATCH', `events/${id}`, { json })).body);
    expect(await link({})).toEqual([one]);
    expect(await link({ venue: two })).toEqual([two]);
    expect(await link({ venue: `${two},${one}` })).toEqual([two, one]);
    expect(await link({ venue: [{ id: one }, two, one, String(two)] })).toEqual([one, two]);
    expect((await calendar.request('GET', `venues/${one}`)).body).toEqual(venue);
  });

  it('report every linked id that does not exist, and write nothing (2.7)', async () => {
    const event = await createRecord(calendar, 'events');
    const unknown = 987_654_321;
    const json = { venue: unknown, organizer: [unknown], categories: [unknown], tags: unknown, post_parent: unknown };
    const { status, body } = await calendar.request('PATCH', `events/${event.id}`, { json: { ...json, title: 'No' } });
    expect([status, Object.keys(body['params'] as object).toSorted()]).toEqual([400, Object.keys(json).toSorted()]);
    expect((await calendar.request('GET', `events/${event.id}`)).body).toEqual(event);
  });

  it('deleted with force=true leave children without a parent and keep linked records (8.10)', async () => {
    const [venue] = linked['venues'] ?? [];
    const parent = await createRecord(calendar, 'events', { venue });
    const child = await createRecord(calendar, 'events', { post_parent: parent.id });
    expect(child['post_parent']).toBe(parent.id);
    await calendar.request('DELETE', `events/${parent.id}?force=true`);
    expect((await calendar.request('GET', `events/${child.id}`)).body['post_parent']).toBeNull();
    expect((await calendar.request('GET', `venues/${venue}`)).status).toBe(200);
  });
});
