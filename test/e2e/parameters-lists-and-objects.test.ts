import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord } from '../support/records/kinds.js';
import { idsOf, LINK_NAMES, LINKS, namesOf, type Link } from '../support/records/links.js';
import { startTestCalendar, type TestResponse, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
let event: string;
/** Ids of two records for each list. The tables refer to them as `A` and `B`. */
const ids: Record<Link, number[]> = { venue: [], organizer: [], categories: [], tags: [] };
beforeAll(async () => {
  calendar = await startTestCalendar();
  event = `events/${(await createRecord(calendar, 'events')).id}`;
  for (const list of LINK_NAMES) {
    for (let index = 0; index < 2; index += 1) ids[list].push((await createRecord(calendar, LINKS[list].path)).id);
  }
});
afterAll(() => calendar.close());

const sendJson = (json: object) => calendar.request('PATCH', event, { json });

/** Sends an update as a form and as a query string. */
const sendText = async (text: string): Promise<TestResponse[]> => [
  await calendar.request('PATCH', event, { form: text }),
  await calendar.request('PATCH', `${event}?${text}`),
];

/** Expects that an update with this text is 400 for a parameter, as a form and as a query string. */
async function expectInvalidText(text: string, name: string): Promise<void> {
  for (const response of await sendText(text)) expectInvalidParameters(response, name);
}

/** Name of the first parameter in a form. */
const nameIn = (text: string) => text.slice(0, text.search(/[[=]/));

describe('Lists', () => {
  /** Replaces the placeholders of a pattern by the name and the ids of a list. */
  const fill = (pattern: string, list: Link) =>
    pattern.replaceAll('list', list).replaceAll('A', String(ids[list][0])).replaceAll('B', String(ids[list][1]));

  /** Expects that each list contains its records of these letters, in this order. */
  function expectLinks(response: TestResponse, letters: string): void {
    expect(response.status).toBe(200);
    for (const list of LINK_NAMES) {
      const expected = [...letters].map((letter) => ids[list][letter === 'A' ? 0 : 1]);
      expect([list, idsOf(response.body, list)]).toEqual([list, expected]);
    }
  }

  it.each([
    ['[A,B]', 'AB'],
    ['["B","A"]', 'BA'],
    ['[B,A,B,"A"]', 'BA'],
    ['"A,B"', 'AB'],
    ['" B , A "', 'BA'],
    ['"A"', 'A'],
    ['A', 'A'],
    ['[{"id":B},A]', 'BA'],
    ['{"id":"A"}', 'A'],
    ['[]', ''],
    ['null', ''],
    ['""', ''],
  ])('accept %s in JSON (2.2)', async (pattern, expected) => {
    await sendJson(ids);
    const raw = `{${LINK_NAMES.map((list) => fill(`"list":${pattern}`, list)).join(',')}}`;
    const headers = { 'Content-Type': 'application/json' };
    expectLinks(await calendar.request('PATCH', event, { raw, headers }), expected);
  });

  it.each([
    ['list=A&list=B', 'AB'],
    ['list[]=A&list[]=B', 'AB'],
    ['list[]=A', 'A'],
    ['list[0]=B&list[1]=A', 'BA'],
    ['list[1]=A&list[0]=B', 'BA'],
    ['list[99999999]=B&list[4]=A', 'AB'],
    ['list%5b%5d=B&list%5b%5d=A', 'BA'],
    ['list=A,B', 'AB'],
    ['list=+B+,%20A', 'BA'],
    ['list=B', 'B'],
    ['list[]=A&list[7]=B', 'BA'],
    ['list[]=A&list=B', 'AB'],
    ['list=A&list[3]=B', 'BA'],
    ['list[0][id]=B&list[1][id]=A', 'BA'],
    ['list[id]=A', 'A'],
    ['list=', ''],
  ])('accept %s in forms and query strings (2.2)', async (pattern, expected) => {
    const text = LINK_NAMES.map((list) => fill(pattern, list)).join('&');
    await sendJson(ids);
    expectLinks(await calendar.request('PATCH', event, { form: text }), expected);
    await sendJson(ids);
    expectLinks(await calendar.request('PATCH', `${event}?${text}`), expected);
  });

  it('of names have numbered elements before elements without a number (2.2, 6.9)', async () => {
    for (const text of ['tags[]=Arròs&tags[0]=Boira', 'tags[]=Arròs&tags[7]=Boira', 'tags=Arròs&tags[1]=Boira'])
      for (const response of await sendText(encodeURI(text)))
        expect(namesOf(response.body, 'tags')).toEqual(['Boira', 'Arròs']);
  });

  it('are split at commas only if they are a single string (2.2)', async () => {
    const pair = ids.venue.join(',');
    expectInvalidParameters(await sendJson({ venue: [pair] }), 'venue');
    for (const text of [`venue[]=${pair}`, `venue=${pair}&venue=${ids.venue[0]}`, `venue[0]=${pair}`]) {
      await expectInvalidText(text, 'venue');
      const read = `events?${text.replaceAll('venue', 'include')}`;
      expectInvalidParameters(await calendar.request('GET', read), 'include');
    }
    const tags = ['Fira, mercat', 'Mercat'];
    expect(namesOf((await sendJson({ tags })).body, 'tags')).toEqual(tags);
  });

  it.each(['abc', '1.5', '1,abc', '-1', 'true', '[1]', '1;2', '99999999999999999999'])(
    'of ids reject %s (2.2)',
    async (text) => {
      const encoded = encodeURIComponent(text);
      for (const list of ['venue', 'organizer']) {
        await expectInvalidText(`${list}=${encoded}`, list);
        for (const value of [text, [text]]) expectInvalidParameters(await sendJson({ [list]: value }), list);
      }
      expectInvalidParameters(await calendar.request('GET', `tags?include=${encoded}`), 'include');
    },
  );

  it('of ids and terms reject the id 0 (2.2)', async () => {
    expectInvalidParameters(await sendJson({ venue: 0, organizer: ['0'], categories: [0], tags: '0' }), ...LINK_NAMES);
  });

  it.each([[[null]], [[[1]]], [[{}]], [[{ id: {} }]], [[true]], [true], [{}], [{ ids: 1 }], [-1], ['9'.repeat(20)]])(
    'of terms reject the JSON value %j (2.2)',
    async (tags) => {
      expectInvalidParameters(await sendJson({ tags }), 'tags');
    },
  );
});

describe('Objects in forms and query strings', () => {
  it.each([
    ['custom_fields[colour]=blau', { colour: 'blau' }],
    ['custom_fields[colour]=blau&custom_fields[a+b]=c', { 'a b': 'c', colour: 'blau' }],
    ['custom_fields%5Bcolour%5D=blau', { colour: 'blau' }],
    ['custom_fields[__proto__]=x&custom_fields[constructor]=y', { ['__proto__']: 'x', constructor: 'y' }],
    ['custom_fields[0]=a&custom_fields[b]=c', { 0: 'a', b: 'c' }],
    ['custom_fields[b]=c&custom_fields[7]=a', { 7: 'a', b: 'c' }],
    ['custom_fields=', {}],
  ])('are read from %s (2.2)', async (text, expected) => {
    for (const { status, body } of await sendText(text)) {
      const members = Object.entries(body['custom_fields'] as object).toSorted(([a], [b]) => (a < b ? -1 : 1));
      expect([status, members]).toEqual([200, Object.entries(expected)]);
    }
  });

  it('set the members of an image (2.2)', async () => {
    const url = 'https://agenda.example/a.png';
    const form = `image[url]=${encodeURIComponent(url)}&image[alt]=Un+cartell`;
    const { image } = (await calendar.request('PATCH', event, { form })).body as { image: { id: number } };
    expect(image).toMatchObject({ url, alt: 'Un cartell' });
    const again = await calendar.request('PATCH', `${event}?image[id]=${image.id}&image[alt]=El+cartell`);
    expect(again.body['image']).toMatchObject({ id: image.id, alt: 'El cartell' });
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
    `custom_fields${'[a]'.repeat(20)}=1`,
  ])('are 400 if they have more than one level: %s (2.2)', async (text) => {
    const name = nameIn(text);
    await expectInvalidText(text, name);
    expectInvalidParameters(await calendar.request('GET', `tags?${text.replaceAll(name, 'include')}`), 'include');
  });

  it('are 400 for parameters that do not accept an object (2.2)', async () => {
    for (const name of ['title', 'slug', 'start_date', 'timezone', 'featured', 'post_parent', 'status', 'website'])
      await expectInvalidText(`${name}[$ne]=1`, name);
    for (const name of ['page', 'per_page', 'search', 'include', 'ml_fallback', 'ml_language', 'after'])
      expectInvalidParameters(await calendar.request('GET', `events?${name}[$gt]=0`), name);
  });

  it.each(['venue', 'organizer'] as const)('are 400 if the parameter is also a list: %s (2.2)', async (name) => {
    const [id] = ids[name];
    await sendJson({ [name]: [] });
    for (const text of [
      `${name}[0]=${id}&${name}[${name}]=Sala`,
      `${name}[${name}]=Sala&${name}[3]=${id}`,
      `${name}[]=${id}&${name}[${name}]=Sala`,
      `${name}[${name}]=Sala&${name}[]=${id}`,
      `${name}=${id}&${name}[${name}]=Sala`,
      `${name}[0][${name}]=Sala&${name}[phone]=1`,
    ])
      await expectInvalidText(text, name);
    for (const value of [{ 0: id, [name]: 'Sala' }, { [name]: 'Sala', '+1': 'x' }, [{ 5: id }]])
      expectInvalidParameters(await sendJson({ [name]: value }), name);
    expect((await calendar.request('GET', event)).body[name]).toEqual([]);
  });

  it.each(['custom_fields[]=a&custom_fields[b]=c', 'tags[]=a&tags[name]=b', 'tags[0]=a&tags[name]=b'])(
    'are 400 if the parameter is also a list: %s (2.2)',
    (text) => expectInvalidText(text, nameIn(text)),
  );
});

describe('Single-valued parameters', () => {
  it('are 400 if they occur twice (2.2)', async () => {
    for (const text of [
      'title=A&title=B',
      'title=A&title=A',
      'title[]=A&title[]=B',
      'start_date=2030-01-01&start_date=2030-01-01',
    ])
      await expectInvalidText(text, nameIn(text));
    for (const pair of ['page=1', 'per_page=1', 'search=1', 'ml_language=ca', 'ml_fallback=1', 'after=1'])
      expectInvalidParameters(await calendar.request('GET', `events?${pair}&${pair}`), nameIn(pair));
    for (const pair of ['force=1', 'ml_scope=record', 'ml_language=ca'])
      expectInvalidParameters(await calendar.request('DELETE', `${event}?${pair}&${pair}`), nameIn(pair));
  });

  it('may occur in both query string and body (2.2)', async () => {
    const response = await calendar.request('PATCH', `${event}?title=A`, { form: 'title=B' });
    expect([response.status, response.body['title']]).toEqual([200, 'B']);
  });
});
