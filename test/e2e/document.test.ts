import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as flaws from './document/document-flaws.js';
import { untranslatedKeys, textsByLocation, structureOf } from './document/document-texts.js';
import {
  fetchDocument,
  operationsIn,
  type Parameter,
  type ServedDocument,
} from '../support/document/served-document.js';
import { ExampleValidator } from './document/example-validator.js';
import { requiredFieldsOf, KINDS } from '../support/records/kinds.js';
import { LANGUAGES, type Language } from '../support/languages/languages.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

/** Texts that are the same in two languages. */
const SHARED: ReadonlySet<string> = new Set([
  '`internal`: Error intern.',
  'Categories',
  'Consulta un token',
  'Consulta una etiqueta',
  'Crea un token',
  'Crea una etiqueta',
  'Modifica una etiqueta',
  'Revoca un token',
  'Tokens',
]);

let calendar: TestCalendar;
const documents = new Map<Language, ServedDocument>();
const inLanguage = (language: Language) => documents.get(language) as ServedDocument;
beforeAll(async () => {
  calendar = await startTestCalendar();
  for (const language of LANGUAGES) documents.set(language, await fetchDocument(calendar, language));
});
afterAll(() => calendar.close());

describe.each(LANGUAGES)('OpenAPI document in %s', (language) => {
  it('gives every operation an operationId, texts, one tag and its security (10.2)', () => {
    expect(operationsIn(inLanguage(language)).length).toBeGreaterThan(60);
    expect(flaws.operationFlaws(inLanguage(language))).toEqual([]);
  });

  it('gives every parameter a description, a type and an example (10.2)', () => {
    expect(flaws.parameterFlaws(inLanguage(language))).toEqual([]);
  });

  it('gives every member of every schema a description and an example (10.2)', () => {
    expect(flaws.memberFlaws(inLanguage(language))).toEqual([]);
  });

  it('has every request body as JSON and as a form, each with an example (10.2)', () => {
    expect(flaws.bodyFlaws(inLanguage(language))).toEqual([]);
  });

  it('gives every response a description, a schema and an example, and every error its codes (10.2)', () => {
    expect(flaws.responseFlaws(inLanguage(language))).toEqual([]);
  });

  it('describes every header, tag, security scheme and server (10.2)', () => {
    expect(flaws.outlineFlaws(inLanguage(language))).toEqual([]);
  });

  it('contains no untranslated message keys (10.2)', () => {
    expect(untranslatedKeys(inLanguage(language))).toEqual([]);
  });

  it('has examples that are valid for their schemas (10.2)', () => {
    expect(new ExampleValidator(inLanguage(language)).validateAll()).toEqual([]);
  });

  it('has no text of another language (10.2)', () => {
    const own = textsByLocation(inLanguage(language));
    expect(own.size).toBeGreaterThan(1000);
    const others = LANGUAGES.filter((each) => each !== language).map((each) => textsByLocation(inLanguage(each)));
    const same = [...own].filter(([place, text]) => others.some((other) => other.get(place) === text));
    expect(same.filter(([, text]) => !SHARED.has(text))).toEqual([]);
  });

  it('has the same structure as in English, apart from texts and examples (10.2)', () => {
    const { servers: _servers, ...rest } = inLanguage(language);
    const { servers: _english, ...english } = inLanguage('en');
    expect(structureOf(rest)).toEqual(structureOf(english));
  });
});

describe('Documented response headers', () => {
  it('are required, except those that a response may omit (10.3)', () => {
    const headers = Object.entries(inLanguage('en').components.headers);
    const required = headers.filter(([, header]) => header.required).map(([name]) => name);
    expect(required.toSorted()).toEqual([
      'Content-Language',
      'ETag',
      'Last-Modified',
      'Location',
      'Retry-After',
      'WWW-Authenticate',
      'X-Request-Id',
      'X-Total',
      'X-Total-Pages',
    ]);
  });
});

describe('Parameters of operations', () => {
  const parametersOf = (name: string, place: Parameter['in']) =>
    operationsIn(inLanguage('en')).map(({ operationId, parameters = [] }) => ({
      operationId: operationId ?? '',
      found: parameters.find((each) => each.in === place && (name === '' || each.name === name)),
    }));

  it('have example ids and slugs, except in deletes and in operations of users and tokens (10.3)', () => {
    const inPaths = parametersOf('', 'path').filter(({ found }) => found !== undefined);
    const filledIn = inPaths.filter(({ found }) => found?.example !== undefined).map(({ operationId }) => operationId);
    expect(filledIn.toSorted()).toEqual(
      inPaths
        .map(({ operationId }) => operationId)
        .filter((name) => !/^(delete|revoke)|User|Token/.test(name))
        .toSorted(),
    );
    expect(filledIn.length).toBeGreaterThan(25);
  });

  it('include Prefer in every operation (2.6)', () => {
    expect(parametersOf('Prefer', 'header').filter(({ found }) => found === undefined)).toEqual([]);
  });
});

describe('Responses with a single record', () => {
  it('document the header Content-Location (4.4)', () => {
    const named = operationsIn(inLanguage('en')).filter(({ responses }) =>
      Object.values(responses).some(({ headers = {} }) => headers['Content-Location']),
    );
    const ofRecords = /^(create|get|update|delete)(Event|Venue|Organizer|Category|Tag)/;
    expect(named.map(({ operationId }) => operationId)).toEqual(
      operationsIn(inLanguage('en'))
        .map(({ operationId }) => operationId)
        .filter((name) => ofRecords.test(name ?? '')),
    );
  });
});

describe('Create bodies', () => {
  it.each(KINDS)('of $path are valid for their schema if and only if the service accepts them (10.3)', async (kind) => {
    const schema = { $ref: `#/components/schemas/Create${kind.kind.charAt(0).toUpperCase()}${kind.kind.slice(1)}` };
    const validity = new ExampleValidator(inLanguage('en'));
    // The service accepts more date formats than the schema states.
    const dates = { start_date: '2027-01-01T10:00:00Z', end_date: '2027-01-01T11:00:00Z' };
    const fine = { ...requiredFieldsOf(kind), description: null, ...(kind.kind === 'event' ? dates : {}) };
    const judged = async (json: object) => {
      const { status } = await calendar.request('POST', kind.path, { json });
      return [validity.validate('', schema, json).length === 0, status];
    };
    expect(await judged(fine)).toEqual([true, 201]);
    expect(await judged({ ...fine, [kind.titleField]: '' })).toEqual([false, 400]);
    expect(await judged({ ...fine, [kind.titleField]: null })).toEqual([false, 400]);
    if (kind.isPublishable) expect(await judged({ ...fine, image: { alt: 'A' } })).toEqual([false, 400]);
  });
});
