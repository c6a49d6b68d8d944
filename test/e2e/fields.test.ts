import { beforeAll, describe, expect, it } from 'vitest';
import { createRecord, KINDS, type ServedRecord } from '../support/records/kinds.js';
import { upcomingDates } from '../support/records/records.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar();
let event: ServedRecord;
const records = new Map<string, ServedRecord>();
beforeAll(async () => {
  for (const { path, titleField } of KINDS) {
    const dates = path === 'events' ? upcomingDates() : {};
    records.set(path, await createRecord(calendar, path, { [titleField]: `Fields ${path}`, ...dates }));
  }
  event = await createRecord(calendar, 'events', {
    title: 'Selected fields',
    ...upcomingDates(),
    image: 'https://images.example/fields.jpg',
    venue: [records.get('venues')?.id],
    organizer: [records.get('organizers')?.id],
    custom_fields: { color: 'red', size: { width: 2 } },
  });
});

const read = async (path: string) => (await calendar.request('GET', path)).body;
const problem = async (path: string) => {
  const { status, body } = await calendar.request('GET', path);
  return [status, body['code'], body['params']];
};

describe('Parameter fields', () => {
  it.each(KINDS)(
    '$path: records have id and the named members in the order of the full record; pages keep all members (5.7, 5.11)',
    async ({ path, titleField, isPublishable }) => {
      const { id = 0, slug = '' } = records.get(path) ?? {};
      const expected = { id, slug, [titleField]: `Fields ${path}` };
      const query = `?fields=${titleField},slug`;
      const selected = await read(`${path}/${id}${query}`);
      expect([selected, Object.keys(selected)]).toEqual([expected, Object.keys(expected)]);
      if (isPublishable) expect(await read(`${path}/by-slug/${slug}${query}`)).toEqual(expected);
      const list = await read(`${path}${query}&include=${id}&hide_empty=false`);
      const members = ['page', 'per_page', 'total', 'total_pages', 'rest_url', 'next_rest_url', 'previous_rest_url'];
      expect([Object.keys(list), list[path]]).toEqual([[path, ...members], [expected]]);
      expect(await read(`${path}${new URL(String(list['rest_url'])).search}`)).toEqual(list);
    },
  );

  it('a dot selects a member of an object, or of each object in a list (5.11)', async () => {
    const selected = await read(
      `events/${event.id}?fields=venue.venue,ml_translations.en,image.url,custom_fields.size.width`,
    );
    expect(selected).toEqual({
      id: event.id,
      ml_translations: event['ml_translations'],
      image: { url: 'https://images.example/fields.jpg' },
      custom_fields: { size: { width: 2 } },
      venue: [{ venue: 'Fields venues' }],
    });
  });

  it('a member that is named as a whole and in part is complete (5.11)', async () => {
    const [whole, part] = await Promise.all([
      read(`events/${event.id}?fields=venue`),
      read(`events/${event.id}?fields=venue.city,venue,venue.zip`),
    ]);
    expect(part).toEqual(whole);
    expect(whole['venue']).toEqual((await read(`events/${event.id}`))['venue']);
  });

  it('every member of the full record can be named, and has the same value (5.11)', async () => {
    for (const [path, { id }] of records) {
      const full = await read(`${path}/${id}`);
      for (const name of Object.keys(full)) {
        expect(await read(`${path}/${id}?fields=${name}`)).toEqual({ id, [name]: full[name] });
      }
    }
  });

  it('unknown names are 400, and the error lists all of them (5.11)', async () => {
    const [status, code, params] = await problem(`events?fields=title,nope,venue.nope,image.url.x.y,slug.x&per_page=0`);
    expect([status, code]).toEqual([400, 'invalid_parameter']);
    expect(params).toMatchObject({
      fields: expect.stringContaining('nope, venue.nope, image.url.x.y, slug.x'),
      per_page: expect.anything(),
    });
    expect(await problem(`tags?fields=venue`)).toMatchObject([400, 'invalid_parameter', { fields: expect.anything() }]);
  });

  it('at most 50 names are accepted (5.11)', async () => {
    const titles = (count: number) => Array.from({ length: count }, () => 'title').join();
    const tooMany = await problem(`events?fields=${titles(51)}`);
    expect(tooMany).toMatchObject([400, 'invalid_parameter', { fields: expect.anything() }]);
    expect((await calendar.request('GET', `events?fields=${titles(50)}`)).status).toBe(200);
  });

  it.each([
    ['in the query', (path: string) => ({ path: `${path}?fields=title`, json: {} })],
    ['in the body', (path: string) => ({ path, json: { fields: 'title' } })],
  ])('creates and updates respond with the selected members: fields %s (5.11)', async (_where, select) => {
    const write = async (method: string, path: string, values: object) => {
      const { path: target, json } = select(path);
      return calendar.request(method, target, { token: ADMIN_TOKEN, json: { ...json, ...values } });
    };
    const created = await write('POST', 'events', { title: 'Written', ...upcomingDates() });
    const { id } = created.body as { id: number };
    expect([created.status, created.body]).toEqual([201, { id, title: 'Written' }]);
    expect(created.headers.get('Location')).toContain(`/events/${id}`);
    const updated = await write('PATCH', `events/${id}`, { title: 'Written again' });
    expect(updated.body).toEqual({ id, title: 'Written again' });
    const invalid = await write('POST', 'events', { title: 'Not stored', ...upcomingDates(), fields: 'nope' });
    expect([invalid.status, Object.keys(invalid.body['params'] as object)]).toEqual([400, ['fields']]);
  });

  it('a delete responds with the selected members: fields in the query (5.11)', async () => {
    const { id } = await createRecord(calendar, 'events');
    const removed = await calendar.request('DELETE', `events/${id}?fields=status`, { token: ADMIN_TOKEN });
    expect(removed.body).toEqual({ id, status: 'trash' });
  });

  it('a draft venue is published with its event even if fields omits the venue (8.8, 5.11)', async () => {
    const token = await calendar.createToken('editor');
    const post = async (path: string, json: object) => (await calendar.request('POST', path, { token, json })).body;
    const venue = await post('venues', { venue: 'Draft venue', status: 'draft' });
    await post('events?fields=title', { title: 'Publishes', ...upcomingDates(), venue: [venue['id']] });
    expect(await read(`venues/${String(venue['id'])}?fields=status`)).toMatchObject({ status: 'publish' });
  });

  it('the entity tag differs from the tag of the full record, and If-Match accepts it (12.1, 5.11)', async () => {
    const tagOf = async (query = '') =>
      (await calendar.request('GET', `events/${event.id}${query}`)).headers.get('ETag') ?? '';
    const [full, title, slug] = [await tagOf(), await tagOf('?fields=title'), await tagOf('?fields=slug')];
    expect(new Set([full, title, slug]).size).toBe(3);
    const notModified = { headers: { 'If-None-Match': title } };
    expect((await calendar.request('GET', `events/${event.id}?fields=title`, notModified)).status).toBe(304);
    expect((await calendar.request('GET', `events/${event.id}`, notModified)).status).toBe(200);
    const update = { token: ADMIN_TOKEN, json: { website: 'https://a.example/' }, headers: { 'If-Match': title } };
    expect((await calendar.request('PATCH', `events/${event.id}`, update)).status).toBe(200);
    expect((await calendar.request('PATCH', `events/${event.id}`, update)).status).toBe(412);
  });

  it('members that the full record hides stay hidden (8.14, 5.11)', async () => {
    const hidden = await createRecord(calendar, 'events', {
      title: 'Protected',
      ...upcomingDates(),
      description: '<p>secret</p>',
      password: 'open sesame',
      venue: [records.get('venues')?.id],
    });
    const list = await read(`events?include=${hidden.id}&fields=description,venue.venue,custom_fields`);
    expect(list['events']).toEqual([{ id: hidden.id, description: '', custom_fields: {}, venue: [] }]);
    expect((await calendar.request('GET', `events/${hidden.id}?fields=description`)).status).toBe(403);
  });
});
