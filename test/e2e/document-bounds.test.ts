import { beforeAll, describe, expect, it } from 'vitest';
import { bodySchema, examplePath } from '../support/document/example-requests.js';
import { defaultsOf, boundaryValues, withoutNull } from '../support/document/parameter-values.js';
import {
  fetchDocument,
  operationsIn,
  type Parameter,
  type LocatedOperation,
  type Schema,
  type ServedDocument,
} from '../support/document/served-document.js';
import { byRunMode, casesByRunMode } from '../support/run/run-mode.js';
import { createRecord, KINDS, uniqueName } from '../support/records/kinds.js';
import { ADMIN_TOKEN, type TestResponse } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const LONG_AGO = { start_date: '2020-05-01 19:00', end_date: '2020-05-01 20:00' };
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
/** Parameters with ids: whether a value is valid depends on the existing records, not only on the schema. */
const IDS = new Set([
  'event',
  'post',
  'parent',
  'author',
  'post_parent',
  'venue',
  'organizer',
  'categories',
  'tags',
  'user',
  'include',
]);

/** Formats that a text of valid length does not necessarily meet. */
const ADDRESSES = new Set<string | undefined>(['uri', 'email']);

const calendar = useTestCalendar();
let document: ServedDocument;
let reads: LocatedOperation[];
beforeAll(async () => {
  // More than one page of each kind, so that the defaults of lists differ visibly from other values.
  for (let created = 0; created < 13; created += 1) {
    const event = {
      start_date: TOMORROW,
      end_date: TOMORROW,
      categories: [uniqueName('Category')],
      tags: [uniqueName('Tag')],
      ml_language: created === 0 ? 'ca' : 'en',
    };
    for (const { path } of KINDS) await createRecord(calendar, path, path === 'events' ? event : {});
    await calendar.createToken('editor');
  }
  await createRecord(calendar, 'events', LONG_AGO);
  document = await fetchDocument(calendar, 'en');
  // The operations of feeds have the parameters of those in JSON.
  reads = operationsIn(document).filter(({ method, path }) => method === 'GET' && !/\.\w+$/.test(path));
});

/** Path of a read of an existing record or list. */
async function addressOf(operation: LocatedOperation): Promise<string> {
  if (!operation.path.includes('{slug}')) return examplePath(operation);
  const path = examplePath(operation).replace(/by-slug.*/, '1');
  const { body } = await calendar.request('GET', path);
  return operation.path.replace('{slug}', String(body['slug']));
}

/** In the short form, one parameter or field of each name and schema. */
function representative<Each extends { readonly name: string; readonly schema: Schema }>(all: readonly Each[]) {
  const keys = all.map(({ name, schema }) => `${name} ${JSON.stringify(schema)}`);
  return casesByRunMode(all, (_each, index) => keys.indexOf(keys[index] ?? '') === index);
}

interface ParameterOfRead extends Parameter {
  /** Path of an existing record or list. */
  readonly address: string;
}

async function parametersOfReads(): Promise<readonly ParameterOfRead[]> {
  const found: ParameterOfRead[] = [];
  for (const operation of reads) {
    const address = await addressOf(operation);
    found.push(...(operation.parameters ?? []).map((parameter) => ({ ...parameter, address })));
  }
  return representative(found.filter((parameter) => parameter.in === 'query'));
}

const read = (path: string): Promise<TestResponse> => calendar.request('GET', path, { token: ADMIN_TOKEN });
const isRejected = ({ status, body }: TestResponse, name: string) =>
  status === 400 && Object.hasOwn(body['params'] ?? {}, name);

/** The parameter that another one requires, if any. */
function companion(name: string): string {
  if (name === 'geoloc_lat') return '&geoloc_lng=0';
  return name === 'geoloc_lng' ? '&geoloc_lat=0' : '';
}

/** Query string of the second page. It has `after`, so that `page` is only informative. */
async function secondPageQuery(path: string): Promise<string> {
  const { body } = await read(`${path}?per_page=1`);
  return new URL(String(body['next_rest_url'])).search;
}

describe('Parameters of reads', () => {
  it('accept values within the documented bounds, words in any letter case, comma-separated lists (10.3)', async () => {
    const rejected: string[] = [];
    let requestCount = 0;
    for (const { address, name, schema } of await parametersOfReads()) {
      if (name === 'after' || name === 'fields') continue; // Neither is arbitrary text.
      for (const value of boundaryValues(schema).valid) {
        const isLargest = value.startsWith(String(Number.MAX_SAFE_INTEGER));
        if (IDS.has(name) && (isLargest || /^a+$/.test(value))) continue;
        const path =
          name === 'page' && value !== '1'
            ? `${address}${(await secondPageQuery(address)).replace(/\bpage=\d+/, `page=${value}`)}`
            : `${address}?${name}=${value}${companion(name)}`;
        const response = await read(path);
        requestCount += 1;
        if (isRejected(response, name)) rejected.push(`${path.slice(0, 150)}: ${response.text}`);
      }
    }
    expect(rejected).toEqual([]);
    expect(requestCount).toBeGreaterThan(byRunMode(200, 400));
  });

  it('reject values just outside the documented bounds, with the parameter in params (10.3)', async () => {
    const accepted: string[] = [];
    let requestCount = 0;
    for (const { address, name, schema } of await parametersOfReads()) {
      for (const value of boundaryValues(schema).invalid) {
        const path = `${address}?${name}=${value}${companion(name)}`;
        const response = await read(path);
        requestCount += 1;
        if (!isRejected(response, name)) accepted.push(`${path.slice(0, 150)}: ${response.status}`);
      }
    }
    expect(accepted).toEqual([]);
    expect(requestCount).toBeGreaterThan(byRunMode(100, 300));
  });

  it('have the documented defaults if they are omitted (10.3)', async () => {
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
});

// The updates run after the reads, because they leave the records in an arbitrary state.
/** Every field of every update by id, with the path of a record. The user is never the administrator. */
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

/** Updates one field, together with a field that it requires. */
function update({ path, name }: { path: string; name: string }, value: string): Promise<TestResponse> {
  const requiredField = { geo_lat: { geo_lng: 0 }, geo_lng: { geo_lat: 0 } }[name];
  return calendar.request('PATCH', path, { json: { ...requiredField, [name]: decodeURIComponent(value) } });
}

/** Descriptions of maximum length are slow and have a separate test (2.8). */
const isShort = ({ length }: string) => length < 10_000;

describe('Fields of updates', () => {
  it('accept values within the documented bounds, and reject values just outside, with the field in params (10.3)', async () => {
    const mismatches: string[] = [];
    for (const field of representative(fieldsOfUpdates())) {
      const { valid, invalid } = boundaryValues(withoutNull(field.schema));
      const dependsOnSchemaOnly = !IDS.has(field.name) && !ADDRESSES.has(field.schema.format);
      const accepted = dependsOnSchemaOnly ? valid.filter(isShort).map((value) => [value, false] as const) : [];
      const rejected = invalid.filter(isShort).map((value) => [value, true] as const);
      for (const [value, isInvalid] of [...accepted, ...rejected]) {
        const response = await update(field, value);
        if (isRejected(response, field.name) !== isInvalid)
          mismatches.push(`${field.path} ${field.name} ${value.slice(0, 30)}: ${response.status}`);
      }
    }
    expect(mismatches).toEqual([]);
  });
});
