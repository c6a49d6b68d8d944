import { describe, expect, it } from 'vitest';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import {
  LINK_NAMES,
  idsOf,
  linkedRecords,
  LINKS,
  linkInput,
  namesOf,
  VENUE_ORGANIZER_LINKS,
  type Link,
} from '../support/records/links.js';
import { upcomingDates } from '../support/records/records.js';
import { ADMIN_TOKEN, type RequestOptions } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { expectMissingParameters, expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';

const calendar = useTestCalendar();

const createEvent = (fields: object) => createRecord(calendar, 'events', { ...upcomingDates(), ...fields });
const read = async (path: string) => (await calendar.request<ServedRecord>('GET', path, { token: ADMIN_TOKEN })).body;

async function update({ id }: ServedRecord, options: RequestOptions, query = ''): Promise<ServedRecord> {
  const response = await calendar.request<ServedRecord>('PATCH', `events/${id}${query}`, options);
  expect([response.status, response.body['params']]).toEqual([200, undefined]);
  return response.body;
}

describe.each(VENUE_ORGANIZER_LINKS)('%s of an event', (link) => {
  const { path } = LINKS[link];
  const inline = (fields: object = {}) => ({ [link]: uniqueName('Lloc'), ...fields });

  it('stores all fields of a new inline record, as a create of that record does (6.8)', async () => {
    const fields = {
      description: '<p>Gran</p>',
      phone: '+34 977 000 000',
      website: 'https://lloc.example/',
      image: { url: 'https://lloc.example/a.jpg', alt: 'La façana' },
      custom_fields: { rows: 12 },
      ...(link === 'venue'
        ? { city: 'Reus', geo_lat: '41.15', geo_lng: 1.1, show_map: 'no' }
        : { email: 'a@b.example' }),
    };
    const direct = await createRecord(calendar, path, fields);
    const [served] = linkedRecords(await createEvent({ [link]: inline(fields) }), link);
    for (const name of Object.keys(fields)) expect([name, served?.[name]]).toEqual([name, direct[name]]);
    expect(await read(`${path}/${served?.id}`)).toEqual(served);
  });

  it('stores the texts of an inline record in the requested language, or in its own ml_language (6.8)', async () => {
    const languagesOfLinked = async (fields: object) => {
      const [served] = linkedRecords(await createEvent({ ml_language: 'es', [link]: inline(fields) }), link);
      return Object.keys(served?.['ml_translations'] as object);
    };
    expect([await languagesOfLinked({}), await languagesOfLinked({ ml_language: 'ca' })]).toEqual([['es'], ['ca']]);
  });

  it('accepts ids and inline records in forms and query strings (2.2, 6.8)', async () => {
    const existing = await createRecord(calendar, path);
    const record = await createEvent({});
    for (const [text, expected] of [
      [`${link}[${link}]=Un+lloc+nou&${link}[phone]=1`, ['Un lloc nou']],
      [`${link}[0][${link}]=Segon+lloc&${link}[1][${link}]=Un+lloc+nou`, ['Segon lloc', 'Un lloc nou']],
      [`${link}[0]=${existing.id}&${link}[1][${link}]=Segon+lloc`, [existing[link], 'Segon lloc']],
      [`${link}[1][id]=${existing.id}&${link}[0][${link}]=Segon+lloc`, ['Segon lloc', existing[link]]],
      [`${link}[id]=&${link}[${link}]=Segon+lloc`, ['Segon lloc']],
    ] as const) {
      for (const [options, query] of [[{ form: text }, ''] as const, [{}, `?${text}`] as const]) {
        expect([text, namesOf(await update(record, options, query), link)]).toEqual([text, expected]);
        expect(namesOf(await update(record, { json: { [link]: null } }), link)).toEqual([]);
      }
    }
  });
});

describe('Updates of an event', () => {
  it.each(LINK_NAMES)('with %s in another order keep that order and set modified_utc (5.3, 6.1)', async (link) => {
    const record = await createEvent({
      [link]: ['Un', 'Dos', 'Tres'].map((name) => linkInput(link, uniqueName(name))),
    });
    const [one, two, three] = idsOf(record, link);
    calendar.setNow('2031-01-01T00:00:00Z');
    const changed = await update(record, { json: { [link]: [three, one, two] } });
    calendar.setNow(undefined);
    expect([idsOf(changed, link), changed['modified_utc']]).toEqual([[three, one, two], '2031-01-01 00:00:00']);
    const fourth = uniqueName('Quatre');
    const mixed = await update(record, { json: { [link]: [two, linkInput(link, fourth), three] } });
    expect(namesOf(mixed, link)[1]).toBe(fourth);
    expect(idsOf(mixed, link)).toEqual([two, expect.any(Number), three]);
    expect(await read(`events/${record.id}`)).toEqual(mixed);
  });
});

/** An event with three linked records, neither in the order of their ids nor in the order in which they were linked. */
async function eventWithThreeLinks(link: Link): Promise<{ record: ServedRecord; ids: number[] }> {
  const { path, titleField } = LINKS[link];
  const create = async (name: string) => (await createRecord(calendar, path, { [titleField]: uniqueName(name) })).id;
  const [one, two, three] = [await create('Un'), await create('Dos'), await create('Tres')];
  const record = await createEvent({ [link]: [one, two, three] });
  const ids = [three, one, two];
  await update(record, { json: { [link]: ids } });
  return { record, ids };
}

describe('Update with an event as read', () => {
  it.each(LINK_NAMES)('writes nothing after a linked record was deleted: %s (5.3, 6.2)', async (link) => {
    const { record, ids } = await eventWithThreeLinks(link);
    await calendar.request('DELETE', `${LINKS[link].path}/${ids[0]}?force=true`);
    const served = await read(`events/${record.id}`);
    expect(idsOf(served, link)).toEqual(ids.slice(1));
    calendar.setNow('2031-01-01T00:00:00Z');
    expect(await update(record, { json: served })).toEqual(served);
    calendar.setNow(undefined);
  });
});

describe.each(VENUE_ORGANIZER_LINKS)('Link in %s to a record in the trash', (link) => {
  const { path } = LINKS[link];

  // A digit is one of the three linked records, X a new record. Columns: in the trash, sent, served after the restore.
  it.each([
    ['1', '', '1'],
    ['2', 'X13', 'X213'],
  ])(
    'keeps its position: %j in the trash, %j sent, %j after the restore (5.3, 6.2)',
    async (trashed, sent, expected) => {
      const { record, ids } = await eventWithThreeLinks(link);
      const fourth = await createRecord(calendar, path);
      const idsOfLetters = (letters: string) =>
        [...letters].map((letter) => (letter === 'X' ? fourth.id : ids[Number(letter) - 1]));
      await calendar.request('DELETE', `${path}/${idsOfLetters(trashed)[0]}`);
      expect(idsOf(await update(record, { json: { [link]: idsOfLetters(sent) } }), link)).toEqual(idsOfLetters(sent));
      await calendar.request('PUT', `${path}/${idsOfLetters(trashed)[0]}`, { json: { status: 'publish' } });
      expect(idsOf(await read(`events/${record.id}`), link)).toEqual(idsOfLetters(expected));
    },
  );
});

const UNKNOWN_ID = 987654321;

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
      venue: {
        website: 'nowhere',
        geo_lat: 91,
        image: 'https://a.example/a.pdf',
        author: UNKNOWN_ID,
        status: 'trash',
      },
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
    for (const [fields, otherNames] of cases) {
      const { status, body } = await post({ ...terms, ...fields });
      const params = body['params'] as Record<string, string>;
      expect([status, Object.keys(params).toSorted()]).toEqual([400, ['categories', ...otherNames, 'tags'].toSorted()]);
      expect(params['categories']).toMatch(/no-one, no-two\b/);
      for (const name of ambiguous) expect(params['categories']).toContain(name);
      expect(params['tags']).toContain('no-tag');
      // In the other cases, `fields` replaces the tags.
      if (otherNames.includes('title')) expect(params['tags']).toContain(String(UNKNOWN_ID));
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

  it.each([[['Palau']], [[[]]], [true], [{ id: {} }], [{ id: 0 }], [[{ venue: 'A' }, { id: -1 }]]])(
    'rejects %j as a venue or organizer (6.8)',
    async (venue) => {
      expectInvalidParameters(await post({ venue }), 'venue');
      const organizer = JSON.parse(JSON.stringify(venue).replaceAll('"venue"', '"organizer"')) as unknown;
      expectInvalidParameters(await post({ organizer }), 'organizer');
    },
  );

  it.each<[description: string, value: unknown]>([
    ['a text of 501 characters', 'n'.repeat(501)],
    ['markup without text', '<b></b>'],
    ['an invisible character', '\u200b'],
    ['an empty text', ''],
    ['a list', ['Rock']],
  ])('rejects %s as a category or tag (6.9)', async (_description, value) => {
    for (const name of ['categories', 'tags']) expectInvalidParameters(await post({ [name]: [value] }), name);
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
