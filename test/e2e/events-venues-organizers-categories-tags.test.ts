import { beforeAll, describe, expect, it } from 'vitest';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { describeFields, idsOf, imageUrl, type FieldCase } from '../support/records/field-cases.js';
import {
  createRecord,
  KINDS,
  requiredFieldsOf,
  uniqueName,
  type Kind,
  type ServedRecord,
} from '../support/records/kinds.js';
import { readPage, upcomingDates } from '../support/records/records.js';

/** Id of the administrator, the first user of a calendar. */
const ADMIN_ID = 1;

const calendar = useTestCalendar();
/** Id of an editor. */
let editor: number;
/** Ids of three records of each kind. */
const existing = {} as Record<Kind['path'], number[]>;
beforeAll(async () => {
  const { author } = await createRecord(calendar, 'venues', {}, { token: await calendar.createToken('editor') });
  editor = author as number;
  for (const { path } of KINDS) {
    existing[path] = [];
    for (let each = 0; each < 3; each += 1) existing[path].push((await createRecord(calendar, path)).id);
  }
});

const read = async (path: string) => (await calendar.request<ServedRecord>('GET', path)).body;

const text = (name: string, first: string, second: string): FieldCase => ({ name, first, second, empty: null });
const flag = (name: string, first: boolean, empty: boolean): FieldCase => ({ name, first, second: !first, empty });
const parent = (name: string, path: Kind['path']): FieldCase => {
  const [first, second] = existing[path];
  return { name, first, second, empty: null };
};
/** Three linked records, not in order of id, then one of them. */
const links = (name: string, path: Kind['path']): FieldCase => {
  const [one, two, three] = existing[path];
  return { name, first: [three, one, two], second: [two], empty: [], read: idsOf(name) };
};
const SLUG = { name: 'slug', derived: ['ml_translations'] };
const DESCRIPTION = { name: 'description', first: '<p>Un <b>text</b></p>', second: 'Un altre', empty: '' };

const publicationFields = (status: string): FieldCase[] => [
  DESCRIPTION,
  { name: 'author', first: editor, second: ADMIN_ID },
  { name: 'date', first: '2024-02-29 10:00:00', second: '2023-01-01 00:00:00', derived: ['date_utc'] },
  { name: 'status', first: status, second: 'publish' },
  { ...text('image', 'https://i.example/a.jpg', 'https://i.example/b.png'), read: imageUrl },
  text('website', 'https://a.example/', 'http://b.example/?a=1'),
  { name: 'custom_fields', first: { seats: 120 }, second: { seats: [1, 'two', null] }, empty: {} },
];
const termFields = (run: number): FieldCase[] => [
  DESCRIPTION,
  { name: 'name', first: `Música ${run}`, second: `Dansa ${run}` },
  { ...SLUG, first: `mus-${run}`, second: `dan-${run}`, empty: `musica-${run}` },
];
const INSTANTS = ['starts_at', 'ends_at', 'timezone_abbr'];

const FIELDS: Readonly<Record<Kind['path'], (run: number) => FieldCase[]>> = {
  events: (run) => [
    { name: 'title', first: `Concert ${run}`, second: `Ball ${run}` },
    { name: 'timezone', first: 'Europe/Madrid', second: 'America/Lima', empty: 'UTC', derived: [...INSTANTS, 'date'] },
    { name: 'start_date', first: '2030-05-01 19:00:00', second: '2030-01-01 00:00:00', derived: INSTANTS },
    { name: 'end_date', first: '2030-05-01 21:00:00', second: '2030-07-01 23:59:59', derived: INSTANTS },
    ...publicationFields('private'),
    { ...SLUG, first: `con-${run}`, second: `bal-${run}`, empty: `concert-${run}` },
    { name: 'excerpt', first: '<em>Curt</em>', second: 'Més curt', empty: '' },
    { name: 'cost', first: 'Donation', second: 'Ask at the door', empty: '' },
    flag('all_day', false, false),
    { name: 'event_status', first: 'postponed', second: 'cancelled', empty: 'scheduled' },
    { name: 'attendance_mode', first: 'online', second: 'mixed', empty: 'offline' },
    text('online_url', 'https://a.example/sala', 'http://b.example/?sala=1'),
    text('previous_start_date', '2030-04-01 19:00:00', '2029-12-31 23:00:00'),
    flag('show_map', false, true),
    flag('show_map_link', false, true),
    ...['hide_from_listings', 'sticky', 'featured', 'ticketed'].map((name) => flag(name, true, false)),
    links('categories', 'categories'),
    links('tags', 'tags'),
    links('venue', 'venues'),
    links('organizer', 'organizers'),
    parent('post_parent', 'events'),
  ],
  venues: () => [
    { name: 'venue', first: 'Ateneu', second: 'Casino' },
    ...publicationFields('draft'),
    flag('show_map', false, true),
    flag('show_map_link', false, true),
    text('address', 'Carrer Major, 1', 'Raval, 2'),
    text('city', 'Reus', 'Valls'),
    text('country', 'ES', 'FR'),
    text('province', 'Tarragona', 'Aude'),
    text('state', 'Catalunya', 'Occitanie'),
    text('stateprovince', 'T', 'A'),
    text('zip', '43201', '11000'),
    text('phone', '+34 977 000 000', '+33 4'),
  ],
  organizers: () => [
    { name: 'organizer', first: 'Colla Gegantera', second: 'Orfeó' },
    ...publicationFields('pending'),
    text('phone', '977 00 00 00', '+34 1'),
    text('email', 'colla@colla.example', 'a.b+c@orfeo.example'),
  ],
  categories: (run) => [...termFields(run), parent('parent', 'categories')],
  tags: termFields,
};

describe.each(KINDS)('Records of $path', (kind) => {
  const { path, titleField, isPublishable } = kind;
  const dates = path === 'events' ? upcomingDates() : {};
  /** Paths of a record. Terms have no path by slug. */
  const addressesOf = (record: ServedRecord) => [
    `${path}/${record.id}`,
    ...(isPublishable ? [`${path}/by-slug/${encodeURIComponent(record.slug)}`] : []),
  ];

  describeFields(() => calendar, kind, FIELDS[path]);

  it('POST: 201, Location, the same record as in reads and lists (6.1)', async () => {
    const name = uniqueName('Nou');
    // Optional fields of some kinds, and read-only fields. A kind ignores those that it does not accept.
    const otherFields = {
      image: 'https://i.example/a.jpg',
      cost: '10 €',
      tags: existing.tags,
      id: 1,
      rest_url: 'x',
      count: 99,
    };
    const json = requiredFieldsOf(kind, { ...dates, ...otherFields, [titleField]: name });
    const { status, headers, body } = await calendar.request<ServedRecord>('POST', path, { json });
    expect([status, body[titleField], headers.get('Location')]).toEqual([201, name, body.rest_url]);
    expect(body.rest_url).toBe(`${calendar.base}/${path}/${body.id}`);
    for (const address of addressesOf(body)) expect(await read(address)).toEqual(body);
    const page = await readPage(calendar, `${path}?include=${body.id}&hide_empty=false`);
    expect(page.body[path]).toEqual([body]);
  });

  it('update by POST, PUT and PATCH as JSON, form or query: 200, the full record (6.1)', async () => {
    const record = await createRecord(calendar, path, { ...dates, description: 'Stays' });
    for (const [index, method] of ['POST', 'PUT', 'PATCH'].entries()) {
      for (const [offset, address] of addressesOf(record).entries()) {
        const encoding = (['json', 'form', 'query'] as const)[(index + offset) % 3] ?? 'json';
        const json = { [titleField]: uniqueName(`${method} ${encoding}`) };
        const form = new URLSearchParams(json).toString();
        const options = { json: { json }, form: { form }, query: {} }[encoding];
        const target = encoding === 'query' ? `${address}?${form}` : address;
        const { status, headers, body } = await calendar.request(method, target, options);
        expect([method, encoding, status, headers.get('Location')]).toEqual([method, encoding, 200, null]);
        const { modified, modified_utc, version } = body;
        expect(body).toEqual({ ...record, ...json, version, ...(isPublishable && { modified, modified_utc }) });
        expect(await read(address)).toEqual(body);
      }
    }
    // A PUT of the served record changes nothing.
    const served = await read(`${path}/${record.id}`);
    expect((await calendar.request('PUT', `${path}/${record.id}`, { json: served })).body).toEqual(served);
  });
});

// Venues and organizers.
it.each(KINDS.slice(1, 3))('$path have a derived slug that clients cannot set (4.6)', async ({ path, titleField }) => {
  const { id, slug } = await createRecord(calendar, path, { [titleField]: 'Sala Gran', slug: 'mine' });
  expect(slug).toBe('sala-gran');
  const updated = await calendar.request('PATCH', `${path}/${id}?slug=mine`, { json: { slug: 'mine' } });
  expect([updated.status, updated.body['slug']]).toEqual([200, 'sala-gran']);
  expect((await calendar.request('GET', `${path}/by-slug/mine`)).status).toBe(404);
});

describe('Categories', () => {
  it('accept a new parent and a new slug in one update, in each of their languages (3.8, 4.1, 6.10)', async () => {
    const newParent = await createRecord(calendar, 'categories');
    const { id } = await createRecord(calendar, 'categories', { ml_language: 'ca' });
    await calendar.request('PATCH', `categories/${id}`, { json: { name: uniqueName(), ml_language: 'es' } });
    for (const [ml_language, parentId] of [
      ['ca', newParent.id],
      ['es', null],
      ['ca', existing.categories[0]],
      ['es', newParent.id],
    ] as const) {
      const slug = uniqueName('moved').replace(' ', '-');
      const json = { slug, parent: parentId, ml_language };
      const { status, body } = await calendar.request('PATCH', `categories/${id}`, { json });
      expect([status, body['slug'], body['parent']]).toEqual([200, slug, parentId]);
      expect(await read(`categories/${id}`)).toHaveProperty(`ml_translations.${ml_language}.slug`, slug);
    }
  });
});
