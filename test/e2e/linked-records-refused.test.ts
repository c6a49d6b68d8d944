import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectMissingParameters, expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, uniqueName } from '../support/records/kinds.js';
import { upcomingDates } from '../support/records/records.js';
import { startInProcessCalendar, type InProcessCalendar } from '../support/calendar/in-process-calendar.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';

const UNKNOWN_ID = 987654321;

let calendar: InProcessCalendar;
beforeAll(async () => {
  calendar = await startInProcessCalendar();
});
afterAll(() => calendar.close());

const post = (fields: object, headers: Record<string, string> = {}) =>
  calendar.request('POST', 'events', { json: { title: 'Concert', ...upcomingDates(), ...fields }, headers });

/** How many records there are of each kind. */
async function totals(): Promise<Record<string, unknown>> {
  const count = async (path: string) =>
    (await calendar.request('GET', `${path}?hide_empty=0`, { token: ADMIN_TOKEN })).body['total'];
  const paths = ['events', 'venues', 'organizers', 'categories', 'tags'];
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await count(path)] as const)));
}

const NEW = () => ({
  venue: { venue: uniqueName('Sala') },
  organizer: [{ organizer: uniqueName('Colla') }],
  categories: uniqueName('Rock'),
  tags: [uniqueName('Nit')],
});

describe('what an event brings along', () => {
  it('2.7 is named member by member: `venue.website` of one object, `venue[0].website` of a list', async () => {
    const wrong = {
      venue: { website: 'nowhere', geo_lat: 91, image: 'https://a.example/a.pdf', author: UNKNOWN_ID, status: 'trash' },
      organizer: [{ organizer: 'Coral' }, { organizer: '', email: 'nobody', image: UNKNOWN_ID }],
    };
    const places = ['organizer[1].organizer', 'organizer[1].email', 'organizer[1].image'];
    const members = ['venue', 'website', 'geo_lat', 'image', 'author', 'status'].map((member) => `venue.${member}`);
    expectInvalidParameters(await post(wrong), ...members, ...places);
    expectInvalidParameters(
      await post({ ...wrong, title: {}, venue: [wrong.venue] }),
      'title',
      ...places,
      ...members.map((name) => name.replace('venue.', 'venue[0].')),
    );
    const form = 'title=Concert&start_date=2030-01-01&end_date=2030-01-02&venue[website]=x&organizer[3][email]=x';
    const answer = await calendar.request('POST', 'events', { form });
    expectInvalidParameters(answer, 'venue.venue', 'venue.website', 'organizer[0].organizer', 'organizer[0].email');
  });

  it('2.7 is judged as a whole too: coordinates, dates of publication', async () => {
    const venue = { venue: 'Sala', geo_lat: 41.1, date: '2026-01-01 10:00:00', date_utc: '2026-01-01 12:00:00' };
    expectInvalidParameters(await post({ venue }), 'venue.geo_lng', 'venue.date', 'venue.date_utc');
    const members = ['geo_lng', 'date', 'date_utc'].map((member) => `venue[1].${member}`);
    expectInvalidParameters(await post({ venue: [1.5, venue] }), 'venue', ...members);
  });

  it('2.7 is named beside an element that is none, and beside an unknown id', async () => {
    for (const link of ['venue', 'organizer']) {
      const wrong = { [link]: '', website: 'x' };
      const members = [`${link}[1].${link}`, `${link}[1].website`];
      expectInvalidParameters(await post({ [link]: [1.5, wrong] }), link, ...members);
      expectInvalidParameters(await post({ [link]: [UNKNOWN_ID, wrong, true] }), link, ...members);
      expectInvalidParameters(
        await post({ [link]: [{ id: UNKNOWN_ID }, wrong], title: '' }),
        'title',
        link,
        ...members,
      );
    }
  });

  it('2.6 2.7 12.4 has 200 members at most: the first beyond is named, and no other', async () => {
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_each, index) => [`x${index}`, 1]));
    const strict = { Prefer: 'handling=strict' };
    for (const link of ['venue', 'organizer']) {
      const sent = { [link]: uniqueName('Sala'), ...members(20_000) };
      expectInvalidParameters(await post({ [link]: sent }), `${link}.x199`);
      expectInvalidParameters(await post({ [link]: [{ [link]: 'Coral' }, sent] }), `${link}[1].x199`);
      const unknown = Object.keys(members(200)).map((member) => `${link}.${member}`);
      expectInvalidParameters(await post({ [link]: sent }, strict), ...unknown);
      expect((await post({ [link]: { [link]: uniqueName('Sala'), ...members(199) } })).status).toBe(201);
    }
  });

  it('2.7 12.4 is not looked into where there are more than a hundred', async () => {
    const wrong = Array.from({ length: 101 }, () => ({ venue: '', organizer: '', website: 'x' }));
    expectInvalidParameters(await post({ venue: wrong, organizer: wrong }), 'venue', 'organizer');
    const places = ['venue', 'website'].flatMap((member) =>
      wrong.slice(1).map((_each, index) => `venue[${index}].${member}`),
    );
    expectInvalidParameters(await post({ venue: wrong.slice(1) }), ...places);
  });

  it('2.7 6.8 needs a name', async () => {
    for (const nothing of [{}, { venue: '' }, { venue: null, city: 'Reus' }, { id: null }, { venue: '<b></b>' }]) {
      expectMissingParameters(await post({ venue: nothing }), 'venue.venue');
      expectMissingParameters(await post({ venue: [nothing] }), 'venue[0].venue');
    }
    expectMissingParameters(await post({ title: '', organizer: {} }), 'title', 'organizer.organizer');
  });

  it.each([
    ['Palau'],
    [['Palau']],
    [[[]]],
    [true],
    [[null]],
    [{ id: {} }],
    [{ id: [] }],
    [{ id: 'abc' }],
    [{ id: 0 }],
    [[{ venue: 'A' }, { id: -1 }]],
    [Array.from({ length: 101 }, () => ({ venue: 'A' }))],
  ])('6.8 %j names no venue', async (venue) => {
    expectInvalidParameters(await post({ venue }), 'venue');
    const organizer = JSON.parse(JSON.stringify(venue).replaceAll('"venue"', '"organizer"')) as unknown;
    expectInvalidParameters(await post({ organizer }), 'organizer');
  });

  it.each([
    ['n'.repeat(501)],
    ['a\u0000'],
    ['\ud800'],
    ['<b></b>'],
    ['\u200b'],
    [['']],
    [[' ']],
    [{ name: 'Rock' }],
    [[['Rock']]],
  ])('6.9 %j names no term', async (text) => {
    for (const name of ['categories', 'tags'])
      expectInvalidParameters(await post({ [name]: Array.isArray(text) ? text : [text] }), name);
  });

  it('2.7 6.9 ids that nobody has are named, beside texts', async () => {
    const answer = await post({ tags: [UNKNOWN_ID, 'Nit', String(UNKNOWN_ID + 1)], venue: [{ id: UNKNOWN_ID }] });
    expectInvalidParameters(answer, 'tags', 'venue');
    expect((answer.body['params'] as Record<string, string>)['tags']).toContain(`${UNKNOWN_ID}, ${UNKNOWN_ID + 1}`);
  });

  it('2.6 has no unknown members in strict handling; computed ones are known', async () => {
    const strict = { Prefer: 'handling=strict' };
    const venue = { venue: uniqueName(), slug: 'x', rest_url: 'x', colour: 'blue' };
    expectInvalidParameters(await post({ venue }, strict), 'venue.colour');
    expect((await post({ venue })).status).toBe(201);
  });

  it('2.2 a text and an object at once are 400, and so is what nests deeper', async () => {
    for (const text of [
      'venue=1&venue[city]=Reus',
      'venue[0]=1&venue[0][city]=Reus',
      'venue[0][a][b]=1',
      'venue[][city]=Reus',
    ]) {
      const form = `title=A&start_date=2030-01-01&end_date=2030-01-02&${text}`;
      expectInvalidParameters(await calendar.request('POST', 'events', { form }), 'venue');
      expectInvalidParameters(await calendar.request('POST', `events?${form}`), 'venue');
    }
  });
});

describe('a failure anywhere', () => {
  it('6.8 6.9 leaves nothing: neither where the parameters are wrong, nor where the record is', async () => {
    const { id } = await createRecord(calendar, 'events', { ...upcomingDates(), ml_language: 'ca' });
    const before = await totals();
    expectInvalidParameters(await post({ ...NEW(), start_date: 'soon' }), 'start_date');
    expectInvalidParameters(await post({ ...NEW(), end_date: '2020-01-01' }), 'end_date');
    const change = (json: object, query = '') => calendar.request('PATCH', `events/${id}${query}`, { json });
    expectInvalidParameters(await change({ ...NEW(), end_date: '2020-01-01' }), 'end_date');
    expectMissingParameters(await change({ ...NEW(), description: 'Sin título' }, '?ml_language=es'), 'title');
    expectInvalidParameters(await change({ ...NEW(), post_parent: id }), 'post_parent');
    expect((await calendar.request('PATCH', `events/${UNKNOWN_ID}`, { json: NEW() })).status).toBe(404);
    expect((await calendar.request('POST', 'events', { json: NEW(), token: null })).status).toBe(401);
    expect(await totals()).toEqual(before);
  });

  it('6.9 8.3 an unknown tag from an author is 403 and stores nothing; a known one is linked', async () => {
    const { id, name } = await createRecord(calendar, 'tags');
    const token = await calendar.createToken('author');
    const send = (...tags: unknown[]) =>
      calendar.request('POST', 'events', { json: { title: 'Concert', ...upcomingDates(), tags }, token });
    const { status, body } = await send(name);
    expect([status, body['tags']]).toEqual([201, [expect.objectContaining({ id })]]);
    const before = await totals();
    const refused = await send(name, uniqueName());
    expect([refused.status, refused.body['code']]).toEqual([403, 'forbidden']);
    expect(await totals()).toEqual(before);
  });
});
