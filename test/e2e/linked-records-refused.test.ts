import { describe, expect, it } from 'vitest';
import { expectMissingParameters, expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, uniqueName } from '../support/records/kinds.js';
import { upcomingDates } from '../support/records/records.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';

const UNKNOWN_ID = 987654321;

const calendar = useTestCalendar();

const post = (fields: object, headers: Record<string, string> = {}) =>
  calendar.request('POST', 'events', { json: { title: 'Concert', ...upcomingDates(), ...fields }, headers });

/** Number of records of each kind. */
async function countRecords(): Promise<Record<string, unknown>> {
  const count = async (path: string) =>
    (await calendar.request('GET', `${path}?hide_empty=0`, { token: ADMIN_TOKEN })).body['total'];
  const paths = ['events', 'venues', 'organizers', 'categories', 'tags'];
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await count(path)] as const)));
}

const newLinkedRecords = () => ({
  venue: { venue: uniqueName('Sala') },
  organizer: [{ organizer: uniqueName('Colla') }],
  categories: uniqueName('Rock'),
  tags: [uniqueName('Nit')],
});

describe('Validation of linked records', () => {
  it('reports each invalid member: `venue.website` for an object, `venue[0].website` for a list (2.7)', async () => {
    const invalid = {
      venue: { website: 'nowhere', geo_lat: 91, image: 'https://a.example/a.pdf', author: UNKNOWN_ID, status: 'trash' },
      organizer: [{ organizer: 'Coral' }, { organizer: '', email: 'nobody', image: UNKNOWN_ID }],
    };
    const organizerParameters = ['organizer[1].organizer', 'organizer[1].email', 'organizer[1].image'];
    const members = ['venue', 'website', 'geo_lat', 'image', 'author', 'status'].map((member) => `venue.${member}`);
    expectInvalidParameters(await post(invalid), ...members, ...organizerParameters);
    expectInvalidParameters(
      await post({ ...invalid, title: {}, venue: [invalid.venue] }),
      'title',
      ...organizerParameters,
      ...members.map((name) => name.replace('venue.', 'venue[0].')),
    );
    const form = 'title=Concert&start_date=2030-01-01&end_date=2030-01-02&venue[website]=x&organizer[3][email]=x';
    const response = await calendar.request('POST', 'events', { form });
    expectInvalidParameters(response, 'venue.venue', 'venue.website', 'organizer[0].organizer', 'organizer[0].email');
  });

  it('names every unknown slug and ambiguous name of terms, beside all other errors (2.7, 6.9)', async () => {
    const ambiguous = await Promise.all(
      ['Altres', 'Sala'].map(async (name) => {
        const parents = [await createRecord(calendar, 'categories'), await createRecord(calendar, 'categories')];
        const children = parents.map((parent) => createRecord(calendar, 'categories', { name, parent: parent.id }));
        return `${name} (${(await Promise.all(children))
          .map(({ id }) => id)
          .toSorted((a, b) => a - b)
          .join(', ')})`;
      }),
    );
    const terms = {
      categories: [{ slug: 'no-one' }, 'Altres', { name: 'Sala' }, { slug: 'no-two' }, { slug: 'no-one' }],
      tags: [{ slug: 'no-tag' }, UNKNOWN_ID],
    };
    const cases: [object, string[]][] = [
      [{ tags: [{ slug: 'no-tag' }] }, []],
      [{ title: '' }, ['title']],
      [{ start_date: '2030-02-01', end_date: '2030-01-01', tags: [{ slug: 'no-tag' }] }, ['end_date']],
      [
        { status: 'draft', venue: { venue: uniqueName(), status: 'future' }, tags: [{ slug: 'no-tag' }] },
        ['venue.date'],
      ],
    ];
    for (const [fields, others] of cases) {
      const { status, body } = await post({ ...terms, ...fields });
      const params = body['params'] as Record<string, string>;
      expect([status, Object.keys(params).toSorted()]).toEqual([400, ['categories', ...others, 'tags'].toSorted()]);
      expect(params['categories']).toMatch(/no-one, no-two\b/);
      for (const name of ambiguous) expect(params['categories']).toContain(name);
      expect(params['tags']).toContain('no-tag');
      if (others.includes('title')) expect(params['tags']).toContain(String(UNKNOWN_ID));
    }
  });

  it('reports conflicts between members: coordinates, publication dates (2.7)', async () => {
    const venue = { venue: 'Sala', geo_lat: 41.1, date: '2026-01-01 10:00:00', date_utc: '2026-01-01 12:00:00' };
    expectInvalidParameters(await post({ venue }), 'venue.geo_lng', 'venue.date', 'venue.date_utc');
    const members = ['geo_lng', 'date', 'date_utc'].map((member) => `venue[1].${member}`);
    expectInvalidParameters(await post({ venue: [1.5, venue] }), 'venue', ...members);
  });

  it('reports invalid members together with invalid elements and unknown ids of the same list (2.7)', async () => {
    for (const link of ['venue', 'organizer']) {
      const invalid = { [link]: '', website: 'x' };
      const members = [`${link}[1].${link}`, `${link}[1].website`];
      expectInvalidParameters(await post({ [link]: [1.5, invalid] }), link, ...members);
      expectInvalidParameters(await post({ [link]: [UNKNOWN_ID, invalid, true] }), link, ...members);
      expectInvalidParameters(
        await post({ [link]: [{ id: UNKNOWN_ID }, invalid], title: '' }),
        'title',
        link,
        ...members,
      );
    }
  });

  it('accepts 200 members per object and reports only the first one above the limit (2.6, 2.7, 12.4)', async () => {
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_each, index) => [`x${index}`, 1]));
    const strict = { Prefer: 'handling=strict' };
    for (const link of ['venue', 'organizer']) {
      const inline = { [link]: uniqueName('Sala'), ...members(20_000) };
      expectInvalidParameters(await post({ [link]: inline }), `${link}.x199`);
      expectInvalidParameters(await post({ [link]: [{ [link]: 'Coral' }, inline] }), `${link}[1].x199`);
      const unknown = Object.keys(members(200)).map((member) => `${link}.${member}`);
      expectInvalidParameters(await post({ [link]: inline }, strict), ...unknown);
      expect((await post({ [link]: { [link]: uniqueName('Sala'), ...members(199) } })).status).toBe(201);
    }
  });

  it('does not check the elements of a list with more than 100 elements (2.7, 12.4)', async () => {
    const invalid = Array.from({ length: 101 }, () => ({ venue: '', organizer: '', website: 'x' }));
    expectInvalidParameters(await post({ venue: invalid, organizer: invalid }), 'venue', 'organizer');
    const parameters = ['venue', 'website'].flatMap((member) =>
      invalid.slice(1).map((_each, index) => `venue[${index}].${member}`),
    );
    expectInvalidParameters(await post({ venue: invalid.slice(1) }), ...parameters);
  });

  it('reports an inline record without a name as missing_parameter (2.7, 6.8)', async () => {
    for (const unnamed of [{}, { venue: '' }, { venue: null, city: 'Reus' }, { id: null }, { venue: '\u0007' }]) {
      expectMissingParameters(await post({ venue: unnamed }), 'venue.venue');
      expectMissingParameters(await post({ venue: [unnamed] }), 'venue[0].venue');
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
  ])('rejects %j as a venue or organizer (6.8)', async (venue) => {
    expectInvalidParameters(await post({ venue }), 'venue');
    const organizer = JSON.parse(JSON.stringify(venue).replaceAll('"venue"', '"organizer"')) as unknown;
    expectInvalidParameters(await post({ organizer }), 'organizer');
  });

  it.each([['n'.repeat(501)], ['a\u0000'], ['\ud800'], ['<b></b>'], ['\u200b'], [['']], [[' ']], [[['Rock']]]])(
    'rejects %j as a category or tag (6.9)',
    async (text) => {
      for (const name of ['categories', 'tags'])
        expectInvalidParameters(await post({ [name]: Array.isArray(text) ? text : [text] }), name);
    },
  );

  it('reports all unknown ids, also in a list that contains names (2.7, 6.9)', async () => {
    const response = await post({ tags: [UNKNOWN_ID, 'Nit', String(UNKNOWN_ID + 1)], venue: [{ id: UNKNOWN_ID }] });
    expectInvalidParameters(response, 'tags', 'venue');
    expect((response.body['params'] as Record<string, string>)['tags']).toContain(`${UNKNOWN_ID}, ${UNKNOWN_ID + 1}`);
  });

  it('rejects unknown members with handling=strict, but not computed ones (2.6)', async () => {
    const strict = { Prefer: 'handling=strict' };
    const venue = { venue: uniqueName(), slug: 'x', rest_url: 'x', colour: 'blue' };
    expectInvalidParameters(await post({ venue }, strict), 'venue.colour');
    expect((await post({ venue })).status).toBe(201);
  });

  it('rejects a parameter that is both text and object, and deeper nesting (2.2)', async () => {
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

describe('Rejected writes of an event', () => {
  it('create no linked records (6.8, 6.9)', async () => {
    const { id } = await createRecord(calendar, 'events', { ...upcomingDates(), ml_language: 'ca' });
    const before = await countRecords();
    expectInvalidParameters(await post({ ...newLinkedRecords(), start_date: 'soon' }), 'start_date');
    expectInvalidParameters(await post({ ...newLinkedRecords(), end_date: '2020-01-01' }), 'end_date');
    const change = (json: object, query = '') => calendar.request('PATCH', `events/${id}${query}`, { json });
    expectInvalidParameters(await change({ ...newLinkedRecords(), end_date: '2020-01-01' }), 'end_date');
    expectMissingParameters(
      await change({ ...newLinkedRecords(), description: 'Sin título' }, '?ml_language=es'),
      'title',
    );
    expectInvalidParameters(await change({ ...newLinkedRecords(), post_parent: id }), 'post_parent');
    expect((await calendar.request('PATCH', `events/${UNKNOWN_ID}`, { json: newLinkedRecords() })).status).toBe(404);
    expect((await calendar.request('POST', 'events', { json: newLinkedRecords(), token: null })).status).toBe(401);
    expect(await countRecords()).toEqual(before);
  });
});
