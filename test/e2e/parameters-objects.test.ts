import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord } from '../support/records/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
let event: string;
beforeAll(async () => {
  calendar = await startTestCalendar();
  event = `events/${(await createRecord(calendar, 'events')).id}`;
});
afterAll(() => calendar.close());

describe('Objects in forms and query strings', () => {
  it.each([
    ['custom_fields[colour]=blau', [['colour', 'blau']]],
    ['custom_fields[colour]=blau&custom_fields[a+b]=c', Object.entries({ 'a b': 'c', colour: 'blau' })],
    ['custom_fields%5Bcolour%5D=blau', [['colour', 'blau']]],
    [
      'custom_fields[__proto__]=x&custom_fields[constructor]=y',
      [
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ],
    ],
    ['custom_fields[0]=a&custom_fields[b]=c', Object.entries({ 0: 'a', b: 'c' })],
    ['custom_fields[b]=c&custom_fields[7]=a', Object.entries({ 7: 'a', b: 'c' })],
    ['custom_fields=', []],
  ])('are read from %s (2.2)', async (text, expected) => {
    for (const answer of [
      await calendar.request('PATCH', event, { form: text }),
      await calendar.request('PATCH', `${event}?${text}`),
    ]) {
      const served = Object.entries(answer.body['custom_fields'] as object).toSorted(([a], [b]) => (a < b ? -1 : 1));
      expect([answer.status, served]).toEqual([200, expected]);
    }
  });

  it('set the members of an image (2.2)', async () => {
    const url = encodeURIComponent('https://agenda.example/a.png');
    const named = await calendar.request('PATCH', event, { form: `image[url]=${url}&image[alt]=Un+cartell` });
    expect(named.body['image']).toMatchObject({ url: 'https://agenda.example/a.png', alt: 'Un cartell' });
    const { id } = named.body['image'] as { id: number };
    const again = await calendar.request('PATCH', `${event}?image[id]=${id}&image[alt]=El+cartell`);
    expect(again.body['image']).toMatchObject({ id, alt: 'El cartell' });
  });

  it.each([
    'custom_fields[a][b]=1',
    'custom_fields[a][]=1',
    'custom_fields[a][b][c]=1',
    'custom_fields[a]=1&custom_fields[b][c]=2',
    'venue[0][id][x]=1',
    'venue[a][b]=1',
    'tags[0][1]=1',
    'tags[][]=1',
    'image[id][x]=1',
    'title[a][b]=1',
    `custom_fields${'[a]'.repeat(500)}=1`,
  ])('are 400 if they have more than one level: %.40s (2.2)', async (text) => {
    const name = text.slice(0, text.indexOf('['));
    expectInvalidParameters(await calendar.request('PATCH', event, { form: text }), name);
    expectInvalidParameters(await calendar.request('PATCH', `${event}?${text}`), name);
    expectInvalidParameters(await calendar.request('GET', `tags?${text.replaceAll(name, 'include')}`), 'include');
  });

  it('are 400 for parameters that do not accept an object (2.2)', async () => {
    for (const name of ['title', 'slug', 'start_date', 'timezone', 'featured', 'post_parent', 'status', 'website']) {
      expectInvalidParameters(await calendar.request('PATCH', event, { form: `${name}[$ne]=1` }), name);
    }
    for (const name of ['page', 'per_page', 'search', 'include', 'ml_fallback', 'ml_language', 'after']) {
      expectInvalidParameters(await calendar.request('GET', `events?${name}[$gt]=0`), name);
    }
  });
});

describe('Parameter that is both object and list', () => {
  it.each(['venue', 'organizer'])('is 400: %s (2.2)', async (name) => {
    const { id } = await createRecord(calendar, `${name}s` as 'venues');
    for (const text of [
      `${name}[0]=${id}&${name}[${name}]=Sala`,
      `${name}[${name}]=Sala&${name}[3]=${id}`,
      `${name}[]=${id}&${name}[${name}]=Sala`,
      `${name}[${name}]=Sala&${name}[]=${id}`,
      `${name}=${id}&${name}[${name}]=Sala`,
      `${name}[0][${name}]=Sala&${name}[phone]=1`,
    ]) {
      expectInvalidParameters(await calendar.request('PATCH', event, { form: text }), name);
      expectInvalidParameters(await calendar.request('PATCH', `${event}?${text}`), name);
    }
    for (const json of [{ 0: id, [name]: 'Sala' }, { [name]: 'Sala', '+1': 'x' }, [{ 5: id }]])
      expectInvalidParameters(await calendar.request('PATCH', event, { json: { [name]: json } }), name);
    expect((await calendar.request('GET', event)).body[name]).toEqual([]);
  });

  it('is 400: custom_fields and tags (2.2)', async () => {
    for (const text of ['custom_fields[]=a&custom_fields[b]=c', 'tags[]=a&tags[name]=b', 'tags[0]=a&tags[name]=b']) {
      const name = text.slice(0, text.indexOf('['));
      expectInvalidParameters(await calendar.request('PATCH', event, { form: text }), name);
    }
  });
});

describe('Single-valued parameters', () => {
  it('are 400 if they occur twice (2.2)', async () => {
    for (const text of [
      'title=A&title=B',
      'title=A&title=A',
      'title[]=A&title[]=B',
      'start_date=2030-01-01&start_date=2030-01-01',
    ]) {
      const name = text.slice(0, text.search(/[[=]/));
      expectInvalidParameters(await calendar.request('PATCH', event, { form: text }), name);
      expectInvalidParameters(await calendar.request('PATCH', `${event}?${text}`), name);
    }
    for (const name of ['page', 'per_page', 'search', 'ml_language', 'ml_fallback', 'after']) {
      const value = name === 'ml_language' ? 'ca' : '1';
      expectInvalidParameters(await calendar.request('GET', `events?${name}=${value}&${name}=${value}`), name);
    }
    for (const name of ['force=1', 'ml_scope=record', 'ml_language=ca']) {
      expectInvalidParameters(
        await calendar.request('DELETE', `${event}?${name}&${name}`),
        name.split('=', 1)[0] ?? '',
      );
    }
  });

  it('may occur in both query string and body (2.2)', async () => {
    const answer = await calendar.request('PATCH', `${event}?title=A`, { form: 'title=B' });
    expect([answer.status, answer.body['title']]).toEqual([200, 'B']);
  });
});
