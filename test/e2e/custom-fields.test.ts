import { describe, expect, it } from 'vitest';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, type ServedRecord } from '../support/records/kinds.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const MAX_BYTES = 16 * 1024;

const calendar = useTestCalendar();

const update = ({ id }: { id: number }, json: object) =>
  calendar.request<ServedRecord>('PATCH', `venues/${id}`, { json });
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
/** Custom fields of the given size in bytes as JSON, filled with one character. */
const customFieldsOfSize = (bytes: number, character: string): { a: string } => {
  const text = character.repeat(Math.floor((bytes - bytesOf({ a: '' })) / (bytesOf(character) - 2)));
  return { a: text + '.'.repeat(bytes - bytesOf({ a: text })) };
};

const venueWith = (custom_fields: unknown) => ({ venue: 'Ateneu', custom_fields });

// The custom fields of all kinds are read and written by the same code.
describe('Custom fields', () => {
  /** Creates a venue. Returns the status and the custom fields of the response. */
  const create = async (custom_fields: unknown) => {
    const { status, body } = await calendar.request('POST', 'venues', { json: venueWith(custom_fields) });
    return [status, body['custom_fields']];
  };

  it('are an object of any JSON values, and a write replaces the whole object (6.13)', async () => {
    const first = {
      text: 'Ñ "<b>" 🎉',
      number: -1.5e-7,
      no: false,
      nothing: null,
      list: [1, [{}], 'x'],
      '': { deep: { er: [] } },
    };
    const record = await createRecord(calendar, 'venues', { custom_fields: first });
    expect(record['custom_fields']).toEqual(first);
    expect((await update(record, { description: 'Another' })).body['custom_fields']).toEqual(first);
    expect((await update(record, { custom_fields: { list: [] } })).body['custom_fields']).toEqual({ list: [] });
    expect((await update(record, { custom_fields: {} })).body['custom_fields']).toEqual({});
    for (const nothing of [null, '', []]) {
      await update(record, { custom_fields: first });
      expect((await update(record, { custom_fields: nothing })).body['custom_fields']).toEqual({});
    }
    expect((await createRecord(calendar, 'venues'))['custom_fields']).toEqual({});
  });

  it('accept exactly 16 KiB, counted in bytes, and reject one byte more (6.13)', async () => {
    for (const character of ['a', 'à', '€', '🎉', '"', '\n']) {
      const fields = customFieldsOfSize(MAX_BYTES, character);
      expect(bytesOf(fields)).toBe(MAX_BYTES);
      expect(await create(fields)).toEqual([201, fields]);
      const json = venueWith({ a: `${fields.a}.` });
      expectInvalidParameters(await calendar.request('POST', 'venues', { json }), 'custom_fields');
    }
  });

  it('accept any member name (6.13)', async () => {
    const text = '{"__proto__":{"a":1},"constructor":2,"toString":3,"hasOwnProperty":4,"a.b":5,"a[b]":6,"$ne":7,"0":8}';
    const raw = `{"venue":"Ateneu","custom_fields":${text}}`;
    const headers = { 'Content-Type': 'application/json' };
    const response = await calendar.request('POST', 'venues', { raw, headers });
    expect(response.status).toBe(201);
    const entries = (value: unknown) =>
      Object.entries(value as object).toSorted(([one], [other]) => (one < other ? -1 : 1));
    expect(entries(response.body['custom_fields'])).toEqual(entries(JSON.parse(text)));
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  it('keep numbers up to the limits of range and precision in JavaScript (6.13)', async () => {
    const numbers = [0, 9007199254740991, -9007199254740991, 0.1, 1 / 3, 1e21, 1.7976931348623157e308, 5e-324, 1e-7];
    expect(await create({ numbers })).toEqual([201, { numbers }]);
  });

  it('are JSON text in a form or query string (6.13)', async () => {
    const fields = { a: [1, { b: 'ç' }], c: null };
    const text = `custom_fields=${encodeURIComponent(JSON.stringify(fields))}`;
    const record = await createRecord(calendar, 'venues');
    const byForm = await calendar.request('PATCH', `venues/${record.id}`, { form: text });
    expect(byForm.body['custom_fields']).toEqual(fields);
    await update(record, { custom_fields: {} });
    expect((await calendar.request('PATCH', `venues/${record.id}?${text}`)).body['custom_fields']).toEqual(fields);
  });

  it.each(['[1]', '5', '"a"', '{a:1}', '{"a":1}}'])(
    'reject text in a form that is not a JSON object: %s (6.13)',
    async (text) => {
      const { id } = await createRecord(calendar, 'venues');
      const form = `custom_fields=${encodeURIComponent(text)}`;
      expectInvalidParameters(await calendar.request('PATCH', `venues/${id}`, { form }), 'custom_fields');
    },
  );

  it.each<[unknown]>([[[[1]]], [5], [true], ['none'], [[{}]], ['[]x']])('reject %j (6.13)', async (custom_fields) => {
    const json = venueWith(custom_fields);
    expectInvalidParameters(await calendar.request('POST', 'venues', { json }), 'custom_fields');
  });

  it.each(['1e400', '10224567890123456789', '0.1234567890123456789'])(
    'reject a number that is out of range or would lose digits: %s (6.13)',
    async (number) => {
      const raw = JSON.stringify(venueWith({ a: [0] })).replace('[0]', `[${number}]`);
      const headers = { 'Content-Type': 'application/json' };
      // A body of any size is scanned for such numbers.
      for (const body of [raw, raw.replace('{', `{"ignored":[${'0,'.repeat(60_000)}0],`)])
        expectInvalidParameters(await calendar.request('POST', 'venues', { raw: body, headers }), 'custom_fields');
      const inQuery = `venues?custom_fields=${encodeURIComponent(`{"a":[${number}]}`)}`;
      const json = { venue: 'Ateneu' };
      expectInvalidParameters(await calendar.request('POST', inQuery, { json }), 'custom_fields');
    },
  );

  it('that are sent back change nothing, in any member order (6.2)', async () => {
    calendar.setNow('2026-03-01T10:00:00Z');
    const record = await createRecord(calendar, 'venues', {
      custom_fields: { bb: 1, a: { z: 1, y: [2] } },
      status: 'draft',
    });
    calendar.setNow('2026-03-02T10:00:00Z');
    expect((await update(record, record)).body).toEqual(record);
    expect((await update(record, { custom_fields: { a: { y: [2], z: 1 }, bb: 1 } })).body).toEqual(record);
    calendar.setNow(undefined);
  });
});
