import { beforeAll, describe, expect, it } from 'vitest';
import { createRecord } from '../support/records/kinds.js';
import { readPage } from '../support/records/records.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

/** Searched fields and a value for each. The last word of each value is unique. */
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

const CUSTOM_FIELDS = { key: 'Música', rooms: [{ seats: 1250.5 }, ['Balcó', null]], parking: { free: true } };

const calendar = useTestCalendar();

describe.each(['venues', 'organizers'] as const)('Search in %s', (path) => {
  const findIds = async (words: string, filters = '') => {
    const { body } = await readPage(calendar, `${path}?search=${encodeURIComponent(words)}${filters}`);
    return body[path].map(({ id }) => id);
  };
  let recordId: number;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    for (const [name, value] of Object.entries(FIELDS[path]))
      ids[name] = (await createRecord(calendar, path, { [name]: value })).id;
    recordId = (
      await createRecord(calendar, path, { custom_fields: CUSTOM_FIELDS, website: 'https://a.example/100%_x' })
    ).id;
  });

  it.each(Object.entries(FIELDS[path]))(
    'finds words and parts of words in %s, without regard to case and accents (7.6, 7.10)',
    async (name, value) => {
      const plain = value.replace(/<[^>]*>/g, '');
      const word = plain.split(/[ /@]/).at(-1) ?? '';
      for (const search of [word, word.slice(1), word.slice(0, -1), word.toUpperCase(), word.normalize('NFD'), plain])
        expect([search, await findIds(search)]).toEqual([search, [ids[name]]]);
      expect(await findIds(word.normalize('NFD').replace(/\p{M}/gu, ''))).toEqual([ids[name]]);
      expect(await findIds(`${word}x`)).toEqual([]);
    },
  );

  it('finds values of custom fields at any depth, but not their names; %, _ and \\ are literal (7.6, 7.10)', async () => {
    for (const search of ['musica', 'MÚSICA', '1250.5', '250', 'balco', 'tru', 'true balcó 1250', '100%', '_x'])
      expect([search, await findIds(search)]).toEqual([search, [recordId]]);
    for (const search of ['seats', 'parking', 'null', 'false', 'truex', '1250,5', '100_', '1%x', '\\', '100\\%'])
      expect([search, await findIds(search)]).toEqual([search, []]);
    const { id } = await createRecord(calendar, path, { custom_fields: { open: [false] } });
    for (const search of ['FALSE', 'als false']) expect([search, await findIds(search)]).toEqual([search, [id]]);
  });

  it('finds new values after an update, and the former values no longer (7.10)', async () => {
    const { id } = await createRecord(calendar, path, {
      phone: '111222',
      custom_fields: { seen: 'abans', lift: true },
    });
    const filter = `&include=${id}`;
    expect(await findIds('abans 111222 true', filter)).toEqual([id]);
    await calendar.request('PATCH', `${path}/${id}`, { json: { custom_fields: { seen: 'després', lift: false } } });
    expect(await findIds('despres 111222 false', filter)).toEqual([id]);
    for (const search of ['abans', 'true']) expect(await findIds(search, filter)).toEqual([]);
    await calendar.request('PATCH', `${path}/${id}`, { json: { phone: null, custom_fields: {} } });
    for (const search of ['despres', '111222', 'false']) expect(await findIds(search, filter)).toEqual([]);
  });
});
