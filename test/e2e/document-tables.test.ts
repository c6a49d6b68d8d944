import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fetchDocument, operationsIn, type Schema, type ServedDocument } from '../support/document/served-document.js';
import { expectedSchema, INDEX_PARAMETERS, LIST_PARAMETERS, RECORD_FIELDS } from './document/field-tables.js';
import type { InterfaceField } from './document/field-tables.js';
import { createRecord, KINDS } from '../support/records/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

type Arguments = Readonly<Record<string, Schema & { readonly required: boolean }>>;
interface Index {
  readonly routes: Readonly<Record<string, { endpoints: { methods: string[]; args: Arguments }[] }>>;
}

const NAMESPACE = '/calendar/events/v1';
const ID = String.raw`/(?P<id>\d+)`;
const SLUG = '/by-slug/(?P<slug>[^/]+)';
const LANGUAGE = { type: 'string', enum: ['ca', 'en', 'es'] };

let calendar: TestCalendar;
let document: ServedDocument;
let index: Index;
beforeAll(async () => {
  calendar = await startTestCalendar();
  document = await fetchDocument(calendar, 'en');
  index = (await calendar.request<Index>('GET', NAMESPACE)).body;
});
afterAll(() => calendar.close());

/** Type of a schema, without `null`. */
function typeOf({ type, anyOf, oneOf }: Schema): string | undefined {
  const only = [type].flat().find((each) => each !== undefined && each !== 'null');
  return only ?? ((anyOf ?? oneOf) ? 'anyOf' : undefined);
}

const described = (schema: Schema | undefined) =>
  schema && { type: typeOf(schema), format: schema.format, default: schema.default };

/** Expected schema in an update, which has no defaults: omitted fields keep their values. */
const ofUpdate = (field: InterfaceField) => ({ ...expectedSchema(field), default: undefined });

const argumentsOf = (route: string, method: string): Arguments =>
  index.routes[`${NAMESPACE}/${route}`]?.endpoints.find(({ methods }) => methods.includes(method))?.args ?? {};

const TABLES: Readonly<Record<keyof typeof RECORD_FIELDS, readonly InterfaceField[]>> = RECORD_FIELDS;
const heading = (kind: string) => `${kind[0]?.toUpperCase()}${kind.slice(1)}`;
const RECORDS = KINDS.map(({ kind, path, isPublishable: isPublished }) => {
  const name = heading(kind) as keyof typeof RECORD_FIELDS;
  return { name, path, isPublished, fields: TABLES[name] };
});

/** Default values by field name, for the fields that have a default. */
const defaultsOf = (fields: readonly InterfaceField[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.map((field) => [field.name, expectedSchema(field)['default']]).filter(([, value]) => value !== undefined),
  );

describe.each(RECORDS)('Fields and list parameters of $path', ({ name, path, isPublished, fields }) => {
  it('fields are in the create schema, with type and default, and required if they must be sent (10.2)', () => {
    const { properties = {}, required } = document.components.schemas[`Create${name}`] ?? {};
    for (const field of fields) {
      expect([field.name, described(properties[field.name])]).toEqual([field.name, expectedSchema(field)]);
    }
    expect(required).toEqual(fields.filter((field) => field.required).map((field) => field.name));
    expect(properties['ml_language']).toMatchObject({ enum: expect.arrayContaining(LANGUAGE.enum) });
  });

  it('fields are in the update schemas, all optional and without defaults (10.2)', () => {
    const schemas = path === 'events' ? ['UpdateEvent', 'UpdateEventBySlug'] : [`Update${name}`];
    for (const schema of schemas) {
      const { properties = {}, required } = document.components.schemas[schema] ?? {};
      for (const field of fields) {
        expect([field.name, described(properties[field.name])]).toEqual([field.name, ofUpdate(field)]);
      }
      expect(required).toBeUndefined();
    }
    const updates = operationsIn(document).filter(({ operationId }) => operationId?.startsWith(`update${name}`));
    const used = updates.map((each) => each.requestBody?.content['application/json']?.schema?.$ref?.split('/').at(-1));
    expect(new Set(used)).toEqual(new Set(schemas));
    expect(updates).toHaveLength(isPublished ? 6 : 3);
  });

  it('fields are arguments of the create and update routes in the index (10.1)', () => {
    const created = argumentsOf(path, 'POST');
    for (const field of fields) {
      const { required = false } = field;
      expect([field.name, described(created[field.name]), created[field.name]?.required]).toEqual([
        field.name,
        expectedSchema(field),
        required,
      ]);
    }
    for (const route of isPublished ? [`${path}${ID}`, `${path}${SLUG}`] : [`${path}${ID}`]) {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const changed = argumentsOf(route, method);
        for (const field of fields) {
          expect([field.name, described(changed[field.name])]).toEqual([field.name, ofUpdate(field)]);
          expect(changed[field.name]?.required).toBe(false);
        }
      }
    }
  });

  it('list parameters are in document and index, with type and default (10.1, 10.2)', () => {
    const list = operationsIn(document).find((each) => each.location === `GET ${NAMESPACE}/${path}`);
    const listed = argumentsOf(path, 'GET');
    for (const field of LIST_PARAMETERS[path] as readonly InterfaceField[]) {
      const parameter = list?.parameters?.find((each) => each.name === field.name);
      expect([field.name, described(parameter?.schema)]).toEqual([field.name, expectedSchema(field)]);
      expect([field.name, parameter?.in, parameter?.required]).toEqual([field.name, 'query', false]);
      expect(described(listed[field.name])).toMatchObject({ type: expectedSchema(field)['type'] });
      expect([listed[field.name]?.default, listed[field.name]?.required]).toEqual([
        expectedSchema(field)['default'],
        false,
      ]);
    }
  });
});

describe('Fields with a default', () => {
  it('have it if they are not sent (10.3)', async () => {
    const kinds = RECORDS.filter(({ fields }) => Object.keys(defaultsOf(fields)).length > 0);
    expect(kinds.map(({ path }) => path)).toEqual(['events', 'venues']);
    for (const { path, fields } of kinds) expect(await createRecord(calendar, path)).toMatchObject(defaultsOf(fields));
  });
});

describe('Parameters of the namespace index', () => {
  it('are those of the specification, with type and default (10.1)', () => {
    const { parameters = [] } = operationsIn(document).find((each) => each.operationId === 'getIndex') ?? {};
    const ofTheIndex = parameters.filter((parameter) => parameter.in === 'query');
    expect(ofTheIndex.map(({ name }) => name).toSorted()).toEqual(INDEX_PARAMETERS.map(({ name }) => name).toSorted());
    for (const field of INDEX_PARAMETERS) {
      const parameter = parameters.find(({ name }) => name === field.name);
      expect(described(parameter?.schema)).toEqual(expectedSchema(field));
    }
  });
});

describe('Event password', () => {
  it.each(['GET', 'DELETE', 'POST', 'PUT', 'PATCH'])('is an argument of %s by id, but not by slug (10.1)', (method) => {
    expect(argumentsOf(`events${ID}`, method)['password']).toMatchObject({ type: 'string', required: false });
    expect(argumentsOf(`events${SLUG}`, method)['password']).toBeUndefined();
  });
});
