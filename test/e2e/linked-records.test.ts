import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, fieldsOfNew, KINDS, uniqueName, type ServedRecord } from '../support/kinds.js';
import { soon } from '../support/records.js';
import { ADMIN_TOKEN, startTestCalendar, type Sent, type TestCalendar } from '../support/test-calendar.js';

const PLACES = { venue: 'venues', organizer: 'organizers' } as const;
const TERMS = { categories: 'categories', tags: 'tags' } as const;
const EACH_PLACE = Object.entries(PLACES) as [keyof typeof PLACES, 'venues' | 'organizers'][];
const EACH_TERM = Object.keys(TERMS) as (keyof typeof TERMS)[];

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

async function event(fields: object, query = '', sent: Sent = {}): Promise<ServedRecord> {
  const json = fieldsOfNew(KINDS[0] as never, { ...soon(), ...fields });
  const answer = await calendar.request<ServedRecord>('POST', `events${query}`, { json, ...sent });
  expect([answer.status, answer.body['params']]).toEqual([201, undefined]);
  return answer.body;
}

const change = async ({ id }: ServedRecord, sent: Sent, query = '') => {
  const answer = await calendar.request<ServedRecord>('PATCH', `events/${id}${query}`, sent);
  expect([answer.status, answer.body['params']]).toEqual([200, undefined]);
  return answer.body;
};
const linked = (record: ServedRecord, name: string) => record[name] as ServedRecord[];
const ids = (record: ServedRecord, name: string) => linked(record, name).map(({ id }) => id);
const names = (record: ServedRecord, name: string) =>
  linked(record, name).map((each) => each[name in PLACES ? name : 'name']);
const read = async (path: string) => (await calendar.request<ServedRecord>('GET', path, { token: ADMIN_TOKEN })).body;
const total = async (path: string) =>
  (await calendar.request<{ total: number }>('GET', `${path}?hide_empty=0`, { token: ADMIN_TOKEN })).body.total;

describe.each(EACH_PLACE)('%s of an event', (name, path) => {
  const inline = (fields: object = {}) => ({ [name]: uniqueName('Lloc'), ...fields });

  it('6.8 is an id, ids, an object with an id, or a mixed list, in the order given', async () => {
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
      expect(ids(await event({ [name]: sent }), name)).toEqual(wanted);
    }
    const created = inline();
    const mixed = await event({ [name]: [two.id, created, { id: one.id }] });
    expect(names(mixed, name)).toEqual([two[name], created[name], one[name]]);
  });

  it('6.8 is created with all its fields where its name is new, as a create of it would', async () => {
    const fields = {
      description: '<p>Gran</p>',
      phone: '+34 977 000 000',
      website: 'https://lloc.example/',
      image: { url: 'https://lloc.example/a.jpg', alt: 'La façana' },
      custom_fields: { rows: 12 },
      ...(name === 'venue'
        ? { city: 'Reus', geo_lat: '41.15', geo_lng: 1.1, show_map: 'no' }
        : { email: 'a@b.example' }),
    };
    const alone = await createRecord(calendar, path, fields);
    const [served] = linked(await event({ [name]: inline(fields) }), name);
    const own = [
      'id',
      'slug',
      'rest_url',
      'url',
      'ml_translations',
      name,
      'date',
      'date_utc',
      'modified',
      'modified_utc',
    ];
    const without = (record: ServedRecord | undefined) =>
      Object.fromEntries(Object.entries(record ?? {}).filter(([key]) => !own.includes(key)));
    expect(without(served)).toEqual(without(alone));
    expect(await read(`${path}/${served?.id}`)).toEqual(served);
  });

  it('6.8 is the record of that name, in any language, and nothing changes in it', async () => {
    const known = await createRecord(calendar, path, { [name]: 'Teatre Col·legi  Mercè', ml_language: 'ca' });
    await calendar.request('POST', `${path}/${known.id}`, { json: { [name]: 'School theatre', ml_language: 'en' } });
    const before = await read(`${path}/${known.id}`);
    const count = await total(path);
    for (const written of ['Teatre Col·legi Mercè', ' TEATRE  COL·LEGI MERCE ', 'school Theatre']) {
      for (const language of ['ca', 'en', 'es']) {
        const sent = { [name]: written, phone: '1', description: 'Other', status: 'draft' };
        expect(ids(await event({ [name]: [sent] }, `?ml_language=${language}`), name)).toEqual([known.id]);
      }
    }
    expect(await read(`${path}/${known.id}`)).toEqual(before);
    expect(await total(path)).toBe(count);
  });

  it('3.6 6.8 of several of one name the language asked for wins, then the lowest id', async () => {
    const shared = uniqueName('Ateneu');
    const [es, first, second] = [
      await createRecord(calendar, path, { [name]: shared, ml_language: 'es' }),
      await createRecord(calendar, path, { [name]: shared, ml_language: 'ca' }),
      await createRecord(calendar, path, { [name]: shared, ml_language: 'ca' }),
    ];
    const found = async (language: string) =>
      ids(await event({ [name]: { [name]: shared } }, `?ml_language=${language}`), name);
    expect(await found('es')).toEqual([es.id]);
    expect(await found('ca')).toEqual([first.id]);
    expect(await found('en')).toEqual([es.id]);
    await calendar.request('DELETE', `${path}/${first.id}`);
    expect(await found('ca')).toEqual([second.id]);
  });

  it('6.8 is one record where a request brings a new name twice', async () => {
    const fresh = inline();
    const record = await event({ [name]: [fresh, { [name]: ` ${String(fresh[name]).toUpperCase()} ` }, fresh] });
    expect(names(record, name)).toEqual([fresh[name]]);
  });

  it('6.8 is published as the event is, else a draft, unless it says', async () => {
    const brought = async (status: string, own?: string) => {
      const [served] = linked(
        await event({ status, [name]: inline({ status: own }) }, '', { token: ADMIN_TOKEN }),
        name,
      );
      return served?.['status'];
    };
    expect(await brought('publish')).toBe('publish');
    for (const status of ['draft', 'pending', 'private']) expect(await brought(status)).toBe('draft');
    expect([await brought('publish', 'private'), await brought('draft', 'publish')]).toEqual(['private', 'publish']);
  });

  it('6.8 8.7 is scheduled with a scheduled event', async () => {
    const date = '2099-01-01 10:00:00';
    const { id, [name]: list } = await event({ status: 'publish', date, [name]: inline() });
    expect(list).toMatchObject([{ status: 'future', date_utc: date }]);
    expect((await calendar.request('GET', `${path}/${(list as ServedRecord[])[0]?.id}`)).status).toBe(404);
    expect((await read(`events/${id}`))['status']).toBe('future');
  });

  it('6.8 has its texts in the language asked for, or in its own', async () => {
    const [one] = linked(await event({ [name]: inline() }, '?ml_language=es'), name);
    expect(Object.keys(one?.['ml_translations'] as object)).toEqual(['es']);
    const [two] = linked(await event({ [name]: inline({ ml_language: 'ca' }) }, '?ml_language=es'), name);
    expect(Object.keys(two?.['ml_translations'] as object)).toEqual(['ca']);
  });

  it('2.2 6.8 comes in forms and queries too', async () => {
    const known = await createRecord(calendar, path);
    const record = await event({});
    for (const [text, wanted] of [
      [`${name}[${name}]=Un+lloc+nou&${name}[phone]=1`, ['Un lloc nou']],
      [`${name}[0][${name}]=Segon+lloc&${name}[1][${name}]=Un+lloc+nou`, ['Segon lloc', 'Un lloc nou']],
      [`${name}[0]=${known.id}&${name}[1][${name}]=Segon+lloc`, [known[name], 'Segon lloc']],
      [`${name}[1][id]=${known.id}&${name}[0][${name}]=Segon+lloc`, ['Segon lloc', known[name]]],
      [`${name}[id]=&${name}[${name}]=Segon+lloc`, ['Segon lloc']],
    ] as const) {
      for (const [sent, query] of [[{ form: text }, ''] as const, [{}, `?${text}`] as const]) {
        expect([text, names(await change(record, sent, query), name)]).toEqual([text, wanted]);
        expect(names(await change(record, { json: { [name]: null } }), name)).toEqual([]);
      }
    }
  });
});

describe.each(EACH_TERM)('%s of an event', (name) => {
  it('6.9 are ids, slugs and names, mixed; order kept, duplicates collapse', async () => {
    const [one, two, three] = [
      await createRecord(calendar, name, { name: uniqueName('Òpera') }),
      await createRecord(calendar, name, { slug: uniqueName('slug') }),
      await createRecord(calendar, name),
    ];
    const sent = [
      three.slug,
      String(one['name']).toLowerCase(),
      two.id,
      String(two.slug).toUpperCase(),
      String(three.id),
    ];
    expect(ids(await event({ [name]: sent }), name)).toEqual([three.id, one.id, two.id]);
    expect(ids(await event({ [name]: sent.slice(0, 3).join(' , ') }), name)).toEqual([three.id, one.id, two.id]);
    expect(ids(await event({ [name]: [{ id: two.id, name: 'Ignored' }, three] }), name)).toEqual([two.id, three.id]);
  });

  it('6.9 a text is a slug first, of any language, then a name', async () => {
    const [named, slugged] = [
      await createRecord(calendar, name, { name: `Poesia ${name}`, slug: `vers-${name}` }),
      await createRecord(calendar, name, { name: 'Other', slug: `poesia ${name}`, ml_language: 'ca' }),
    ];
    expect(ids(await event({ [name]: `poesia-${name}` }), name)).toEqual([slugged.id]);
    expect(ids(await event({ [name]: `poesia ${name}` }, '?ml_language=es'), name)).toEqual([named.id]);
    await calendar.request('PATCH', `${name}/${slugged.id}?ml_language=ca`, { json: { slug: `prosa-${name}` } });
    expect(ids(await event({ [name]: `poesia-${name}` }), name)).toEqual([slugged.id]);
  });

  it('6.9 an unknown text is the name of a new term, in the language asked for', async () => {
    const fresh = uniqueName('Música Antiga');
    const record = await event({ [name]: [fresh, fresh.toUpperCase()] }, '?ml_language=ca');
    expect(names(record, name)).toEqual([fresh]);
    expect(linked(record, name)).toMatchObject([
      { ml_language: 'ca', description: '', slug: expect.stringMatching(/^musica-antiga-/) },
    ]);
    if (name === 'categories') expect(linked(record, name)).toMatchObject([{ parent: null }]);
    expect(ids(await event({ [name]: fresh }, '?ml_language=es'), name)).toEqual(ids(record, name));
  });

  it('6.9 the markup of a name is removed, like that of any', async () => {
    const fresh = uniqueName('Rock');
    expect(names(await event({ [name]: [`<b>${fresh}</b>`] }), name)).toEqual([fresh]);
  });
});

describe('categories of an event', () => {
  it('6.9 are found by name wherever they are in the tree', async () => {
    const parent = await createRecord(calendar, 'categories');
    const child = await createRecord(calendar, 'categories', { parent: parent.id });
    expect(ids(await event({ categories: child['name'] }), 'categories')).toEqual([child.id]);
  });
});

describe('links that are sent again', () => {
  it('6.1 6.8 what is not sent stays, and what is empty unlinks all', async () => {
    const all = {
      venue: { venue: 'Cine' },
      organizer: { organizer: 'Cineclub' },
      categories: 'Cinema',
      tags: 'VO, Nit',
    };
    const record = await event(all);
    for (const name of Object.keys(all)) {
      const before = await read(`events/${record.id}`);
      const after = await change(record, { json: { [name]: [] } });
      expect(after[name]).toEqual([]);
      const still = Object.keys(all).filter((each) => each !== name);
      for (const other of still) expect(after[other]).toEqual(before[other]);
    }
  });
});
