import { describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, requiredFieldsOf, KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const PUBLISHED = KINDS.filter(({ isPublishable: isPublished }) => isPublished);

const calendar = useTestCalendar();

const venue = (fields: object = {}) => createRecord(calendar, 'venues', { ...fields });
const send = (path: Kind['path'], { id }: { id: number }, json: object) =>
  calendar.request<ServedRecord>('PATCH', `${path}/${id}`, { json });
const read = async (path: string, token?: string) =>
  (await calendar.request<ServedRecord>('GET', path, { token })).body;
const place = ({ geo_lat, geo_lng }: Record<string, unknown>) => [geo_lat, geo_lng];

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
  ])('accept %j, %j (6.7)', async (geo_lat, geo_lng, latitude, longitude) => {
    const created = await venue({ geo_lat, geo_lng });
    expect(place(created)).toEqual([latitude, longitude]);
    const form = new URLSearchParams({ geo_lat: String(geo_lat), geo_lng: String(geo_lng) }).toString();
    if (!form.includes('e-')) {
      const answer = await calendar.request('POST', 'venues', { form: `venue=V&${form}` });
      expect(place(answer.body)).toEqual([latitude, longitude]);
    }
    expect((await send('venues', created, created)).body).toEqual(created);
  });

  it.each([90.000001, -90.000001, '90.1', '41,15', '1e1', 'NaN'])(
    'reject %j as latitude and twice the value as longitude (6.7)',
    async (wrong) => {
      const { id } = await venue({ geo_lat: 41, geo_lng: 1 });
      const far = typeof wrong === 'number' ? wrong * 2 : wrong === '90.1' ? '180.1' : wrong;
      expectInvalidParameters(await send('venues', { id }, { geo_lat: wrong }), 'geo_lat');
      expectInvalidParameters(await send('venues', { id }, { geo_lng: far }), 'geo_lng');
      expectInvalidParameters(await send('venues', { id }, { geo_lat: wrong, geo_lng: far }), 'geo_lat', 'geo_lng');
      expect(place(await read(`venues/${id}`))).toEqual([41, 1]);
    },
  );

  it('are both set or both empty after a write, otherwise 400 (6.7)', async () => {
    const json = { venue: 'Half a place' };
    expectInvalidParameters(await calendar.request('POST', 'venues', { json: { ...json, geo_lat: 0 } }), 'geo_lng');
    expectInvalidParameters(
      await calendar.request('POST', 'venues', { json: { ...json, geo_lng: 0, geo_lat: '' } }),
      'geo_lat',
    );
    const record = await venue();
    const become = async (fields: object, expected: unknown[]) => {
      const answer = await send('venues', record, fields);
      expect([answer.status, ...place(answer.body)]).toEqual([200, ...expected]);
    };
    expectInvalidParameters(await send('venues', record, { geo_lng: 1, city: 'Never' }), 'geo_lat');
    await become({ geo_lat: 41, geo_lng: 1 }, [41, 1]);
    await become({ geo_lat: 42 }, [42, 1]);
    await become({ geo_lng: 0 }, [42, 0]);
    for (const nothing of [null, '', []]) {
      expectInvalidParameters(await send('venues', record, { geo_lat: nothing, city: 'Never' }), 'geo_lat');
      expectInvalidParameters(await send('venues', record, { geo_lng: nothing, geo_lat: 1 }), 'geo_lng');
      expect(await read(`venues/${record.id}`)).toMatchObject({ geo_lat: 42, geo_lng: 0, city: null });
    }
    await become({ geo_lat: null, geo_lng: '' }, [null, null]);
    await become({ geo_lat: null }, [null, null]);
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
    for (const { path } of PUBLISHED) expect((await createRecord(calendar, path, { website })).website).toBe(website);
  });

  it.each([
    'a.example',
    'javascript:alert(1)',
    'https://',
    'https:///a.example/',
    'https://user@a.example/',
    'https://a.example/"><script>',
    `https://a.example/${'a'.repeat(1983)}`,
  ])('rejects %j (6.7)', async (website) => {
    for (const kind of PUBLISHED) {
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
    `${'a'.repeat(64)}@${'b.'.repeat(100)}example`,
  ])('rejects %j (6.7)', async (email) => {
    const json = { organizer: 'Ningú', email };
    expectInvalidParameters(await calendar.request('POST', 'organizers', { json }), 'email');
  });
});

const CODES = ['', 'US', 'us', 'USA', 'usa', 'U.S.', 'U.S.A.', 'EUA', 'E.U.A.', 'EE. UU.', 'EE.UU.', 'EEUU'];
const NAMES = ['UNITED  STATES', 'United States of America', 'Estats Units', ' estats units d’amèrica '];
const AMERICAN = [...CODES, ...NAMES, 'Estados Unidos', 'Estados Unidos de América'];
const OTHERS = ['ES', 'UM', 'Estados Unidos Mexicanos', 'United States Minor Outlying Islands', 'Estats', '0', '?'];

describe('Field stateprovince', () => {
  const TWO = { state: 'NY', province: 'Girona' };

  it('is the state if the country is the United States, in any spelling and language (6.11)', async () => {
    for (const country of AMERICAN) {
      expect([country, (await venue({ ...TWO, country }))['stateprovince']]).toEqual([country, 'NY']);
    }
    expect((await venue(TWO))['stateprovince']).toBe('NY');
  });

  it('is the province in any other country (6.11)', async () => {
    for (const country of OTHERS) {
      expect([country, (await venue({ ...TWO, country }))['stateprovince']]).toEqual([country, 'Girona']);
    }
    expect((await venue({ state: 'NY', country: 'ES' }))['stateprovince']).toBeNull();
    expect((await venue({ province: 'Girona' }))['stateprovince']).toBeNull();
  });

  it('keeps a value that was sent until it is emptied (6.11)', async () => {
    const record = await venue({ ...TWO, country: 'ES', stateprovince: 'GI' });
    const become = async (fields: object) => (await send('venues', record, fields)).body['stateprovince'];
    expect(record['stateprovince']).toBe('GI');
    expect(await become({ country: 'US', state: 'TX' })).toBe('GI');
    expect(await become({ stateprovince: null })).toBe('TX');
    expect(await become({ country: 'ES' })).toBe('Girona');
    expect(await become({ province: '' })).toBeNull();
    expect(await become({ stateprovince: 'GI' })).toBe('GI');
  });

  it('stays derived, or as sent, if a client sends back the record that it read (6.2)', async () => {
    const derived = await venue({ ...TWO, country: 'ES' });
    expect((await send('venues', derived, derived)).body).toEqual(derived);
    const moved = await send('venues', derived, { ...derived, country: 'US' });
    expect(moved.body['stateprovince']).toBe('NY');
    const sent = await venue({ ...TWO, country: 'ES', stateprovince: 'GI' });
    expect((await send('venues', sent, sent)).body).toEqual(sent);
    expect((await send('venues', sent, { ...sent, country: 'US' })).body['stateprovince']).toBe('GI');
  });
});
