import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bodySchema, examplePath } from '../support/document/example-requests.js';
import { DATE_VALUES, defaultsOf, boundaryValues, withoutNull } from '../support/document/parameter-values.js';
import {
  fetchDocument,
  operationsIn,
  type Parameter,
  type LocatedOperation,
  type ServedDocument,
} from '../support/document/served-document.js';
import { createRecord, KINDS, uniqueName } from '../support/records/kinds.js';
import { ADMIN_TOKEN, startTestCalendar, type TestResponse, type TestCalendar } from '../support/calendar/test-calendar.js';

const LONG_AGO = { start_date: '2020-05-01 19:00', end_date: '2020-05-01 20:00' };
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
/** Values that depend on more than their schema: ids on what there is, positions on the walk, pages on how many there are. */
const IDS = new Set([
  'event',
  'post',
  'parent',
  'post_parent',
  'venue',
  'organizer',
  'categories',
  'tags',
  'user',
  'include',
]);

/** Formats of texts that are not any text of a length. */
const ADDRESSES = new Set<string | undefined>(['uri', 'email']);

let calendar: TestCalendar;
let document: ServedDocument;
let reads: LocatedOperation[];
beforeAll(async () => {
  calendar = await startTestCalendar();
  // More than a page of each, so that defaults of lists can be told from other values.
  for (let made = 0; made < 13; made += 1) {
    const event = {
      start_date: TOMORROW,
      end_date: TOMORROW,
      categories: [uniqueName('Category')],
      tags: [uniqueName('Tag')],
      ml_language: made === 0 ? 'ca' : 'en',
    };
    for (const { path } of KINDS) await createRecord(calendar, path, path === 'events' ? event : {});
    await calendar.createToken('editor');
  }
  await createRecord(calendar, 'events', LONG_AGO);
  document = await fetchDocument(calendar, 'en');
  reads = operationsIn(document).filter(({ method }) => method === 'GET');
});
afterAll(() => calendar.close());

/** The path of a read, to records that there are. */
async function addressOf(operation: LocatedOperation): Promise<string> {
  if (!operation.path.includes('{slug}')) return examplePath(operation);
  const path = examplePath(operation).replace(/by-slug.*/, '1');
  const { body } = await calendar.request('GET', path);
  return operation.path.replace('{slug}', String(body['slug']));
}

const read = (path: string): Promise<TestResponse> => calendar.request('GET', path, { token: ADMIN_TOKEN });
const blames = ({ status, body }: TestResponse, name: string) =>
  status === 400 && Object.hasOwn(body['params'] ?? {}, name);

/** What stands beside a parameter that makes sense with another one only. */
function companion(name: string): string {
  if (name === 'geoloc_lat') return '&geoloc_lng=0';
  return name === 'geoloc_lng' ? '&geoloc_lat=0' : '';
}

/** A place in a walk, where the number of the page is only a number. */
async function positionIn(path: string): Promise<string> {
  const { body } = await read(`${path}?per_page=1`);
  return new URL(String(body['next_rest_url'])).search;
}

describe('the parameters of reads', () => {
  it('10.3 that bound dates are told by their schemas', () => {
    const isDate = ({ schema }: Parameter) =>
      boundaryValues(schema).invalid.some((value) => DATE_VALUES.invalid.includes(value));
    const dates = reads.flatMap(({ operationId, parameters = [] }) =>
      parameters.filter(isDate).map(({ name }) => `${operationId} ${name}`),
    );
    expect(dates.toSorted()).toEqual([
      'listAudit since',
      'listAudit until',
      'listEvents end_date',
      'listEvents ends_after',
      'listEvents ends_before',
      'listEvents start_date',
      'listEvents starts_after',
      'listEvents starts_before',
    ]);
  });

  it('10.3 take what lies within the bounds that the document names, words in any case, and lists with commas', async () => {
    const refused: string[] = [];
    let asked = 0;
    for (const operation of reads) {
      const address = await addressOf(operation);
      for (const { name, in: place, schema } of operation.parameters ?? []) {
        if (place !== 'query' || name === 'after' || name === 'fields') continue; // Neither is arbitrary text.
        for (const value of boundaryValues(schema).valid) {
          const isLargest = value.startsWith(String(Number.MAX_SAFE_INTEGER));
          if (IDS.has(name) && (isLargest || /^a+$/.test(value))) continue;
          const path =
            name === 'page' && value !== '1'
              ? `${address}${(await positionIn(address)).replace(/\bpage=\d+/, `page=${value}`)}`
              : `${address}?${name}=${value}${companion(name)}`;
          const answer = await read(path);
          asked += 1;
          if (blames(answer, name)) refused.push(`${path.slice(0, 150)}: ${answer.text}`);
        }
      }
    }
    expect(refused).toEqual([]);
    expect(asked).toBeGreaterThan(400);
  });

  it('10.3 refuse what lies just beyond, by name', async () => {
    const taken: string[] = [];
    let asked = 0;
    for (const operation of reads) {
      const address = await addressOf(operation);
      for (const { name, in: place, schema } of operation.parameters ?? []) {
        if (place !== 'query') continue;
        for (const value of boundaryValues(schema).invalid) {
          const path = `${address}?${name}=${value}${companion(name)}`;
          const answer = await read(path);
          asked += 1;
          if (!blames(answer, name)) taken.push(`${path.slice(0, 150)}: ${answer.status}`);
        }
      }
    }
    expect(taken).toEqual([]);
    expect(asked).toBeGreaterThan(300);
  });

  it('10.3 that are not given mean the defaults that the document names', async () => {
    let compared = 0;
    for (const operation of reads) {
      const address = await addressOf(operation);
      const { body } = await read(address);
      for (const [name, value] of defaultsOf(operation.parameters)) {
        const given = await read(`${address}?${name}=${value}`);
        expect([name, given.body]).toEqual([name, body]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(40);
  });

  it('10.3 are named in the addresses of lists as the document calls them, defaults with their values', async () => {
    for (const operation of reads.filter(({ operationId }) => operationId?.startsWith('list'))) {
      const { body } = await read(operation.path);
      const defaults = new Map(defaultsOf(operation.parameters));
      const names = operation.parameters?.map(({ name }) => name) ?? [];
      const echoed = [...new URL(String(body['rest_url'])).searchParams];
      expect(names).toEqual(expect.arrayContaining(echoed.map(([name]) => name)));
      for (const [name, value] of echoed.filter(([each]) => defaults.has(each))) {
        expect([operation.path, name, value]).toEqual([operation.path, name, defaults.get(name)]);
      }
      expect(body['per_page']).toBe(Number(defaults.get('per_page')));
      expect(body['page']).toBe(Number(defaults.get('page')));
    }
  });
});

// Behind the reads, as it leaves the records in any state.
/** Every field of every update by id, and where the update is sent: never to the administrator. */
const fieldsOfUpdates = () =>
  operationsIn(document)
    .filter(({ method, path }) => method === 'PATCH' && path.endsWith('{id}'))
    .flatMap((operation) =>
      Object.entries(bodySchema(document, operation).properties ?? {}).map(([name, schema]) => ({
        path: operation.path.replace('{id}', operation.path.includes('/users/') ? '2' : '1'),
        name,
        schema,
      })),
    );

/** An update of one field, and what belongs to it. */
function update({ path, name }: { path: string; name: string }, value: string): Promise<TestResponse> {
  const other = { geo_lat: { geo_lng: 0 }, geo_lng: { geo_lat: 0 } }[name];
  return calendar.request('PATCH', path, { json: { ...other, [name]: decodeURIComponent(value) } });
}

/** Descriptions have a test of their own (2.8): they take long. */
const isShort = ({ length }: string) => length < 10_000;

describe('the fields of updates', () => {
  it('10.3 take what lies within the bounds that the document names, and refuse by name what lies just beyond', async () => {
    const wrong: string[] = [];
    for (const field of fieldsOfUpdates()) {
      const { valid: taken, invalid: refused } = boundaryValues(withoutNull(field.schema));
      const isFree = !IDS.has(field.name) && field.name !== 'author' && !ADDRESSES.has(field.schema.format);
      const expected = isFree ? taken.filter(isShort).map((value) => [value, false] as const) : [];
      for (const [value, isRefused] of [...expected, ...refused.filter(isShort).map((each) => [each, true] as const)]) {
        const answer = await update(field, value);
        if (blames(answer, field.name) !== isRefused)
          wrong.push(`${field.path} ${field.name} ${value.slice(0, 30)}: ${answer.status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
