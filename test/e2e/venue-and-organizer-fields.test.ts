import { describe, expect, it } from 'vitest';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import {
  createRecord,
  PUBLISHABLE_KINDS,
  requiredFieldsOf,
  type Kind,
  type ServedRecord,
} from '../support/records/kinds.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar();

const createVenue = (fields: object = {}) => createRecord(calendar, 'venues', { ...fields });
const update = (path: Kind['path'], { id }: { id: number }, json: object) =>
  calendar.request<ServedRecord>('PATCH', `${path}/${id}`, { json });
const read = async (path: string, token?: string) =>
  (await calendar.request<ServedRecord>('GET', path, { token })).body;
const coordinatesOf = ({ geo_lat, geo_lng }: Record<string, unknown>) => [geo_lat, geo_lng];

describe('Coordinates of a venue', () => {
  it.each([
    [90, 180, 90, 180],
    [-90, -180, -90, -180],
    ['90', '-180', 90, -180],
    [0, -0, 0, 0],
    ['-0', '+0', 0, 0],
    [' 41.1561 ', '+1.1069', 41.1561, 1.1069],
    ['.5', '-.25', 0.5, -0.25],
    ['41.', '007', 41, 7],
    [1e-7, -1e-7, 1e-7, -1e-7],
    [41.15612345678901, 1.1069123456789012, 41.15612345678901, 1.1069123456789012],
  ])('accept %j and %j as %j and %j (6.7)', async (geo_lat, geo_lng, latitude, longitude) => {
    const created = await createVenue({ geo_lat, geo_lng });
    expect(coordinatesOf(created)).toEqual([latitude, longitude]);
    const form = new URLSearchParams({ geo_lat: String(geo_lat), geo_lng: String(geo_lng) }).toString();
    if (!form.includes('e-')) {
      const response = await calendar.request('POST', 'venues', { form: `venue=V&${form}` });
      expect(coordinatesOf(response.body)).toEqual([latitude, longitude]);
    }
    expect((await update('venues', created, created)).body).toEqual(created);
  });

  it.each([
    [90.000001, 180.000002],
    [-90.000001, -180.000002],
    ['90.1', '180.1'],
    ['41,15', '41,15'],
    ['1e1', '1e1'],
    ['NaN', 'NaN'],
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
    'https://a.example:8443/%C3%A0?b=[1]&c=2#d',
    'https://müller.example/à',
    'http://[::1]/',
    'HTTPS://A.EXAMPLE/',
    `https://a.example/${'a'.repeat(1982)}`,
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
    'https://a b.example/',
    'https://a.example/a\u0007b',
    'https://a.example/a\tb',
    `https://a.example/${' '.repeat(700)}a`,
    'javascript:alert(1)',
    'https://',
    'https:///a.example/',
    'https://user@a.example/',
    'https://a.example/"><script>',
    `https://a.example/${'a'.repeat(1983)}`,
  ])('rejects %j (6.7)', async (website) => {
    for (const kind of PUBLISHABLE_KINDS) {
      expectInvalidParameters(
        await calendar.request('POST', kind.path, { json: requiredFieldsOf(kind, { website }) }),
        'website',
      );
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
    'a',
    'a@',
    '@b.example',
    'a@b',
    'a@b..example',
    'a b@c.example',
    'A <a@b.example>',
    'mailto:a@b.example',
    '"<img src=x onerror=alert(1)>"@a.example',
    '"a"@b.example',
    'a\u0007@b.example',
    `${'a'.repeat(64)}@${'b.'.repeat(100)}example`,
  ])('rejects %j (6.7)', async (email) => {
    const json = { organizer: 'Ningú', email };
    expectInvalidParameters(await calendar.request('POST', 'organizers', { json }), 'email');
    const event = { title: 'T', start_date: '2030-01-01', end_date: '2030-01-02', organizer: json };
    expectInvalidParameters(await calendar.request('POST', 'events', { json: event }), 'organizer.email');
  });
});

const US_CODES = ['US', 'us', 'USA', 'usa', 'U.S.', 'U.S.A.', 'EUA', 'E.U.A.', 'EE. UU.', 'EE.UU.', 'EEUU'];
const US_NAMES = ['UNITED  STATES', 'United States of America', 'Estats Units', ' estats units d’amèrica '];
const UNITED_STATES = [...US_CODES, ...US_NAMES, 'Estados Unidos', 'Estados Unidos de América'];
const OTHER_COUNTRIES = [
  'ES',
  'UM',
  'Estados Unidos Mexicanos',
  'United States Minor Outlying Islands',
  'Estats',
  '0',
  '?',
];

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
