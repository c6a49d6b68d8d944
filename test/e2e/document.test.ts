import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { CompiledDocument } from '../support/document/compiled-document.js';
import {
  exampleValuesOf,
  fetchDocument,
  operationsIn,
  type LocatedOperation,
  type Parameter,
  type Schema,
  type ServedDocument,
} from '../support/document/served-document.js';
import { requestWithLanguage, type LanguageSources } from '../support/languages/language-sources.js';
import { rawRequest } from '../support/requests/raw-request.js';
import type { TestCalendar } from '../support/calendar/test-calendar.js';
import { requiredFieldsOf, KINDS } from '../support/records/kinds.js';
import { LANGUAGES, type Language } from '../support/languages/languages.js';
import { textsIn } from '../support/languages/message-texts.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const PUBLIC_URL = 'https://agenda.example';
const REST_ROOT = '/wp-json';
const DOCUMENT = '/calendar/events/v1/doc';
const OWN_NAMES: Readonly<Record<Language, string>> = { ca: 'Català', en: 'English', es: 'Español' };

/** Texts that are the same in two languages. */
const SHARED: ReadonlySet<string> = new Set([
  '`internal`: Error intern.',
  'Categories',
  'Consulta un token',
  'Consulta una etiqueta',
  'Crea un token',
  'Crea una etiqueta',
  'Modifica una etiqueta',
  'Modifica una etiqueta (POST)',
  'Modifica una etiqueta (PUT)',
  'Revoca un token',
  'Tokens',
]);
const TEXT = /\/(?:description|summary|title|x-displayName)$/;
/** Texts inside examples and defaults are data of records, not documentation. */
const WITHIN_EXAMPLE = /\/(?:examples?|default)\//;

const calendar = useTestCalendar();
const behindProxy = useTestCalendar({ REST_ROOT, PUBLIC_URL });
const documents = new Map<Language, ServedDocument>();
const inLanguage = (language: Language) => documents.get(language) as ServedDocument;
beforeAll(async () => {
  for (const language of LANGUAGES) documents.set(language, await fetchDocument(calendar, language));
});

/** The document without `servers`: their order differs between languages. */
const withoutServers = (language: Language) => ({ ...inLanguage(language), servers: [] });

const textsByLocation = (language: Language) =>
  new Map([...textsIn(withoutServers(language))].filter(([at]) => TEXT.test(at) && !WITHIN_EXAMPLE.test(at)));

/** The document with empty strings for texts and for text in examples. The result is the same in all languages. */
function structureOf(value: unknown, location: string = ''): unknown {
  if (typeof value === 'string') return TEXT.test(location) || WITHIN_EXAMPLE.test(`${location}/`) ? '' : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each, index) => structureOf(each, `${location}/${index}`));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, structureOf(each, `${location}/${name}`)]),
  );
}

describe('OpenAPI document', () => {
  it('equals docs/openapi.json in English, except for servers (10.2)', async () => {
    const { body } = await calendar.request<object>('GET', 'doc?ml_language=en');
    const committed = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as object;
    expect({ ...body, servers: [] }).toEqual(committed);
  });

  it.each(['ca', 'es'] as const)('has the same structure in %s, and no text of another language (10.2)', (language) => {
    expect(structureOf(withoutServers(language))).toEqual(structureOf(withoutServers('en')));
    const own = textsByLocation(language);
    expect(own.size).toBeGreaterThan(1000);
    const others = LANGUAGES.filter((each) => each !== language).map(textsByLocation);
    const same = [...own].filter(([place, text]) => others.some((other) => other.get(place) === text));
    expect(same.filter(([, text]) => !SHARED.has(text))).toEqual([]);
  });

  it('has public reads except in administration, the header Prefer in every operation, and no_route where the path has an id (2.6, 10.2)', () => {
    const signedIn = [{ basic: [] }, { bearer: [] }];
    for (const { location, method, path, security, parameters = [], responses } of operationsIn(inLanguage('en'))) {
      const isPublic = method === 'GET' && !path.startsWith('/calendar/admin/');
      expect([location, security]).toEqual([location, isPublic ? [{}, ...signedIn] : signedIn]);
      expect([location, parameters.map(({ name }) => name)]).toEqual([location, expect.arrayContaining(['Prefer'])]);
      const unknown = responses['404']?.content?.['application/problem+json']?.examples ?? {};
      if (path.includes('{id}')) expect([location, 'no_route' in unknown]).toEqual([location, true]);
    }
  });

  it('has a unique summary for every operation, and hides updates by PUT and POST from converters to MCP (10.2)', () => {
    const operations = operationsIn(inLanguage('en'));
    expect(new Set(operations.map(({ summary }) => summary)).size).toBe(operations.length);
    const isUpdateByPutOrPost = ({ method, path }: LocatedOperation) =>
      method === 'PUT' || (method === 'POST' && path.endsWith('}'));
    expect(operations.filter((each) => each['x-mcp'] === false)).toEqual(operations.filter(isUpdateByPutOrPost));
  });

  it('has a type and an example for every parameter (10.2)', () => {
    const isComplete = (parameter: Parameter) =>
      (parameter.schema.type ?? parameter.schema.$ref) && exampleValuesOf(parameter).length > 0;
    const flawed = operationsIn(inLanguage('en')).flatMap(({ location, parameters = [] }) =>
      parameters.filter((each) => !isComplete(each)).map(({ name }) => `${location} ${name}`),
    );
    expect(flawed).toEqual([]);
  });
});

describe('Schemas for code generators and validators', () => {
  const schemasIn = (value: unknown): Schema[] =>
    value !== null && typeof value === 'object' ? [value, ...Object.values(value).flatMap(schemasIn)] : [];

  it('list the languages once, so that inline lists do not get the same generated name (10.3)', async () => {
    const { body } = await calendar.request<ServedDocument>('GET', 'doc');
    const lists = schemasIn(body).filter(({ enum: values }) => Array.isArray(values) && values.includes('ca'));
    expect(lists).toEqual([body.components.schemas['Language']]);
  });

  it('have patterns without Unicode properties, which many tools do not know (10.3)', () => {
    const patterns = schemasIn(inLanguage('en')).flatMap(({ pattern }) =>
      typeof pattern === 'string' ? [pattern] : [],
    );
    expect(patterns.length).toBeGreaterThan(20);
    expect(patterns.filter((pattern) => /\\[pP]\{/.test(pattern) || !new RegExp(pattern))).toEqual([]);
  });
});

describe('Create bodies', () => {
  it.each(KINDS)(
    'of $path are valid for their schema if and only if the service accepts them; served records are valid updates (10.3)',
    async (kind) => {
      const name = `${kind.kind.charAt(0).toUpperCase()}${kind.kind.slice(1)}`;
      const schema = { $ref: `#/components/schemas/Create${name}` };
      const compiled = new CompiledDocument(inLanguage('en'));
      const valid = { ...requiredFieldsOf(kind), description: null };
      const validityAndStatus = async (json: object) => {
        const { status, body } = await calendar.request('POST', kind.path, { json });
        if (status === 201) expect(compiled.errorsOf({ $ref: `#/components/schemas/Update${name}` }, body)).toEqual([]);
        return [compiled.errorsOf(schema, json).length === 0, status];
      };
      expect(await validityAndStatus(valid)).toEqual([true, 201]);
      expect(await validityAndStatus({ ...valid, [kind.titleField]: '' })).toEqual([false, 400]);
      expect(await validityAndStatus({ ...valid, [kind.titleField]: null })).toEqual([false, 400]);
      if (kind.kind === 'event')
        expect(await validityAndStatus({ ...valid, start_date: 'soon' })).toEqual([false, 400]);
      if (kind.isPublishable) expect(await validityAndStatus({ ...valid, image: { alt: 'A' } })).toEqual([false, 400]);
    },
  );
});

async function requestDocument(target: TestCalendar, path: string, sources: LanguageSources): Promise<ServedDocument> {
  const { path: address, headers } = requestWithLanguage(path, sources);
  const { body } = await rawRequest(target.origin, { method: 'GET', path: address, headers });
  return body as unknown as ServedDocument;
}

const urlsOf = ({ servers }: ServedDocument) => servers.map(({ url }) => url);

describe('Servers of the OpenAPI document', () => {
  it.each<[how: string, sources: LanguageSources, segments: string[]]>([
    ['in the parameter', { query: 'es', accepted: 'ca' }, ['/es', '/ca', '/en', '']],
    ['in the segment', { segment: 'es', accepted: 'ca' }, ['/es', '/ca', '/en', '']],
    ['only in Accept-Language', { accepted: 'es' }, ['', '/ca', '/en', '/es']],
    ['nowhere', {}, ['', '/ca', '/en', '/es']],
  ])(
    'begin with the language of the parameter or segment, else without a segment: language given %s (10.2)',
    async (_how, sources, segments) => {
      const document = await requestDocument(calendar, DOCUMENT, sources);
      expect(urlsOf(document)).toEqual(segments.map((segment) => calendar.origin + segment));
      const named = document.servers.filter(({ url }) => url !== calendar.origin);
      for (const { url, description } of named) expect(description).toBe(OWN_NAMES[url.slice(-2) as Language]);
    },
  );

  it.each<[root: string, target: TestCalendar, sources: LanguageSources]>([
    ['/', calendar, { accepted: 'es' }],
    ['REST_ROOT', behindProxy, { segment: 'es' }],
  ])('below %s serve the API, the first one in the language of the document (10.2)', async (_root, target, sources) => {
    const root = target === behindProxy ? REST_ROOT : '';
    const { servers } = await requestDocument(target, root + DOCUMENT, sources);
    for (const [index, { url }] of servers.entries()) {
      const path = url.replace(PUBLIC_URL, '').replace(target.origin, '');
      const accepted = { 'Accept-Language': sources.accepted ?? 'en' };
      const request = { method: 'GET', path: `${path}/calendar/events/v1/events`, headers: accepted };
      const { status, headers } = await rawRequest(target.origin, request);
      const language = index === 0 ? 'es' : (/\/(ca|en|es)\b/.exec(path)?.[1] ?? accepted['Accept-Language']);
      expect([url, status, headers['content-language']]).toEqual([url, 200, language]);
    }
  });
});

describe('OpenAPI document of a service behind a proxy', () => {
  it('has only public URLs, with REST_ROOT in its servers and not in its paths (10.2)', async () => {
    const document = await requestDocument(behindProxy, `${REST_ROOT}${DOCUMENT}`, { query: 'en' });
    const segments = ['/en', '/ca', '/es', ''];
    expect(urlsOf(document)).toEqual(segments.map((segment) => `${PUBLIC_URL}${segment}${REST_ROOT}`));
    expect(operationsIn(document).every(({ path }) => path.startsWith('/calendar/'))).toBe(true);
    expect(JSON.stringify(document)).not.toContain(behindProxy.origin);
  });
});
