import { beforeAll, describe, expect, it } from 'vitest';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord } from '../support/records/kinds.js';
import type { TestResponse } from '../support/calendar/test-calendar.js';
import { idsOf, LINK_NAMES, LINKS, namesOf, type Link } from '../support/records/links.js';
import { upcomingDates } from '../support/records/records.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar({ TIMEZONE: 'Europe/Madrid' });

/** Paths of the records that the tests update. */
let event: string;
let venue: string;
let category: string;
/** Id of another category. */
let parent: number;
beforeAll(async () => {
  event = `events/${(await createRecord(calendar, 'events')).id}`;
  venue = `venues/${(await createRecord(calendar, 'venues')).id}`;
  category = `categories/${(await createRecord(calendar, 'categories')).id}`;
  parent = (await createRecord(calendar, 'categories')).id;
});
/** Creates an event with this start date, as JSON. */
const createStartingAt = (start: unknown, fields = {}): Promise<TestResponse> =>
  calendar.request('POST', 'events', {
    json: { title: 'T', start_date: start, end_date: '9999-12-30 12:00:00', ...fields },
  });

/** Creates an event with this encoded start date, in a form and in a query string. */
const createStartingAtText = async (start: string): Promise<TestResponse[]> => {
  const text = `title=T&end_date=9999-12-30&start_date=${start}`;
  return [await calendar.request('POST', 'events', { form: text }), await calendar.request('POST', `events?${text}`)];
};

/** Status of a response and start of its event: wall-clock time and instant. */
const startOf = ({ status, body }: TestResponse) => [status, body['start_date'], body['starts_at']];

/**
 * Updates a field that has the value `before`, with JSON and, unless the value is an object, with a form and a query string.
 * Returns the values of the field after each update, or `rejected` if the field is reported as invalid.
 */
async function outcomesOf(path: string, field: string, value: unknown, before: unknown): Promise<Set<unknown>> {
  const pair = `${field}=${encodeURIComponent(String(value))}`;
  const asText = [{ path, form: pair }, { path: `${path}?${pair}` }];
  const outcomes = new Set<unknown>();
  for (const { path: address, ...options } of [
    { path, json: { [field]: value } },
    ...(typeof value === 'object' ? [] : asText),
  ]) {
    await calendar.request('PATCH', path, { json: { [field]: before } });
    const response = await calendar.request('PATCH', address, options);
    if (response.status !== 200) expectInvalidParameters(response, field);
    outcomes.add(response.status === 200 ? response.body[field] : 'rejected');
  }
  return outcomes;
}

describe('Dates', () => {
  it.each([
    ['2026-03-01 10:30', '2026-03-01 10:30:00', '2026-03-01T10:30:00+01:00'],
    ['2026-07-01T10:30:00.5+05:30', '2026-07-01 07:00:00', '2026-07-01T07:00:00+02:00'],
    [20260301, '2026-03-01 00:00:00', '2026-03-01T00:00:00+01:00'],
  ])('accept %j in JSON, forms and query strings (2.4)', async (input, local, instant) => {
    for (const response of [await createStartingAt(input), ...(await createStartingAtText(encodeURIComponent(input)))])
      expect(startOf(response)).toEqual([201, local, instant]);
  });

  it('accept an offset whose + is not encoded in forms and query strings (2.4)', async () => {
    for (const response of await createStartingAtText('2026-03-01+10:30:00+02:00'))
      expect(startOf(response)).toEqual([201, '2026-03-01 09:30:00', '2026-03-01T09:30:00+01:00']);
  });

  it.each([['2026-02-30'], ['tomorrow'], [true], [['2026-03-01']], [1e300]])('reject %j (2.4)', async (input) => {
    expectInvalidParameters(await createStartingAt(input), 'start_date');
    const json = { venue: 'V', date: input, date_utc: input };
    expectInvalidParameters(await calendar.request('POST', 'venues', { json }), 'date', 'date_utc');
  });

  it('reject a wall-clock time on the first or last day if its instant is out of range (2.4)', async () => {
    const last = '9999-12-31 20:00:00';
    expect((await createStartingAt('0001-01-01', { timezone: 'UTC', end_date: last, date: last })).status).toBe(201);
    expectInvalidParameters(await createStartingAt('0001-01-01', { timezone: 'UTC+14' }), 'start_date');
    expectInvalidParameters(await createStartingAt('2026-03-01', { timezone: 'UTC-12', end_date: last }), 'end_date');
    expectInvalidParameters(await createStartingAt('2026-03-01', { timezone: 'UTC-12', date: last }), 'date');
  });
});

it('A time zone is accepted in any letter case; a list is rejected (2.5)', async () => {
  const { status, body } = await createStartingAt('2026-07-01 12:00', { timezone: 'utc-3:30' });
  expect([status, body['timezone'], body['starts_at']]).toEqual([201, 'UTC-3:30', '2026-07-01T12:00:00-03:30']);
  expectInvalidParameters(await createStartingAt('2026-07-01', { timezone: ['Europe/Madrid'] }), 'timezone');
});

describe('Integers', () => {
  it('are JSON numbers or strings of digits, with blanks and leading zeros (2.2)', async () => {
    for (const input of [parent, String(parent), ` ${parent} `, `00${parent}`])
      expect([input, await outcomesOf(category, 'parent', input, 0)]).toEqual([input, new Set([parent])]);
  });

  it.each([[1.5], ['1,5'], ['1e3'], ['१'], ['1 2'], [true], [{ a: 1 }], [[[1]]], [-1], [2 ** 53], ['9'.repeat(400)]])(
    'reject %j (2.2)',
    async (input) => {
      expect(await outcomesOf(category, 'parent', input, 0)).toEqual(new Set(['rejected']));
    },
  );
});

describe('Booleans', () => {
  it.each([
    [true, [true, 1, 'true', 'True', '1', 'YES', 'on']],
    [false, [false, 0, 'fAlSe', '0', 'no', 'OFF']],
  ])('%j has several forms in JSON, forms and query strings (2.2)', async (value, forms) => {
    for (const input of forms) {
      expect([input, await outcomesOf(event, 'featured', input, !value)]).toEqual([input, new Set([value])]);
      expect((await calendar.request('GET', `categories?hide_empty=${String(input)}`)).status).toBe(200);
    }
  });

  it.each([['maybe'], ['t'], ['01'], ['null'], [2], [{ true: true }], [['true']]])('reject %j (2.2)', async (input) => {
    expect(await outcomesOf(event, 'featured', input, false)).toEqual(new Set(['rejected']));
  });

  it('have the same forms in deletions (2.2)', async () => {
    const { id } = await createRecord(calendar, 'venues');
    expect((await calendar.request('DELETE', `venues/${id}?force=perhaps`)).status).toBe(400);
    expect((await calendar.request('DELETE', `venues/${id}?force=Yes`)).status).toBe(200);
    expect((await calendar.request('GET', `venues/${id}`)).status).toBe(404);
  });
});

describe('Texts', () => {
  it.each([
    [0, '0'],
    [-1.5, '-1.5'],
    ['0043', '0043'],
  ])('accept %j as %j (2.2)', async (input, served) => {
    expect(await outcomesOf(venue, 'zip', input, null)).toEqual(new Set([served]));
  });

  it.each([[true], [{}], [['Reus']], [[['Reus']]]])('reject %j (2.2)', async (input) => {
    const json = { zip: input, venue: input, description: input };
    expectInvalidParameters(await calendar.request('PATCH', venue, { json }), ...Object.keys(json));
  });
});

/** Ids of two records for each list. The tables refer to them as `A` and `B`. */
const ids: Record<Link, number[]> = { venue: [], organizer: [], categories: [], tags: [] };
beforeAll(async () => {
  for (const list of LINK_NAMES) {
    for (let index = 0; index < 2; index += 1) ids[list].push((await createRecord(calendar, LINKS[list].path)).id);
  }
});
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
    ['" B , A "', 'BA'],
    ['A', 'A'],
    ['[{"id":B},A]', 'BA'],
    ['{"id":"A"}', 'A'],
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
    ['list[]=A', 'A'],
    ['list[1]=A&list[0]=B', 'BA'],
    ['list[99999999]=B&list[4]=A', 'AB'],
    ['list%5b%5d=B&list%5b%5d=A', 'BA'],
    ['list=+B+,%20A', 'BA'],
    ['list=B', 'B'],
    ['list[]=A&list[7]=B', 'BA'],
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

  it.each(['1.5', '1,abc', '-1', '99999999999999999999'])('of ids reject %s (2.2)', async (text) => {
    const encoded = encodeURIComponent(text);
    for (const list of ['venue', 'organizer']) {
      await expectInvalidText(`${list}=${encoded}`, list);
      for (const value of [text, [text]]) expectInvalidParameters(await sendJson({ [list]: value }), list);
    }
    expectInvalidParameters(await calendar.request('GET', `tags?include=${encoded}`), 'include');
  });

  it('of ids and terms reject the id 0 (2.2)', async () => {
    expectInvalidParameters(await sendJson({ venue: 0, organizer: ['0'], categories: [0], tags: '0' }), ...LINK_NAMES);
  });

  it.each([[[null]], [[[1]]], [[{ id: {} }]], [true], [{ ids: 1 }], [-1]])(
    'of terms reject the JSON value %j (2.2)',
    async (tags) => {
      expectInvalidParameters(await sendJson({ tags }), 'tags');
    },
  );
});

describe('Objects in forms and query strings', () => {
  it.each([
    ['custom_fields[colour]=blau&custom_fields[a+b]=c', { 'a b': 'c', colour: 'blau' }],
    ['custom_fields%5Bcolour%5D=blau', { colour: 'blau' }],
    ['custom_fields[__proto__]=x&custom_fields[constructor]=y', { ['__proto__']: 'x', constructor: 'y' }],
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
    'custom_fields[a]=1&custom_fields[b][c]=2',
    'venue[0][id][x]=1',
    'tags[][]=1',
    'title[a][b]=1',
    `custom_fields${'[a]'.repeat(20)}=1`,
  ])('are 400 if they are nested too deeply: %s (2.2)', async (text) => {
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
      `${name}[${name}]=Sala&${name}[3]=${id}`,
      `${name}[]=${id}&${name}[${name}]=Sala`,
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
    for (const text of ['title=A&title=A', 'title[]=A&title[]=B', 'start_date=2030-01-01&start_date=2030-01-01'])
      await expectInvalidText(text, nameIn(text));
    for (const pair of ['page=1', 'per_page=1', 'search=1', 'ml_language=ca', 'ml_fallback=1', 'after=1'])
      expectInvalidParameters(await calendar.request('GET', `events?${pair}&${pair}`), nameIn(pair));
    for (const pair of ['force=1', 'ml_scope=record', 'ml_language=ca'])
      expectInvalidParameters(await calendar.request('DELETE', `${event}?${pair}&${pair}`), nameIn(pair));
  });
});

let tag: number;
beforeAll(async () => {
  tag = (await createRecord(calendar, 'tags')).id;
});
const repeat = (count: number, entry: (index: number) => string) => Array.from({ length: count }, (_, i) => entry(i));
const statusAndCodeOf = ({ status, body }: TestResponse) => [status, body['code']];
const updateEvent = (json: object) => calendar.request('PATCH', event, { json });

describe('Limit of 200 parameters', () => {
  const queryOf = (count: number) => repeat(count, (index) => `p${index}=${index}`).join('&');
  const jsonOf = (count: number) => Object.fromEntries(repeat(count, (index) => `p${index}`).map((name) => [name, 1]));

  it('applies to reads, forms and JSON, and to query string and body together (12.4)', async () => {
    for (const send of [
      (count: number) => calendar.request('GET', `venues?${queryOf(count)}`),
      (count: number) => calendar.request('PATCH', venue, { form: queryOf(count) }),
      (count: number) => calendar.request('PATCH', venue, { json: jsonOf(count) }),
      (count: number) => calendar.request('PATCH', `${venue}?p0=1&p1=1`, { json: jsonOf(count) }),
    ]) {
      expect((await send(200)).status).toBe(200);
      expectInvalidParameters(await send(201), 'p200');
    }
    const both = await calendar.request('PATCH', `${venue}?q=1`, { json: jsonOf(200) });
    expectInvalidParameters(both, 'p199');
  });

  it('counts the values of a list as one parameter (12.4)', async () => {
    const links: [Link, number][] = [];
    for (const list of LINK_NAMES) links.push([list, (await createRecord(calendar, LINKS[list].path)).id]);
    const form = links.flatMap(([list, id]) => repeat(100, () => `${list}[]=${id}`)).join('&');
    const { body } = await calendar.request('PATCH', event, { form });
    for (const [list, id] of links) expect(idsOf(body, list)).toEqual([id]);
  });
});

describe('Limit of 100 values per list', () => {
  it.each([
    ['a comma-separated string', (count: number) => `tags=${repeat(count, () => String(tag)).join(',')}`],
    ['brackets', (count: number) => repeat(count, () => `tags[]=${tag}`).join('&')],
    ['objects', (count: number) => repeat(count, (index) => `tags[${index}][id]=${tag}`).join('&')],
  ])('applies to %s (12.4)', async (_form, formOf) => {
    for (const send of [
      (count: number) => calendar.request('PATCH', event, { form: formOf(count) }),
      (count: number) => calendar.request('PATCH', `${event}?${formOf(count)}`),
    ]) {
      expect(idsOf((await send(100)).body, 'tags')).toEqual([tag]);
      expectInvalidParameters(await send(101), 'tags');
    }
    const read = (count: number) => calendar.request('GET', `tags?${formOf(count).replaceAll('tags', 'include')}`);
    expect((await read(100)).status).toBe(200);
    expectInvalidParameters(await read(101), 'include');
  });

  it('applies to JSON arrays (12.4)', async () => {
    for (const [list, value] of [
      ['tags', tag],
      ['cost', '5 €'],
    ] as const) {
      expect((await updateEvent({ [list]: Array(100).fill(value) })).status).toBe(200);
      expectInvalidParameters(await updateEvent({ [list]: Array(101).fill(value) }), list);
    }
  });
});

describe('Limit of 32 levels in a JSON body', () => {
  it.each([
    ['objects', '{"a":', '}'],
    ['lists', '[', ']'],
  ])('applies to nested %s (12.4)', async (_description, open, close) => {
    const send = (depth: number) => {
      // The body itself is the first level.
      const raw = `{"venue":"Nested","unknown":${open.repeat(depth - 1)}1${close.repeat(depth - 1)}}`;
      return calendar.request('PATCH', venue, { raw, headers: { 'Content-Type': 'application/json' } });
    };
    expect((await send(32)).status).toBe(200);
    expect(statusAndCodeOf(await send(33))).toEqual([400, 'invalid_json']);
    expect(statusAndCodeOf(await send(33_333))).toEqual([400, 'invalid_json']);
  });

  it('applies to custom_fields sent as a text (12.4)', async () => {
    const json = { custom_fields: `{"a":${'['.repeat(6000)}${']'.repeat(6000)}}` };
    expectInvalidParameters(await calendar.request('PATCH', venue, { json }), 'custom_fields');
  });
});

describe('Parameter names that almost fill the body limit', () => {
  it('are 400 instead of a timeout (9.3, 12.4)', async () => {
    const names = repeat(100_000, (index) => `k${index}`);
    const json = Object.fromEntries(names.map((name) => [name, 1]));
    const headers = { 'Idempotency-Key': 'names' };
    const send = (options: object) => calendar.request('PATCH', venue, options);
    expectInvalidParameters(await send({ json, headers }), 'k200');
    expectInvalidParameters(await send({ json, headers }), 'k200');
    expect((await send({ json: { ...json, k1: 2 }, headers })).body['code']).toBe('idempotency_conflict');
    // A form may have 20,000 pairs: 200 parameters, each with 100 values.
    expectInvalidParameters(await send({ form: names.join('&') }), 'k200', 'k20000');
    expectInvalidParameters(await send({ form: `a${'[b]'.repeat(500_000)}=1` }), 'a');
  });
});

describe('Coordinates close to zero', () => {
  it('are stored and filtered as 0 if they are below 1e-15 (9.3)', async () => {
    for (const geo_lat of [5e-324, -1e-200, 1e-16]) {
      const island = await createRecord(calendar, 'venues', { geo_lat, geo_lng: 0 });
      expect(island['geo_lat']).toBe(0);
      await createRecord(calendar, 'events', { ...upcomingDates(), venue: island.id });
    }
    for (const [coordinate, total] of [
      [`0.${'0'.repeat(320)}5`, 3],
      [`-0.${'0'.repeat(200)}1`, 3],
      ['0.0000000001', 0],
    ] as const) {
      const point = `geoloc_lat=${coordinate}&geoloc_lng=${coordinate}&geoloc_radius=${coordinate.replace('-', '')}`;
      const { status, body } = await calendar.request('GET', `events?${point}`);
      expect([status, body['total']]).toEqual([200, total]);
    }
  });
});
