import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord } from '../support/records/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
let venue: string;
let event: string;
let parent: number;
beforeAll(async () => {
  calendar = await startTestCalendar();
  venue = `venues/${(await createRecord(calendar, 'venues')).id}`;
  event = `events/${(await createRecord(calendar, 'events')).id}`;
  parent = (await createRecord(calendar, 'categories')).id;
});
afterAll(() => calendar.close());

/** Updates a field with JSON. Returns its value in the response, or `refused` if the field is reported as invalid. */
async function written(path: string, field: string, value: unknown): Promise<unknown> {
  const raw = typeof value === 'bigint' ? `{"${field}":${value}}` : JSON.stringify({ [field]: value });
  const answer = await calendar.request('PATCH', path, { raw, headers: { 'Content-Type': 'application/json' } });
  return outcome(answer, field);
}

/** The same with a form and with the query string. */
async function writtenAsText(path: string, field: string, text: string): Promise<unknown[]> {
  const pair = `${field}=${encodeURIComponent(text)}`;
  const inForm = await calendar.request('PATCH', path, { form: pair });
  const inQuery = await calendar.request('PATCH', `${path}?${pair}`);
  return [outcome(inForm, field), outcome(inQuery, field)];
}

function outcome({ status, body }: { status: number; body: Record<string, unknown> }, field: string): unknown {
  if (status === 200) return body[field];
  expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_parameter' });
  expect(Object.keys(body['params'] as object)).toEqual([field]);
  return 'refused';
}

describe('Integers', () => {
  it.each([
    [() => parent, () => parent],
    [() => String(parent), () => parent],
    [() => ` ${parent} `, () => parent],
    [() => `00${parent}`, () => parent],
    [() => 0, () => null],
    [() => '0', () => null],
  ])('are JSON numbers or strings of digits: case %# (2.2)', async (sent, served) => {
    const child = `categories/${(await createRecord(calendar, 'categories')).id}`;
    expect(await written(child, 'parent', sent())).toBe(served());
    expect(await writtenAsText(child, 'parent', String(sent()))).toEqual([served(), served()]);
  });

  it.each([1.5, '1.5', '1,5', 'abc', '1e3', '0x1', '1_000', '१', '１', '1 2', '--1', true, {}, { a: 1 }, [1], [[1]]])(
    'do not include %j (2.2)',
    async (sent) => {
      const child = `categories/${(await createRecord(calendar, 'categories')).id}`;
      expect(await written(child, 'parent', sent)).toBe('refused');
      if (typeof sent === 'string') expect(await writtenAsText(child, 'parent', sent)).toEqual(['refused', 'refused']);
    },
  );

  it.each([10n ** 15n, 2n ** 53n, 10n ** 20n, 10n ** 400n, -1n])('out of range are 400: %s (2.2)', async (sent) => {
    const child = `categories/${(await createRecord(calendar, 'categories')).id}`;
    expect(await written(child, 'parent', sent)).toBe('refused');
    expect(await written(child, 'parent', String(sent))).toBe('refused');
  });

  it.each(['0', '-1', '1.5', '1e30', 'abc', '%EF%BC%91', '1%00', '9223372036854775807000'])(
    'below 1 or malformed are 400 for per_page: %s (2.2)',
    async (text) => {
      const answer = await calendar.request('GET', `venues?per_page=${text}&page=1`);
      expect([answer.status, Object.keys(answer.body['params'] as object)]).toEqual([400, ['per_page']]);
    },
  );
});

describe('Booleans', () => {
  const TEXTS: [string, boolean][] = [
    ...['true', 'TRUE', 'True', '1', 'yes', 'YES', 'on', 'On'].map((text): [string, boolean] => [text, true]),
    ...['false', 'FALSE', 'fAlSe', '0', 'no', 'No', 'off', 'OFF'].map((text): [string, boolean] => [text, false]),
  ];

  it.each(TEXTS)('include the text %s (2.2)', async (text, value) => {
    expect(await written(event, 'featured', !value)).toBe(!value);
    expect(await written(event, 'featured', text)).toBe(value);
    expect(await writtenAsText(event, 'featured', text)).toEqual([value, value]);
    expect((await calendar.request('GET', `categories?hide_empty=${text}`)).status).toBe(200);
  });

  it.each([
    [true, true],
    [false, false],
    [1, true],
    [0, false],
  ])('include the JSON value %j (2.2)', async (sent, value) => {
    expect(await written(event, 'sticky', sent)).toBe(value);
  });

  it.each(['maybe', 'y', 't', '2', '-1', '01', 'null', 'undefined', 2, -1, 0.5, {}, { true: true }, [true], ['true']])(
    'do not include %j (2.2)',
    async (sent) => {
      expect(await written(event, 'featured', sent)).toBe('refused');
      if (typeof sent === 'string')
        expect(await writtenAsText(event, 'featured', sent)).toEqual(['refused', 'refused']);
    },
  );

  it('have the same forms in lists and deletions (2.2)', async () => {
    const answer = await calendar.request('GET', 'categories?hide_empty=perhaps');
    expect([answer.status, Object.keys(answer.body['params'] as object)]).toEqual([400, ['hide_empty']]);
    const { id } = await createRecord(calendar, 'venues');
    expect((await calendar.request('DELETE', `venues/${id}?force=perhaps`)).status).toBe(400);
    expect((await calendar.request('DELETE', `venues/${id}?force=Yes`)).status).toBe(200);
    expect((await calendar.request('GET', `venues/${id}`)).status).toBe(404);
  });
});

describe('Texts and numbers', () => {
  it.each([
    ['Reus', 'Reus'],
    [43201, '43201'],
    [0, '0'],
    [-1.5, '-1.5'],
    ['0043', '0043'],
    ['true', 'true'],
  ])('in a text field: %j is stored as %j (2.2)', async (sent, served) => {
    expect(await written(venue, 'zip', sent)).toBe(served);
  });

  it.each([true, false, {}, { text: 'Reus' }, ['Reus'], [43201], [['Reus']]])(
    'in a text field: %j is 400 (2.2)',
    async (sent) => {
      for (const field of ['zip', 'venue', 'description']) expect(await written(venue, field, sent)).toBe('refused');
    },
  );

  it.each([
    [41.1561, 41.1561],
    ['41.1561', 41.1561],
    [-90, -90],
    ['-90', -90],
    [0, 0],
    ['0', 0],
    ['.5', 0.5],
  ])('in a coordinate: %j is stored as %j (2.2)', async (sent, served) => {
    await calendar.request('PATCH', venue, { json: { geo_lat: 1, geo_lng: 1 } });
    expect(await written(venue, 'geo_lat', sent)).toBe(served);
    expect(await writtenAsText(venue, 'geo_lat', String(sent))).toEqual([served, served]);
  });

  it.each(['41,5', 'NaN', 'Infinity', '1e1', '0x10', 'north', '41.1.1', 90.1, -91, true, {}, [41]])(
    'in a coordinate: %j is 400 (2.2)',
    async (sent) => {
      await calendar.request('PATCH', venue, { json: { geo_lat: 1, geo_lng: 1 } });
      expect(await written(venue, 'geo_lat', sent)).toBe('refused');
    },
  );
});
