import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeFields, imageUrl, type FieldCase } from '../support/records/field-cases.js';
import { createRecord, KINDS, type Kind } from '../support/records/kinds.js';
import { describeOperations } from '../support/records/operation-cases.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { describeTrash } from '../support/records/trash-cases.js';

const VENUES = KINDS.find(({ path }) => path === 'venues') as Kind;

let calendar: TestCalendar;
let editor: number;
beforeAll(async () => {
  calendar = await startTestCalendar();
  const { author } = await createRecord(calendar, 'venues', {}, { token: await calendar.createToken('editor') });
  editor = author as number;
});
afterAll(() => calendar.close());

const fields = (): FieldCase[] => [
  { name: 'venue', first: 'Ateneu', second: 'Casino' },
  { name: 'author', first: editor, second: 1 },
  { name: 'date', first: '2024-02-29 10:00:00', second: '2023-01-01 00:00:00', derived: ['date_utc'] },
  { name: 'description', first: '<p>Un <b>lloc</b></p>', second: 'Un altre', empty: '' },
  { name: 'status', first: 'draft', second: 'publish' },
  { name: 'show_map', first: false, second: true, empty: true },
  { name: 'show_map_link', first: false, second: true, empty: true },
  { name: 'address', first: 'Carrer Major, 1', second: 'Raval, 2', empty: null },
  { name: 'city', first: 'Reus', second: 'Valls', empty: null },
  { name: 'country', first: 'ES', second: 'FR', empty: null },
  { name: 'province', first: 'Tarragona', second: 'Aude', empty: null },
  { name: 'state', first: 'Catalunya', second: 'Occitanie', empty: null },
  { name: 'stateprovince', first: 'T', second: 'A', empty: null },
  { name: 'zip', first: '43201', second: '11000', empty: null },
  { name: 'phone', first: '+34 977 000 000', second: '+33 4', empty: null },
  { name: 'website', first: 'https://ateneu.example/', second: 'http://casino.example/?a=1', empty: null },
  {
    name: 'image',
    first: 'https://i.example/a.jpg',
    second: 'https://i.example/b.png',
    empty: null,
    read: imageUrl,
  },
  { name: 'custom_fields', first: { seats: 120 }, second: { seats: [1, 'two'] }, empty: {} },
];

describe('Venues', () => {
  describeOperations(() => calendar, VENUES);
  describeFields(() => calendar, VENUES, fields);
  describeTrash(() => calendar, VENUES);

  it('have both coordinates or none (6.7)', async () => {
    const { id } = await createRecord(calendar, 'venues', { geo_lat: 41.1561, geo_lng: '1.1069' });
    const read = async () => (await calendar.request('GET', `venues/${id}`)).body;
    expect(await read()).toMatchObject({ geo_lat: 41.1561, geo_lng: 1.1069 });
    expect((await calendar.request('PATCH', `venues/${id}`, { json: { geo_lat: null } })).status).toBe(400);
    expect(await read()).toMatchObject({ geo_lat: 41.1561, geo_lng: 1.1069 });
    await calendar.request('PATCH', `venues/${id}`, { json: { geo_lat: 0, geo_lng: -180 } });
    expect(await read()).toMatchObject({ geo_lat: 0, geo_lng: -180 });
    await calendar.request('PATCH', `venues/${id}`, { json: { geo_lat: '', geo_lng: '' } });
    expect(await read()).toMatchObject({ geo_lat: null, geo_lng: null });
  });

  it('derive stateprovince from country, state and province if it is not set (6.11)', async () => {
    const stateprovince = async (more: object) =>
      (await createRecord(calendar, 'venues', { state: 'NY', province: 'Girona', ...more }))['stateprovince'];
    for (const country of ['', 'US', 'usa', 'United States', 'Estats Units', 'Estados Unidos']) {
      expect([country, await stateprovince({ country })]).toEqual([country, 'NY']);
    }
    expect(await stateprovince({ country: 'ES' })).toBe('Girona');
    expect(await stateprovince({ country: 'ES', stateprovince: 'GI' })).toBe('GI');
  });

  it('have a derived slug that clients cannot set (4.6)', async () => {
    const created = await createRecord(calendar, 'venues', { venue: 'Sala Gran', slug: 'mine' });
    expect(created.slug).toBe('sala-gran');
    const updated = await calendar.request('PATCH', `venues/${created.id}?slug=mine`, { json: { slug: 'mine' } });
    expect([updated.status, updated.body['slug']]).toEqual([200, 'sala-gran']);
    expect((await calendar.request('GET', 'venues/by-slug/mine')).status).toBe(404);
  });
});
