import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeFields, imageUrl, type FieldCase } from '../support/records/field-cases.js';
import { createRecord, KINDS, type Kind } from '../support/records/kinds.js';
import { describeOperations } from '../support/records/operation-cases.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { describeTrash } from '../support/records/trash-cases.js';

const ORGANIZERS = KINDS.find(({ path }) => path === 'organizers') as Kind;

let calendar: TestCalendar;
let editor: number;
beforeAll(async () => {
  calendar = await startTestCalendar();
  const { author } = await createRecord(calendar, 'organizers', {}, { token: await calendar.createToken('editor') });
  editor = author as number;
});
afterAll(() => calendar.close());

const fields = (): FieldCase[] => [
  { name: 'organizer', first: 'Colla Gegantera', second: 'Orfeó' },
  { name: 'author', first: editor, second: 1 },
  { name: 'date', first: '2024-02-29 10:00:00', second: '2023-01-01 00:00:00', derived: ['date_utc'] },
  { name: 'description', first: '<ul><li>Gegants</li></ul>', second: 'Cant coral', empty: '' },
  { name: 'status', first: 'pending', second: 'publish' },
  { name: 'phone', first: '977 00 00 00', second: '+34 1', empty: null },
  { name: 'website', first: 'https://colla.example/', second: 'http://orfeo.example/', empty: null },
  { name: 'email', first: 'colla@colla.example', second: 'a.b+c@orfeo.example', empty: null },
  {
    name: 'image',
    first: 'https://i.example/a.jpg',
    second: 'https://i.example/b.png',
    empty: null,
    read: imageUrl,
  },
  { name: 'custom_fields', first: { members: 40 }, second: { members: null }, empty: {} },
];

describe('Organizers', () => {
  describeOperations(() => calendar, ORGANIZERS);
  describeFields(() => calendar, ORGANIZERS, fields);
  describeTrash(() => calendar, ORGANIZERS);

  it('have a derived slug that clients cannot write (4.6)', async () => {
    const created = await createRecord(calendar, 'organizers', { organizer: 'Orfeó Lleidatà', slug: 'mine' });
    expect(created.slug).toBe('orfeo-lleidata');
    const updated = await calendar.request('PATCH', `organizers/${created.id}?slug=mine`, { json: { slug: 'mine' } });
    expect([updated.status, updated.body['slug']]).toEqual([200, 'orfeo-lleidata']);
    expect((await calendar.request('GET', 'organizers/by-slug/mine')).status).toBe(404);
  });
});
