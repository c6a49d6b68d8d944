import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const create = (json: object) => calendar.request('POST', 'venues', { json });
/** One character to a reader, three UTF-16 units, two code points. */
const SUN = '☀\uFE0F';
const EMOJI = '😀\uFE0F';

describe('texts', () => {
  it('2.8 are measured in code points, whatever they are made of', async () => {
    expect((await create({ venue: '😀'.repeat(500) })).status).toBe(201);
    for (const venue of ['😀'.repeat(501), EMOJI.repeat(400), SUN.repeat(251)])
      expectInvalidParameters(await create({ venue }), 'venue');
  });

  it('5.10 are never stored as sent because they are too long to be cleaned', async () => {
    const description = `<script>alert(1)</script>${EMOJI.repeat(140_000)}`;
    expectInvalidParameters(await create({ venue: 'Long', description }), 'description');
  });

  it('2.8 need something to be seen', async () => {
    const answer = await create({ venue: '\u200B \u2060' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'missing_parameter' } });
  });

  it('9.3 within an image or custom fields are judged like any other', async () => {
    for (const alt of ['\u0000', '\uD800 x']) {
      expectInvalidParameters(await create({ venue: 'Alt', image: { url: 'https://x.example/a.jpg', alt } }), 'image');
    }
    const deep = `{"a":${'['.repeat(6000)}${']'.repeat(6000)}}`;
    expectInvalidParameters(await create({ venue: 'Deep', custom_fields: deep }), 'custom_fields');
  });

  it('2.7 an id of nobody is refused, also 0', async () => {
    const times = { title: 'Zero', start_date: '2026-12-01', end_date: '2026-12-01' };
    const answer = await calendar.request('POST', 'events', {
      json: { ...times, categories: [0], venue: [0], author: 0 },
    });
    expectInvalidParameters(answer, 'categories', 'venue', 'author');
  });

  it('2.3 a list of nothing is not given in a read', async () => {
    const all = await calendar.request('GET', 'venues');
    for (const nothing of ['include=,', 'include[]=', 'include=']) {
      expect((await calendar.request('GET', `venues?${nothing}`)).body['total']).toBe(all.body['total']);
    }
  });

  it('3.10 a refusal speaks the language that the body names, before anybody is known', async () => {
    const json = { venue: 'X', ml_language: 'es' };
    const answer = await calendar.request('POST', 'venues', { json, token: null });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('Content-Language')).toBe('es');
  });
});
