import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectMissingParameters, expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, KINDS } from '../support/records/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const UNKNOWN_ID = 987654321;

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const post = (path: string, json: unknown) => calendar.request('POST', path, { json });

/** Invalid values for the fields of each kind. */
const WRONG: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
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
    author: UNKNOWN_ID,
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

describe('Requests with several errors', () => {
  it.each(KINDS)('report every invalid parameter of $path, including unknown ids (2.7)', async ({ path }) => {
    const wrong = WRONG[path] ?? {};
    expectInvalidParameters(await post(path, wrong), ...Object.keys(wrong));
    const { id } = await createRecord(calendar, path);
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const answer = await calendar.request(method, `${path}/${id}`, { json: wrong });
      expectInvalidParameters(answer, ...Object.keys(wrong));
    }
  });

  it('have a full sentence as the message of each parameter (2.7)', async () => {
    const { body } = await post('venues', WRONG['venues']);
    for (const message of Object.values(body['params'] as object)) expect(message).toMatch(/^\p{Lu}.+[.]$/u);
  });

  it('are missing_parameter if all errors are missing parameters, otherwise invalid_parameter (2.7)', async () => {
    expectMissingParameters(await post('events', {}), 'title', 'start_date', 'end_date');
    expectMissingParameters(await post('events', { title: 'T' }), 'start_date', 'end_date');
    expectInvalidParameters(
      await post('events', { featured: 'perhaps' }),
      'title',
      'start_date',
      'end_date',
      'featured',
    );
    expectInvalidParameters(
      await post('events', { tags: [UNKNOWN_ID], end_date: 'x' }),
      'title',
      'start_date',
      'end_date',
      'tags',
    );
    expectInvalidParameters(await post('venues', { author: UNKNOWN_ID }), 'venue', 'author');
    for (const { path, titleField: heading, required } of KINDS) {
      expectMissingParameters(await post(path, {}), heading, ...Object.keys(required));
    }
  });

  it('report parameters of the query string and of the body together (2.7)', async () => {
    const query = `featured=perhaps&tags=${UNKNOWN_ID}&website=nowhere`;
    const answer = await post(`events?${query}`, { title: {}, website: 'https://a.example/', sticky: 2 });
    expectInvalidParameters(answer, 'title', 'start_date', 'end_date', 'featured', 'tags', 'sticky');
  });

  it('report all invalid parameters of a list, including nested values (2.7)', async () => {
    const query = 'page=0&per_page=many&ml_language=fr&ml_fallback=never&include=a,b&search[x][y]=1';
    for (const { path } of KINDS) {
      const answer = await calendar.request('GET', `${path}?${query}`);
      expectInvalidParameters(answer, 'page', 'per_page', 'ml_language', 'ml_fallback', 'include', 'search');
    }
  });

  it('report conflicts between parameters together with other errors (2.7)', async () => {
    const times = { title: 'T', start_date: '2030-05-02 10:00', end_date: '2030-05-01 10:00' };
    expectInvalidParameters(await post('events', { ...times, website: 'nowhere' }), 'end_date', 'website');
    expectInvalidParameters(await post('events', { ...times, venue: [UNKNOWN_ID] }), 'end_date', 'venue');
    expectInvalidParameters(await post('venues', { geo_lat: 41, website: 'nowhere' }), 'venue', 'geo_lng', 'website');
    const dates = { date: '2030-01-01 10:00', date_utc: '2030-01-01 11:00' };
    expectInvalidParameters(
      await post('organizers', { ...dates, email: 'nobody' }),
      'organizer',
      'date',
      'date_utc',
      'email',
    );
    const { id } = await createRecord(calendar, 'events');
    const json = { start_date: times.start_date, end_date: times.end_date, tags: [UNKNOWN_ID] };
    expectInvalidParameters(await calendar.request('PATCH', `events/${id}`, { json }), 'end_date', 'tags');
  });

  it('report no conflict that the stored record can resolve (2.7)', async () => {
    const { id } = await createRecord(calendar, 'events', { all_day: true, timezone: 'America/Lima' });
    const tags = [UNKNOWN_ID];
    for (const times of [
      { start_date: '2030-05-02 20:00', end_date: '2030-05-02 08:00' },
      { start_date: '2030-05-02T12:00:00Z', end_date: '2030-05-02 10:00' },
    ]) {
      expectInvalidParameters(await calendar.request('PATCH', `events/${id}`, { json: { ...times, tags } }), 'tags');
      expect((await calendar.request('PATCH', `events/${id}`, { json: times })).status).toBe(200);
    }
  });

  it('report all errors that depend on the stored record in one response (2.7)', async () => {
    const { id } = await createRecord(calendar, 'events', { start_date: '2030-05-02', end_date: '2030-05-03' });
    const dates = { date: '2030-01-01 10:00', date_utc: '2030-01-01 11:00' };
    const patch = (path: string, json: unknown) => calendar.request('PATCH', `${path}?ml_language=ca`, { json });
    expectInvalidParameters(
      await patch(`events/${id}`, { ...dates, end_date: '2030-05-01', post_parent: id, excerpt: 'Sense títol' }),
      'date',
      'date_utc',
      'end_date',
      'post_parent',
      'title',
    );
    const venue = await createRecord(calendar, 'venues');
    expectInvalidParameters(
      await patch(`venues/${venue.id}`, { ...dates, geo_lat: 41, description: 'Sense nom' }),
      'date',
      'date_utc',
      'geo_lng',
      'venue',
    );
    const category = await createRecord(calendar, 'categories');
    expectInvalidParameters(
      await patch(`categories/${category.id}`, { parent: category.id, description: 'Sense nom' }),
      'parent',
      'name',
    );
    expectInvalidParameters(
      await post('events', { title: 'T', start_date: '2030-05-02', end_date: '2030-05-01', ...dates }),
      'end_date',
      'date',
      'date_utc',
    );
  });

  it('write nothing (2.7)', async () => {
    const { id } = await createRecord(calendar, 'venues', { city: 'Reus' });
    const before = await calendar.request('GET', `venues/${id}`);
    expectInvalidParameters(
      await calendar.request('PATCH', `venues/${id}`, { json: { city: 'Valls', website: 'x' } }),
      'website',
    );
    expect((await calendar.request('GET', `venues/${id}`)).body).toEqual(before.body);
    const total = (await calendar.request('GET', 'venues')).body['total'];
    expectInvalidParameters(
      await post('venues', { venue: 'V', image: 'https://a.example/b.png', author: UNKNOWN_ID }),
      'author',
    );
    expect((await calendar.request('GET', 'venues')).body['total']).toBe(total);
  });
});
