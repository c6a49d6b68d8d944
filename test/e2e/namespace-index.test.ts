import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fetchDocument,
  operationsIn,
  resolveReference,
  type ServedDocument,
} from '../support/document/served-document.js';
import { LANGUAGES, type Language } from '../support/languages/languages.js';
import { messageText, textsIn } from '../support/languages/message-texts.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

type Argument = Readonly<Record<string, unknown>> & { readonly required: boolean };
interface Route {
  readonly namespace: string;
  readonly methods: readonly string[];
  readonly endpoints: readonly {
    readonly methods: readonly string[];
    readonly args: Readonly<Record<string, Argument>>;
  }[];
  readonly schema?: { readonly $ref: string };
}
interface Index {
  readonly namespace: string;
  readonly routes: Readonly<Record<string, Route>>;
  readonly schemas?: Readonly<Record<string, object>>;
}

const NAMESPACE = 'calendar/events/v1';
const CONTEXTS = ['view', 'embed', 'edit', 'help'];
/** Members of an argument: keywords of JSON Schema, and `required` as a boolean. */
const MEMBERS = new Set([
  'required',
  'type',
  'default',
  'enum',
  'items',
  'format',
  'description',
  'examples',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'maxItems',
  'pattern',
  'anyOf',
  'oneOf',
  'properties',
  'additionalProperties',
]);

let calendar: TestCalendar;
const indexes = new Map<Language, Index>();
const documents = new Map<Language, ServedDocument>();
const indexIn = (language: Language) => indexes.get(language) as Index;
const documentOf = (language: Language) => documents.get(language) as ServedDocument;
beforeAll(async () => {
  calendar = await startTestCalendar();
  for (const language of LANGUAGES) {
    indexes.set(language, (await calendar.request<Index>('GET', `?ml_language=${language}`)).body);
    documents.set(language, await fetchDocument(calendar, language));
  }
});
afterAll(() => calendar.close());

/** Converts a path of the OpenAPI document to a route of the index. */
const routeOf = (path: string) => path.replace('{id}', String.raw`(?P<id>\d+)`).replace('{slug}', '(?P<slug>[^/]+)');

/** A part of the OpenAPI document as it is in the index: without references, which point into the document. */
const withoutReferences = (part: object) =>
  JSON.parse(
    JSON.stringify(part, (_name, value: Argument | null) => (value?.['$ref'] ? { type: 'object' } : value)),
  ) as object;

/** All arguments of all endpoints, with their location. */
const argumentsIn = ({ routes }: Index) =>
  Object.entries(routes).flatMap(([route, { endpoints }]) =>
    endpoints.flatMap(({ methods, args }) =>
      Object.entries(args).map(([name, argument]) => ({
        location: `${methods.join()} ${route} ${name}`,
        name,
        argument,
      })),
    ),
  );

describe('Namespace index', () => {
  it('has exactly one key per route of the namespace (10.1)', () => {
    const paths = Object.keys(documentOf('en').paths).filter((path) => path.startsWith(`/${NAMESPACE}`));
    expect(paths).toHaveLength(22);
    expect(Object.keys(indexIn('en').routes)).toEqual(paths.map(routeOf));
    expect(Object.keys(indexIn('en'))).toEqual(['namespace', 'routes', '_links']);
    expect(indexIn('en').namespace).toBe(NAMESPACE);
    expect(indexIn('en')).toMatchObject({ _links: { up: [{ href: `${calendar.origin}/` }] } });
    expect(JSON.stringify(indexIn('en'))).not.toContain('"$ref"');
  });

  it('has namespace, methods and endpoints of each route, with all supported methods (10.1)', () => {
    for (const { path, methods } of calendar.routes.filter((route) => route.path.startsWith(`/${NAMESPACE}`))) {
      const route = indexIn('en').routes[routeOf(path.replace(/:(\w+)/g, '{$1}'))];
      const servedMethods = methods.filter((method) => method !== 'HEAD').toSorted();
      expect([path, route?.methods.toSorted()]).toEqual([path, servedMethods]);
      expect(route?.endpoints.flatMap((endpoint) => endpoint.methods)).toEqual(route?.methods);
      expect(route?.namespace).toBe(NAMESPACE);
      expect(Object.keys(route ?? {})).toEqual(['namespace', 'methods', 'endpoints']);
    }
  });

  it('has `required`, a type and a description for each argument (10.1)', () => {
    const all = argumentsIn(indexIn('en'));
    expect(all.length).toBeGreaterThan(300);
    for (const { location, argument } of all) {
      expect([location, Object.keys(argument).filter((name) => !MEMBERS.has(name))]).toEqual([location, []]);
      expect([location, typeof argument.required, typeof argument['description']]).toEqual([
        location,
        'boolean',
        'string',
      ]);
      expect([location, argument['type'] ?? argument['anyOf'] ?? argument['oneOf']]).not.toEqual([location, undefined]);
    }
  });
});

describe.each(LANGUAGES)('Namespace index in %s', (language) => {
  it('describes query parameters like the OpenAPI document in that language (10.1)', () => {
    for (const { location, method, path, parameters = [] } of operationsIn(documentOf(language))) {
      if (!path.startsWith(`/${NAMESPACE}`)) continue;
      const { endpoints } = indexIn(language).routes[routeOf(path)] as Route;
      const { args = {} } = endpoints.find(({ methods }) => methods.includes(method)) ?? {};
      for (const { name, in: source, description, required, schema } of parameters.filter(
        (parameter) => parameter.in === 'query',
      )) {
        const { enum: values, default: defaultValue, items, type, maximum, maxLength } = schema;
        const expected = { required, type, default: defaultValue, enum: values, items, maximum, maxLength };
        // In a create or update, ml_language has the description of the body field.
        const expectedDescription = method === 'GET' || method === 'DELETE' ? { description } : {};
        expect([location, name, source, args[name]]).toEqual([
          location,
          name,
          'query',
          expect.objectContaining(expectedDescription),
        ]);
        expect([location, name, args[name]]).toMatchObject([location, name, withoutReferences(expected)]);
      }
      const inQuery = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      if (method === 'GET' || method === 'DELETE') expect(Object.keys(args)).toEqual(inQuery);
    }
  });

  it('describes fields like the schemas of the OpenAPI document in that language (10.1)', () => {
    const { schemas } = documentOf(language).components;
    for (const { method, path, requestBody } of operationsIn(documentOf(language))) {
      const reference = requestBody?.content['application/json']?.schema?.$ref;
      if (!reference || !path.startsWith(`/${NAMESPACE}`)) continue;
      const { properties = {}, required = [] } = schemas[reference.split('/').at(-1) ?? ''] ?? {};
      const { endpoints } = indexIn(language).routes[routeOf(path)] as Route;
      const { args = {} } = endpoints.find(({ methods }) => methods.includes(method)) ?? {};
      // `fields` is a query parameter.
      expect(Object.keys(args).toSorted()).toEqual([...Object.keys(properties), 'fields'].toSorted());
      for (const [name, schema] of Object.entries(properties)) {
        const { description, default: defaultValue, maxLength, maxItems, items, enum: values } = schema;
        const choices = values?.filter((value) => value !== null);
        const expected = { description, default: defaultValue, maxLength, maxItems, items, enum: choices };
        expect([path, name, args[name]]).toMatchObject([path, name, withoutReferences(expected)]);
        expect(args[name]?.required).toBe(required.includes(name));
      }
    }
  });

  it.each(CONTEXTS)(
    'accepts the context %s in any letter case; only help adds schemas, and nothing else changes (10.1)',
    async (context) => {
      const { status, body } = await calendar.request<Index>(
        'GET',
        `?ml_language=${language}&context=${context.toUpperCase()}`,
      );
      expect(status).toBe(200);
      const { schemas, ...rest } = body;
      expect(schemas !== undefined).toBe(context === 'help');
      const routes = Object.entries(rest.routes).map(([name, { schema: _schema, ...route }]) => [name, route]);
      expect({ ...rest, routes: Object.fromEntries(routes) as object }).toEqual(indexIn(language));
    },
  );

  it('has all referenced schemas with context=help, and a schema reference for each route (10.1)', async () => {
    const { body } = await calendar.request<Index>('GET', `?ml_language=${language}&context=help`);
    const adminSchemas = /^(Me|(Create|Created|Update)?(User|Token)(List)?|Audit\w+)$/;
    const schemaNames = Object.keys(documentOf(language).components.schemas).filter((name) => !adminSchemas.test(name));
    expect(Object.keys(body.schemas ?? {})).toEqual(schemaNames);
    const references = [...textsIn(body)].filter(([location]) => location.endsWith('/$ref'));
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter(([, reference]) => resolveReference(body, reference) === undefined)).toEqual([]);
    // Feeds have no JSON schema.
    for (const [name, { schema }] of Object.entries(body.routes).filter(([path]) => !/\.\w+$/.test(path)))
      expect([name, typeof schema?.$ref]).toEqual([name, 'string']);
    expect(body.routes[`/${NAMESPACE}/events`]?.schema).toEqual({ $ref: '#/schemas/EventList' });
    expect(body.routes[`/${NAMESPACE}/${String.raw`tags/(?P<id>\d+)`}`]?.schema).toEqual({ $ref: '#/schemas/Tag' });
  });

  it('accepts its own namespace, and is 404 for any other (10.1)', async () => {
    const own = await calendar.request<Index>('GET', `?ml_language=${language}&namespace=${NAMESPACE}`);
    expect([own.status, own.body]).toEqual([200, indexIn(language)]);
    for (const namespace of ['calendar/events/v2', 'wp/v2', NAMESPACE.toUpperCase()]) {
      const { status, body } = await calendar.request('GET', `?ml_language=${language}&namespace=${namespace}`);
      const title = messageText(language, 'errors.no_route.title');
      expect([status, body]).toMatchObject([404, { code: 'no_route', title }]);
    }
  });
});
