import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import {
  LINK_NAMES,
  idsOf,
  linkedRecords,
  LINKS,
  linkInput,
  namesOf,
  VENUE_ORGANIZER_LINKS,
  TERM_LINKS,
} from '../support/records/links.js';
import { upcomingDates } from '../support/records/records.js';
import {
  ADMIN_TOKEN,
  startTestCalendar,
  type RequestOptions,
  type TestCalendar,
} from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const event = (fields: object) => createRecord(calendar, 'events', { ...upcomingDates(), ...fields });
const read = async (path: string) => (await calendar.request<ServedRecord>('GET', path, { token: ADMIN_TOKEN })).body;

async function change({ id }: ServedRecord, sent: RequestOptions, query = ''): Promise<ServedRecord> {
  const answer = await calendar.request<ServedRecord>('PATCH', `events/${id}${query}`, sent);
  expect([answer.status, answer.body['params']]).toEqual([200, undefined]);
  return answer.body;
}

describe.each(VENUE_ORGANIZER_LINKS)('%s of an event', (link) => {
  const { path } = LINKS[link];
  const inline = (fields: object = {}) => ({ [link]: uniqueName('Lloc'), ...fields });

  it('accepts an id, several ids, an object with an id, or a mixed list, and keeps the order (6.8)', async () => {
    const [one, two] = [await createRecord(calendar, path), await createRecord(calendar, path)];
    for (const [sent, wanted] of [
      [one.id, [one.id]],
      [String(one.id), [one.id]],
      [`${two.id}, ${one.id}`, [two.id, one.id]],
      [{ id: two.id }, [two.id]],
      [
        [{ id: String(two.id) }, one.id],
        [two.id, one.id],
      ],
      [[one.id, one, String(one.id)], [one.id]],
    ] as const) {
      expect(idsOf(await event({ [link]: sent }), link)).toEqual(wanted);
    }
    const created = inline();
    const mixed = await event({ [link]: [two.id, created, { id: one.id }] });
    expect(namesOf(mixed, link)).toEqual([two[link], created[link], one[link]]);
  });

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
    const alone = await createRecord(calendar, path, fields);
    const [served] = linkedRecords(await event({ [link]: inline(fields) }), link);
    const own = new Set([
      'id',
      'slug',
      'rest_url',
      'url',
      'ml_translations',
      link,
      'date',
      'date_utc',
      'modified',
      'modified_utc',
    ]);
    const without = (record: ServedRecord | undefined) =>
      Object.fromEntries(Object.entries(record ?? {}).filter(([key]) => !own.has(key)));
    expect(without(served)).toEqual(without(alone));
    expect(await read(`${path}/${served?.id}`)).toEqual(served);
  });

  it('stores the texts of an inline record in the requested language, or in its own ml_language (6.8)', async () => {
    const ownLanguages = async (fields: object) => {
      const [served] = linkedRecords(await event({ ml_language: 'es', [link]: inline(fields) }), link);
      return Object.keys(served?.['ml_translations'] as object);
    };
    expect([await ownLanguages({}), await ownLanguages({ ml_language: 'ca' })]).toEqual([['es'], ['ca']]);
  });

  it('accepts ids and inline records in forms and query strings (2.2, 6.8)', async () => {
    const known = await createRecord(calendar, path);
    const record = await event({});
    for (const [text, wanted] of [
      [`${link}[${link}]=Un+lloc+nou&${link}[phone]=1`, ['Un lloc nou']],
      [`${link}[0][${link}]=Segon+lloc&${link}[1][${link}]=Un+lloc+nou`, ['Segon lloc', 'Un lloc nou']],
      [`${link}[0]=${known.id}&${link}[1][${link}]=Segon+lloc`, [known[link], 'Segon lloc']],
      [`${link}[1][id]=${known.id}&${link}[0][${link}]=Segon+lloc`, ['Segon lloc', known[link]]],
      [`${link}[id]=&${link}[${link}]=Segon+lloc`, ['Segon lloc']],
    ] as const) {
      for (const [sent, query] of [[{ form: text }, ''] as const, [{}, `?${text}`] as const]) {
        expect([text, namesOf(await change(record, sent, query), link)]).toEqual([text, wanted]);
        expect(namesOf(await change(record, { json: { [link]: null } }), link)).toEqual([]);
      }
    }
  });
});

describe.each(TERM_LINKS)('%s of an event', (link) => {
  it('accept ids, slugs, names and objects, also mixed, keep the order and merge duplicates (6.9)', async () => {
    const [one, two, three] = [
      await createRecord(calendar, link, { name: uniqueName('Òpera') }),
      await createRecord(calendar, link, { slug: uniqueName('slug') }),
      await createRecord(calendar, link),
    ];
    const sent = [three.slug, String(one['name']).toLowerCase(), two.id, two.slug.toUpperCase(), String(three.id)];
    expect(idsOf(await event({ [link]: sent }), link)).toEqual([three.id, one.id, two.id]);
    expect(idsOf(await event({ [link]: sent.slice(0, 3).join(' , ') }), link)).toEqual([three.id, one.id, two.id]);
    expect(idsOf(await event({ [link]: [{ id: two.id, name: 'Ignored' }, three] }), link)).toEqual([two.id, three.id]);
  });
});

describe('Updates of linked records', () => {
  it('keep lists that are not sent and unlink all records of an empty list (6.1, 6.8)', async () => {
    const all = {
      venue: { venue: 'Cine' },
      organizer: { organizer: 'Cineclub' },
      categories: 'Cinema',
      tags: 'VO, Nit',
    };
    const record = await event(all);
    for (const link of LINK_NAMES) {
      const before = await read(`events/${record.id}`);
      const after = await change(record, { json: { [link]: [] } });
      expect(after[link]).toEqual([]);
      for (const other of LINK_NAMES.filter((each) => each !== link)) expect(after[other]).toEqual(before[other]);
    }
  });

  it.each(LINK_NAMES)('with %s in another order keep that order and set modified_utc (5.3, 6.1)', async (link) => {
    const record = await event({ [link]: ['Un', 'Dos', 'Tres'].map((name) => linkInput(link, uniqueName(name))) });
    const [one, two, three] = idsOf(record, link);
    calendar.setNow('2031-01-01T00:00:00Z');
    const changed = await change(record, { json: { [link]: [three, one, two] } });
    calendar.setNow(undefined);
    expect([idsOf(changed, link), changed['modified_utc']]).toEqual([[three, one, two], '2031-01-01 00:00:00']);
    const fourth = uniqueName('Quatre');
    const mixed = await change(record, { json: { [link]: [two, linkInput(link, fourth), three] } });
    expect(namesOf(mixed, link)[1]).toBe(fourth);
    expect(idsOf(mixed, link)).toEqual([two, expect.any(Number), three]);
    expect(await read(`events/${record.id}`)).toEqual(mixed);
  });
});
