import { describe, expect, it, beforeAll } from 'vitest';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import {
  createRecord,
  PUBLISHABLE_KINDS,
  requiredFieldsOf,
  type Kind,
  type ServedRecord,
} from '../support/records/kinds.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { readPage } from '../support/records/records.js';

const calendar = useTestCalendar();

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

// The search comes first: it would also find the records of the other tests.
describe.each(['venues', 'organizers'] as const)('Search in %s', (path) => {
  const findIds = async (words: string, filters = '') => {
    const { body } = await readPage(calendar, `${path}?search=${encodeURIComponent(words)}${filters}`);
    return body[path].map(({ id }) => id);
  };
  /** Creates a record with a fixed name that no search here finds. A search could find the number in a unique name. */
  const create = async (fields: object) =>
    (await createRecord(calendar, path, { [path.slice(0, -1)]: 'Nom', ...fields })).id;
  let recordId: number;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    for (const [name, value] of Object.entries(FIELDS[path])) ids[name] = await create({ [name]: value });
    recordId = await create({ custom_fields: CUSTOM_FIELDS, website: 'https://a.example/100%_x' });
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

  it('with the filter event finds only records that the event links, and none of a protected event (7.10, 8.14)', async () => {
    const link = path === 'venues' ? 'venue' : 'organizer';
    const { id: protectedOnly } = await createRecord(calendar, path, { [link]: 'Linked twice' });
    const { id: linked } = await createRecord(calendar, path, { [link]: 'Linked twice' });
    const eventWith = async (fields: Record<string, unknown>) => (await createRecord(calendar, 'events', fields)).id;
    expect(await findIds('linked', `&event=${await eventWith({ [link]: [linked] })}`)).toEqual([linked]);
    const protectedEvent = await eventWith({ [link]: [linked, protectedOnly], password: 'Sesam' });
    expect(await findIds('linked', `&event=${protectedEvent}`)).toEqual([]);
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

const createVenue = (fields: object = {}) => createRecord(calendar, 'venues', { ...fields });
const update = (path: Kind['path'], { id }: { id: number }, json: object) =>
  calendar.request<ServedRecord>('PATCH', `${path}/${id}`, { json });
const read = async (path: string, token?: string) =>
  (await calendar.request<ServedRecord>('GET', path, { token })).body;
const coordinatesOf = ({ geo_lat, geo_lng }: Record<string, unknown>) => [geo_lat, geo_lng];

describe('Coordinates of a venue', () => {
  it.each([
    [90, 180, 90, 180],
    ['-0', '+0', 0, 0],
    [' 41.1561 ', '+1.1069', 41.1561, 1.1069],
    ['.5', '007', 0.5, 7],
    [1e-7, -1e-7, 1e-7, -1e-7],
    [41.15612345678901, 1.1069123456789012, 41.15612345678901, 1.1069123456789012],
  ])('accept %j and %j as %j and %j (6.7)', async (geo_lat, geo_lng, latitude, longitude) => {
    const created = await createVenue({ geo_lat, geo_lng });
    expect(coordinatesOf(created)).toEqual([latitude, longitude]);
    const form = new URLSearchParams({ geo_lat: String(geo_lat), geo_lng: String(geo_lng) }).toString();
    // A text must not have an exponent.
    if (!form.includes('e-')) {
      const response = await calendar.request('POST', 'venues', { form: `venue=V&${form}` });
      expect(coordinatesOf(response.body)).toEqual([latitude, longitude]);
    }
    expect((await update('venues', created, created)).body).toEqual(created);
  });

  it.each([
    [90.000001, 180.000002],
    [-90.000001, -180.000002],
    ['41,15', '41,15'],
    ['1e1', 'NaN'],
  ])('reject %j as latitude and %j as longitude (6.7)', async (geo_lat, geo_lng) => {
    const { id } = await createVenue({ geo_lat: 41, geo_lng: 1 });
    expectInvalidParameters(await update('venues', { id }, { geo_lat }), 'geo_lat');
    expectInvalidParameters(await update('venues', { id }, { geo_lng }), 'geo_lng');
    expectInvalidParameters(await update('venues', { id }, { geo_lat, geo_lng }), 'geo_lat', 'geo_lng');
    expect(coordinatesOf(await read(`venues/${id}`))).toEqual([41, 1]);
  });

  it('are both set or both empty after a write, otherwise 400 (6.7)', async () => {
    const json = { venue: 'Half a place' };
    expectInvalidParameters(await calendar.request('POST', 'venues', { json: { ...json, geo_lat: 0 } }), 'geo_lng');
    expectInvalidParameters(
      await calendar.request('POST', 'venues', { json: { ...json, geo_lng: 0, geo_lat: '' } }),
      'geo_lat',
    );
    const record = await createVenue();
    const expectUpdate = async (fields: object, expected: unknown[]) => {
      const response = await update('venues', record, fields);
      expect([response.status, ...coordinatesOf(response.body)]).toEqual([200, ...expected]);
    };
    expectInvalidParameters(await update('venues', record, { geo_lng: 1, city: 'Never' }), 'geo_lat');
    await expectUpdate({ geo_lat: 41, geo_lng: 1 }, [41, 1]);
    await expectUpdate({ geo_lat: 42 }, [42, 1]);
    await expectUpdate({ geo_lng: 0 }, [42, 0]);
    for (const empty of [null, '', []]) {
      expectInvalidParameters(await update('venues', record, { geo_lat: empty, city: 'Never' }), 'geo_lat');
      expectInvalidParameters(await update('venues', record, { geo_lng: empty, geo_lat: 1 }), 'geo_lng');
      expect(await read(`venues/${record.id}`)).toMatchObject({ geo_lat: 42, geo_lng: 0, city: null });
    }
    await expectUpdate({ geo_lat: null, geo_lng: '' }, [null, null]);
    await expectUpdate({ geo_lat: null }, [null, null]);
  });
});

describe('Field website', () => {
  it.each([
    'http://a.example',
    'https://müller.example:8443/%C3%A0?b=[1]&c=2#d',
    'http://[::1]/',
    'HTTPS://A.EXAMPLE/',
  ])('accepts %j and keeps it unchanged (6.7)', async (website) => {
    for (const { path } of PUBLISHABLE_KINDS)
      expect((await createRecord(calendar, path, { website })).website).toBe(website);
  });

  it.each([
    ['https://a.example/Cafe\u0301?q=e\u0301', 'https://a.example/Cafe\u0301?q=e\u0301'],
    [' https://a.example/a b|{c}?d=^`e\u3000f ', 'https://a.example/a%20b%7C%7Bc%7D?d=%5E%60e%E3%80%80f'],
  ])('stores %j as %j: not in NFC, and percent-encoded as browsers do (2.8)', async (input, stored) => {
    for (const { path } of PUBLISHABLE_KINDS) {
      const record = await createRecord(calendar, path, { website: input, image: input });
      expect([record.website, (record['image'] as { url: string }).url]).toEqual([stored, stored]);
    }
  });

  it.each([
    'a.example',
    'https:///a.example/',
    'https://user@a.example/',
    'https://a.example/"><script>',
    'https://a b.example/',
    'https://a.example/a\tb',
    'javascript:alert(1)',
  ])('rejects %j (6.7)', async (website) => {
    for (const kind of PUBLISHABLE_KINDS) {
      const json = requiredFieldsOf(kind, { website });
      expectInvalidParameters(await calendar.request('POST', kind.path, { json }), 'website');
    }
  });

  it('accepts 2,000 characters and rejects one more, counted after percent-encoding (6.7)', async () => {
    const longest = 'https://a.example/'.padEnd(2000, 'a');
    for (const kind of PUBLISHABLE_KINDS) {
      expect((await createRecord(calendar, kind.path, { website: longest })).website).toBe(longest);
      for (const website of [`${longest}a`, `https://a.example/${' '.repeat(700)}a`]) {
        const json = requiredFieldsOf(kind, { website });
        expectInvalidParameters(await calendar.request('POST', kind.path, { json }), 'website');
      }
    }
  });
});

describe('Field email', () => {
  it.each(['a@b.example', 'Nom.Cognom+agenda@sub.domini.cat', "o'neill_x-1@b.example", ' a@b.example '])(
    'accepts %j (6.7)',
    async (email) => {
      expect((await createRecord(calendar, 'organizers', { email }))['email']).toBe(email.trim());
    },
  );

  it.each([
    'a@b',
    'a@b..example',
    'mailto:a@b.example',
    'A <a@b.example>',
    '"<img src=x onerror=alert(1)>"@a.example',
    `${'a'.repeat(64)}@${'b.'.repeat(100)}example`,
  ])('rejects %j (6.7)', async (email) => {
    const json = { organizer: 'Ningú', email };
    expectInvalidParameters(await calendar.request('POST', 'organizers', { json }), 'email');
    const event = { title: 'T', start_date: '2030-01-01', end_date: '2030-01-02', organizer: json };
    expectInvalidParameters(await calendar.request('POST', 'events', { json: event }), 'organizer.email');
  });
});

const UNITED_STATES = [
  'us',
  'U.S.A.',
  'EE. UU.',
  'EUA',
  'UNITED  STATES',
  ' estats units d’amèrica ',
  'Estados Unidos',
];
const OTHER_COUNTRIES = ['ES', 'UM', 'Estados Unidos Mexicanos', '?'];

describe('Field stateprovince', () => {
  const STATE_AND_PROVINCE = { state: 'NY', province: 'Girona' };

  it('is the state if the country is empty or the United States, in many spellings (6.11)', async () => {
    for (const country of ['', ...UNITED_STATES]) {
      const { stateprovince } = await createVenue({ ...STATE_AND_PROVINCE, country });
      expect([country, stateprovince]).toEqual([country, 'NY']);
    }
    expect((await createVenue(STATE_AND_PROVINCE))['stateprovince']).toBe('NY');
  });

  it('is the province in any other country (6.11)', async () => {
    for (const country of OTHER_COUNTRIES) {
      const { stateprovince } = await createVenue({ ...STATE_AND_PROVINCE, country });
      expect([country, stateprovince]).toEqual([country, 'Girona']);
    }
    expect((await createVenue({ state: 'NY', country: 'ES' }))['stateprovince']).toBeNull();
    expect((await createVenue({ province: 'Girona' }))['stateprovince']).toBeNull();
  });

  it('keeps a value that was sent until it is emptied (6.11)', async () => {
    const record = await createVenue({ ...STATE_AND_PROVINCE, country: 'ES', stateprovince: 'GI' });
    const updated = async (fields: object) => (await update('venues', record, fields)).body['stateprovince'];
    expect(record['stateprovince']).toBe('GI');
    expect(await updated({ country: 'US', state: 'TX' })).toBe('GI');
    expect(await updated({ stateprovince: null })).toBe('TX');
    expect(await updated({ country: 'ES' })).toBe('Girona');
    expect(await updated({ province: '' })).toBeNull();
    expect(await updated({ stateprovince: 'GI' })).toBe('GI');
  });

  it('stays derived in a copy, and after an undo (6.11)', async () => {
    const tarragona = await createVenue({ country: 'ES', province: 'Tarragona' });
    const copy = await createVenue({ ...tarragona, venue: 'A copy' });
    for (const record of [copy, tarragona]) {
      expect((await update('venues', record, { province: 'Lleida' })).body['stateprovince']).toBe('Lleida');
      await update('venues', record, { province: 'Tarragona', stateprovince: 'Tarragona' });
      expect((await update('venues', record, { province: 'Lleida' })).body['stateprovince']).toBe('Lleida');
    }
  });

  it('stays derived, or as sent, if a client sends back the record that it read (6.2)', async () => {
    const derived = await createVenue({ ...STATE_AND_PROVINCE, country: 'ES' });
    expect((await update('venues', derived, derived)).body).toEqual(derived);
    const moved = await update('venues', derived, { ...derived, country: 'US' });
    expect(moved.body['stateprovince']).toBe('NY');
    const sent = await createVenue({ ...STATE_AND_PROVINCE, country: 'ES', stateprovince: 'GI' });
    expect((await update('venues', sent, sent)).body).toEqual(sent);
    expect((await update('venues', sent, { ...sent, country: 'US' })).body['stateprovince']).toBe('GI');
  });
});
