import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { uniqueName } from '../support/records/kinds.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

async function post(body: Buffer | string, headers: Record<string, string | string[]>) {
  const { status, body: answer } = await rawRequest(calendar.origin, {
    method: 'POST',
    path: '/calendar/events/v1/tags',
    body,
    headers: { 'Content-Type': JSON_TYPE, ...ADMIN_HEADERS, ...headers },
  });
  return [status, answer['code'] ?? answer['name']];
}
const typed = (...types: string[]) => ({ 'Content-Type': types });
const REFUSED = [415, 'unsupported_media_type'];

describe('Body format', () => {
  it.each([
    ['not gzip', 'gzip', Buffer.from('{"name":"a"}'), 400, 'invalid_json'],
    ['truncated gzip', 'gzip', gzipSync('{"name":"a"}'.padEnd(2000)).subarray(0, 30), 400, 'invalid_json'],
    ['not brotli', 'br', Buffer.from('{"name":"a"}'), 400, 'invalid_json'],
    ['compressed blanks', 'gzip', gzipSync('   '), 400, 'invalid_json'],
    ['unsupported coding', 'compress', Buffer.from('{}'), 415, 'unsupported_media_type'],
    ['two codings', 'gzip, gzip', gzipSync(gzipSync('{}')), 415, 'unsupported_media_type'],
    ['name of an inherited property', '__proto__', Buffer.from('{}'), 415, 'unsupported_media_type'],
  ])('rejects a body that cannot be decompressed: %s (12.4)', async (_what, coding, body, status, code) => {
    expect(await post(body, { 'Content-Encoding': coding })).toEqual([status, code]);
  });

  it.each([
    ['JSON', JSON_TYPE, Buffer.from('{"name":"Cam\u00ed"}', 'latin1')],
    ['JSON with charset=UTF-8', `${JSON_TYPE}; charset="UTF-8"`, Buffer.from('{"name":"Cam\u00ed"}', 'latin1')],
    ['a form', FORM_TYPE, Buffer.from('name=Cam\u00ed', 'latin1')],
    ['half of a surrogate pair', JSON_TYPE, Buffer.from('7b226e616d65223a22eda080227d', 'hex')],
    ['truncated character', JSON_TYPE, Buffer.from('7b226e616d65223a22c3227d', 'hex')],
    ['UTF-16', JSON_TYPE, Buffer.from('\ufeff{"name":"Cam\u00ed"}', 'utf16le')],
  ])(
    'rejects a body that is not UTF-8 instead of storing replacement characters: %s (2.8)',
    async (_what, type, body) => {
      expect(await post(body, typed(type))).toEqual(REFUSED);
    },
  );

  it.each([
    [`${JSON_TYPE}; charset=`],
    [`${JSON_TYPE}; charset=""`],
    [`${JSON_TYPE}; charset=utf-7`],
    [`${JSON_TYPE}; charset=utf-16`],
    [`${JSON_TYPE}; charset=utf-8; charset=iso-8859-1`],
    [`${JSON_TYPE}; charset=utf-8; Charset=utf-8`],
    [`${JSON_TYPE}; charset=__proto__`],
    [`${JSON_TYPE}; charset`],
    [`${JSON_TYPE}, ${JSON_TYPE}`],
    [`${JSON_TYPE} charset=utf-8`],
    [`${FORM_TYPE}; charset=iso-8859-1`],
    [`${FORM_TYPE}; charset=utf-8; charset=iso-8859-1`],
    [JSON_TYPE, FORM_TYPE],
    [JSON_TYPE, JSON_TYPE],
    ['application/jsonp'],
    ['text/json'],
    ['application/+json+xml'],
  ])('rejects every media type other than JSON or form in UTF-8, for any content: %s %s (2.1)', async (...types) => {
    for (const name of ['Cami', 'Cam\u00ed'])
      for (const body of [`{"name":"${name}"}`, Buffer.from(`{"name":"${name}"}`, 'latin1'), `name=${name}`])
        expect(await post(body, typed(...types))).toEqual(REFUSED);
  });

  it.each([
    `${JSON_TYPE};`,
    `${JSON_TYPE} ; charset="utf-8"`,
    String.raw`Application/JSON; v=1; Charset="ut\f-8"`,
    'application/vnd.api+json; charset=Utf-8',
  ])('accepts every valid spelling of the media type: %s (2.1)', async (type) => {
    const name = uniqueName('Camí');
    expect(await post(JSON.stringify({ name }), typed(type))).toEqual([201, name]);
  });

  it('accepts charset=us-ascii if the body is ASCII, otherwise 415 (2.1)', async () => {
    const name = uniqueName('Cami');
    const types = typed(`${JSON_TYPE}; charset=us-ascii`);
    expect(await post(JSON.stringify({ name }), types)).toEqual([201, name]);
    expect(await post('{"name":"Camí"}', types)).toEqual(REFUSED);
  });

  it('accepts and removes one byte order mark (2.1)', async () => {
    const [name, other] = [uniqueName('Camí'), uniqueName('Camí')];
    expect(await post(`\ufeff${JSON.stringify({ name })}`, {})).toEqual([201, name]);
    expect(await post(`\ufeffname=${other}`, typed(FORM_TYPE))).toEqual([201, other]);
    expect(await post('\ufeff\ufeff{}', {})).toEqual([400, 'invalid_json']);
  });
});
