import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const create = (json: object) => calendar.request('POST', 'venues', { json });
/** Both are one visible character of two code points: SUN in two UTF-16 units, EMOJI in three. */
const SUN = '☀\uFE0F';
const EMOJI = '😀\uFE0F';

describe('Validation of values', () => {
  it('the length of a text is measured in code points (2.8)', async () => {
    expect((await create({ venue: '😀'.repeat(500) })).status).toBe(201);
    for (const venue of ['😀'.repeat(501), EMOJI.repeat(400), SUN.repeat(251)])
      expectInvalidParameters(await create({ venue }), 'venue');
  });

  it('a description that is too long to be sanitized is 400 (5.10)', async () => {
    const description = `<script>alert(1)</script>${EMOJI.repeat(140_000)}`;
    expectInvalidParameters(await create({ venue: 'Long', description }), 'description');
  });

  it('a name without a visible character counts as missing (2.8)', async () => {
    const answer = await create({ venue: '\u200B \u2060' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'missing_parameter' } });
  });

  it('invalid values inside image and custom_fields are 400 (9.3)', async () => {
    for (const alt of ['\u0000', '\uD800 x']) {
      expectInvalidParameters(await create({ venue: 'Alt', image: { url: 'https://x.example/a.jpg', alt } }), 'image');
    }
    const deep = `{"a":${'['.repeat(6000)}${']'.repeat(6000)}}`;
    expectInvalidParameters(await create({ venue: 'Deep', custom_fields: deep }), 'custom_fields');
  });

  it('the id 0 is 400 for categories, venue and author, in one response (2.7)', async () => {
    const times = { title: 'Zero', start_date: '2026-12-01', end_date: '2026-12-01' };
    const answer = await calendar.request('POST', 'events', {
      json: { ...times, categories: [0], venue: [0], author: 0 },
    });
    expectInvalidParameters(answer, 'categories', 'venue', 'author');
  });

  it('an empty list in a read counts as not given (2.3)', async () => {
    const all = await calendar.request('GET', 'venues');
    for (const nothing of ['include=,', 'include[]=', 'include=']) {
      expect((await calendar.request('GET', `venues?${nothing}`)).body['total']).toBe(all.body['total']);
    }
  });

  it('a 401 is in the language that the body requests with ml_language (3.10)', async () => {
    const json = { venue: 'X', ml_language: 'es' };
    const answer = await calendar.request('POST', 'venues', { json, token: null });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('Content-Language')).toBe('es');
  });
});
