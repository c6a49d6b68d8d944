import { describe, expect, it } from 'vitest';
import { expectMissingParameters, expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, KINDS, type Kind } from '../support/records/kinds.js';
import { AUDIT_PATH } from '../support/accounts/audit.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const UNKNOWN_ID = 987654321;

const calendar = useTestCalendar();

const post = (path: string, json: unknown) => calendar.request('POST', path, { json });
const patch = (path: string, json: unknown) => calendar.request('PATCH', path, { json });

/** Invalid values for the fields of each kind. */
const INVALID_FIELDS: Readonly<Record<Kind['path'], Readonly<Record<string, unknown>>>> = {
  events: {
    title: {},
    start_date: '2026-02-30',
    end_date: 'later',
    timezone: 'Mars/Olympus',
    all_day: 'perhaps',
    description: true,
    excerpt: 'a\u0000',
    slug: 's'.repeat(201),
    status: 'published',
    date: 'soon',
    date_utc: 'soon',
    author: UNKNOWN_ID,
    image: 'https://a.example/a.pdf',
    custom_fields: 'none',
    cost: {},
    website: 'nowhere',
    show_map: 2,
    show_map_link: 2,
    hide_from_listings: 2,
    sticky: 2,
    featured: 2,
    ticketed: 2,
    post_parent: UNKNOWN_ID,
    categories: [UNKNOWN_ID],
    tags: [-1],
    venue: [UNKNOWN_ID, UNKNOWN_ID + 1],
    organizer: [{ id: UNKNOWN_ID }],
    ml_language: 'fr',
  },
  venues: {
    venue: ['A'],
    address: {},
    city: true,
    country: 'x'.repeat(501),
    province: 'a\u0000',
    state: {},
    stateprovince: {},
    zip: {},
    phone: {},
    website: 'javascript:alert(1)',
    geo_lat: 91,
    geo_lng: 'east',
    show_map: 'perhaps',
    show_map_link: 'perhaps',
    description: {},
    status: 'published',
    date: 'soon',
    date_utc: '2026-13-01',
    author: 0,
    image: UNKNOWN_ID,
    custom_fields: [1],
    ml_language: 'es-ES',
  },
  organizers: {
    organizer: {},
    phone: {},
    website: 'ftp://a.example/',
    email: 'nobody',
    description: {},
    status: 'published',
    date: 'soon',
    date_utc: 'soon',
    author: 'somebody',
    image: 'file:///etc/passwd',
    custom_fields: 5,
    ml_language: 'xx',
  },
  categories: { name: {}, description: {}, slug: [1, 2], parent: UNKNOWN_ID, ml_language: 'xx' },
  tags: { name: { $ne: 1 }, description: ['a'], slug: {}, ml_language: '../ca' },
};

/** Two dates of publication that differ. */
const DATES = { date: '2030-01-01 10:00', date_utc: '2030-01-01 11:00' };
/** An event that ends before it starts. */
const REVERSED = { title: 'T', start_date: '2030-05-02 10:00', end_date: '2030-05-01 10:00' };

describe('A request with several errors', () => {
  it.each(KINDS)('reports every invalid field of $path, including unknown ids (2.7)', async ({ path }) => {
    const json = INVALID_FIELDS[path];
    expectInvalidParameters(await post(path, json), ...Object.keys(json));
    const { id } = await createRecord(calendar, path);
    for (const method of ['POST', 'PUT', 'PATCH'])
      expectInvalidParameters(await calendar.request(method, `${path}/${id}`, { json }), ...Object.keys(json));
  });

  it('is missing_parameter if all errors are missing parameters, otherwise invalid_parameter (2.7)', async () => {
    expectMissingParameters(await post('events', {}), 'title', 'start_date', 'end_date');
    expectMissingParameters(await post('events', { title: 'T' }), 'start_date', 'end_date');
    const json = { tags: [UNKNOWN_ID], end_date: 'x' };
    expectInvalidParameters(await post('events', json), 'title', 'start_date', 'end_date', 'tags');
    expectInvalidParameters(await post('venues', { author: UNKNOWN_ID }), 'venue', 'author');
  });

  it('reports parameters of the query string and of the body together (2.7)', async () => {
    const query = `featured=perhaps&tags=${UNKNOWN_ID}&website=nowhere`;
    const response = await post(`events?${query}`, { title: {}, website: 'https://a.example/', sticky: 2 });
    expectInvalidParameters(response, 'title', 'start_date', 'end_date', 'featured', 'tags', 'sticky');
  });

  it.each(KINDS)(
    'reports all invalid parameters of a list of $path, including nested values (2.7)',
    async ({ path, isPublishable }) => {
      const query = 'page=0&per_page=many&ml_language=fr&ml_fallback=never&include=a,b&search[x][y]=1';
      const response = await calendar.request('GET', `${path}?${query}&author=${UNKNOWN_ID}`);
      const names = ['page', 'per_page', 'ml_language', 'ml_fallback', 'include', 'search'];
      expectInvalidParameters(response, ...names, ...(isPublishable ? ['author'] : []));
    },
  );

  it.each([
    ['GET', 'events?include=1,x,2,y', {}, 'include', 'include[1], include[3]: '],
    ['GET', 'events?include=&include=1&include=x', {}, 'include', 'include[2]: '],
    ['GET', `events?venue[]=${UNKNOWN_ID}`, {}, 'venue', 'venue[0]: '],
    ['GET', 'events?tags=no-such-tag', {}, 'tags', ''],
    ['GET', `events?categories=${UNKNOWN_ID},no-such-term`, {}, 'categories', 'categories[0], categories[1]: '],
    ['GET', 'venues?fields=venue,colour', {}, 'fields', 'fields[1]: '],
    ['GET', `${AUDIT_PATH}?kind=event,colour`, {}, 'kind', 'kind[1]: '],
    ['POST', 'events', { form: 'tags[]=Nit&tags[]=%3Cb%3E' }, 'tags', 'tags[1]: '],
    ['POST', 'events', { form: 'cost=5&cost=%3Cb%3E' }, 'cost', 'cost[1]: '],
    [
      'POST',
      'events',
      { json: { organizer: [{ organizer: 'O' }, { id: UNKNOWN_ID }] } },
      'organizer',
      'organizer[1]: ',
    ],
    ['POST', 'events', { json: { venue: { id: UNKNOWN_ID } } }, 'venue', ''],
    ['POST', 'events', { json: { tags: [true, 'Nit', UNKNOWN_ID, []] } }, 'tags', 'tags[0], tags[3]: '],
    ['POST', 'events', { json: { tags: ['Nit', 'Fira', { slug: 'no-tag' }] } }, 'tags', 'tags[2]: '],
  ] as const)('names the elements of a list: %s %s %j (2.7)', async (method, path, body, name, elements) => {
    const { status, body: problem } = await calendar.request(method, path, { ...body, token: ADMIN_TOKEN });
    const { [name]: text = '' } = problem['params'] as Record<string, string>;
    expect([status, text.slice(0, elements.length)]).toEqual([400, elements]);
    expect(text.slice(elements.length)).toMatch(/^[A-Z]/);
  });

  it('has the errors of all elements of a list in its message (2.7)', async () => {
    const { body } = await post('events', {
      tags: [true, 'Nit', UNKNOWN_ID, { slug: 'no-tag' }],
      venue: [5.5, UNKNOWN_ID],
    });
    const { tags = '', venue = '' } = body['params'] as Record<string, string>;
    expect([tags, venue].map((text) => text.match(/\w+\[\d\](?=: )/g))).toEqual([
      ['tags[0]', 'tags[2]', 'tags[3]'],
      ['venue[0]', 'venue[1]'],
    ]);
    const filters = await calendar.request('GET', `events?tags=no-tag,${'x'.repeat(501)}`);
    expect((filters.body['params'] as Record<string, string>)['tags']).toMatch(/^tags\[1\]: .* tags\[0\]: /);
  });

  it('reports conflicts between parameters together with other errors (2.7)', async () => {
    const event = { ...REVERSED, ...DATES, website: 'nowhere', venue: [UNKNOWN_ID] };
    expectInvalidParameters(await post('events', event), 'end_date', 'date', 'date_utc', 'website', 'venue');
    expectInvalidParameters(await post('venues', { geo_lat: 41, website: 'nowhere' }), 'venue', 'geo_lng', 'website');
    const organizer = { ...DATES, email: 'nobody' };
    expectInvalidParameters(await post('organizers', organizer), 'organizer', 'date', 'date_utc', 'email');
    const { id } = await createRecord(calendar, 'events');
    expectInvalidParameters(await patch(`events/${id}`, { ...REVERSED, tags: [UNKNOWN_ID] }), 'end_date', 'tags');
  });

  it('reports a publication date that is out of range in the time zone of the request beside other dates (2.7)', async () => {
    const last = '9999-12-31 23:00';
    const dates = { start_date: last, end_date: last, date: last, timezone: 'UTC-12' };
    const names = ['start_date', 'end_date', 'date'];
    expectInvalidParameters(await post('events', { title: 'T', ...dates }), ...names);
    const { id } = await createRecord(calendar, 'events', { timezone: 'Asia/Tokyo' });
    expectInvalidParameters(await patch(`events/${id}`, dates), ...names);
  });

  it('reports no conflict that the stored record can resolve (2.7)', async () => {
    const { id } = await createRecord(calendar, 'events', { all_day: true, timezone: 'America/Lima' });
    for (const times of [
      { start_date: '2030-05-02 20:00', end_date: '2030-05-02 08:00' },
      { start_date: '2030-05-02T12:00:00Z', end_date: '2030-05-02 10:00' },
    ]) {
      expectInvalidParameters(await patch(`events/${id}`, { ...times, tags: [UNKNOWN_ID] }), 'tags');
      expect((await patch(`events/${id}`, times)).status).toBe(200);
    }
  });

  it('reports all errors that depend on the stored record (2.7)', async () => {
    const event = await createRecord(calendar, 'events', { start_date: '2030-05-02', end_date: '2030-05-03' });
    const venue = await createRecord(calendar, 'venues');
    const category = await createRecord(calendar, 'categories');
    const reversed = { ...DATES, end_date: '2030-05-01', post_parent: event.id };
    for (const [path, json, names] of [
      [`events/${event.id}`, { ...reversed, excerpt: 'Sense títol' }, 'date date_utc end_date post_parent title'],
      [`venues/${venue.id}`, { ...DATES, geo_lat: 41, description: 'Sense nom' }, 'date date_utc geo_lng venue'],
      [`categories/${category.id}`, { parent: category.id, description: 'Sense nom' }, 'parent name'],
    ] as const)
      expectInvalidParameters(await patch(`${path}?ml_language=ca`, json), ...names.split(' '));
  });
});
