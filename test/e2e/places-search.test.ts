import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord } from '../support/records/kinds.js';
import { readPage } from '../support/records/records.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

/** Fields that a search looks into, and a value of each; its last word occurs nowhere else. */
const CONTACT = {
  phone: '977 34 5671',
  website: 'https://ateneu.example/Agenda',
  description: '<p>Un <b>celler</b></p>',
};
const FIELDS = {
  venues: {
    ...CONTACT,
    venue: "L'Ateneu Brut",
    address: 'Carrer del Fossar',
    city: 'Móra la Nova',
    country: 'Andorra',
    province: 'Província de Girona',
    state: 'New Jersey',
    stateprovince: 'Alt Empordà',
    zip: 'AD-500',
  },
  organizers: { ...CONTACT, organizer: 'Coral Polifònica', email: 'hola@coral-verda.example' },
};

const CUSTOM = { key: 'Música', rooms: [{ seats: 1250.5 }, ['Balcó', null]], parking: { free: true } };

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

describe.each(['venues', 'organizers'] as const)('the search of %s', (path) => {
  const found = async (words: string, more = '') => {
    const { body } = await readPage(calendar, `${path}?search=${encodeURIComponent(words)}${more}`);
    return body[path].map(({ id }) => id);
  };
  let all: number;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    for (const [name, value] of Object.entries(FIELDS[path]))
      ids[name] = (await createRecord(calendar, path, { [name]: value })).id;
    all = (await createRecord(calendar, path, { custom_fields: CUSTOM, website: 'https://a.example/100%_x' })).id;
  });

  it.each(Object.entries(FIELDS[path]))(
    '7.10 7.6 looks into %s, for words and parts of words, folded',
    async (name, value) => {
      const plain = value.replace(/<[^>]*>/g, '');
      const word = plain.split(/[ /@]/).at(-1) ?? '';
      for (const search of [word, word.slice(1), word.slice(0, -1), word.toUpperCase(), word.normalize('NFD'), plain])
        expect([search, await found(search)]).toEqual([search, [ids[name]]]);
      expect(await found(word.normalize('NFD').replace(/\p{M}/gu, ''))).toEqual([ids[name]]);
      expect(await found(`${word}x`)).toEqual([]);
    },
  );

  it('7.10 looks into the values of custom fields, however deep, not into their names', async () => {
    for (const search of ['musica', 'MÚSICA', '1250.5', '250', 'balco', 'true', 'tru', 'true balcó 1250'])
      expect([search, await found(search)]).toEqual([search, [all]]);
    for (const search of ['seats', 'parking', 'null', 'false', 'truex', '1250,5'])
      expect([search, await found(search)]).toEqual([search, []]);
    const { id } = await createRecord(calendar, path, { custom_fields: { open: [false] } });
    for (const search of ['FALSE', 'als false']) expect([search, await found(search)]).toEqual([search, [id]]);
  });

  it('7.10 7.6 wants every word, each in any field, none across the border of two', async () => {
    const { id } = await createRecord(calendar, path, {
      description: 'Nord',
      phone: '600',
      custom_fields: { a: 'Sud', b: 'Est' },
    });
    for (const search of ['nord sud', 'est 600 nord', 'o r d'])
      expect([search, (await found(search)).includes(id)]).toEqual([search, true]);
    for (const search of ['nordsud', '600sud', 'sudest', 'nord oest'])
      expect([search, await found(search)]).toEqual([search, []]);
  });

  it('7.6 takes %, _ and \\ for what they are', async () => {
    for (const search of ['100%', '%_x', '_x']) expect([search, await found(search)]).toEqual([search, [all]]);
    for (const search of ['100_', '1%x', '\\', '100\\%']) expect([search, await found(search)]).toEqual([search, []]);
  });

  it('7.10 finds what an update wrote, and no more what was there', async () => {
    const { id } = await createRecord(calendar, path, {
      phone: '111222',
      custom_fields: { seen: 'abans', lift: true },
    });
    const about = `&include=${id}`;
    expect(await found('abans 111222 true', about)).toEqual([id]);
    await calendar.request('PATCH', `${path}/${id}`, { json: { custom_fields: { seen: 'després', lift: false } } });
    expect(await found('despres 111222 false', about)).toEqual([id]);
    for (const search of ['abans', 'true']) expect(await found(search, about)).toEqual([]);
    await calendar.request('PATCH', `${path}/${id}`, { json: { phone: null, custom_fields: {} } });
    for (const search of ['despres', '111222', 'false']) expect(await found(search, about)).toEqual([]);
  });
});
