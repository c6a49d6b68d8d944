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

/** Texts that two languages rightly share. */
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

describe.each(LANGUAGES)('the document in %s', (language) => {
  it('10.2 names, explains, groups and secures every operation', () => {
    expect(operationsIn(inLanguage(language)).length).toBeGreaterThan(60);
    expect(flaws.operationFlaws(inLanguage(language))).toEqual([]);
  });

  it('10.2 gives every parameter a description, a type and an example', () => {
    expect(flaws.parameterFlaws(inLanguage(language))).toEqual([]);
  });

  it('10.2 gives every member of every schema a description, and an example', () => {
    expect(flaws.memberFlaws(inLanguage(language))).toEqual([]);
  });

  it('10.2 takes every body as JSON and as a form, each with an example', () => {
    expect(flaws.bodyFlaws(inLanguage(language))).toEqual([]);
  });

  it('10.2 gives every answer a description, a schema and an example, and every problem its codes', () => {
    expect(flaws.responseFlaws(inLanguage(language))).toEqual([]);
  });

  it('10.2 describes every header, group, way of authorization and server', () => {
    expect(flaws.outlineFlaws(inLanguage(language))).toEqual([]);
  });

  it('10.2 has a text in place of every key', () => {
    expect(untranslatedKeys(inLanguage(language))).toEqual([]);
  });

  it('10.2 has examples that fit their schemas', () => {
    expect(new ExampleValidator(inLanguage(language)).validateAll()).toEqual([]);
  });

  it('10.2 says everything in that language: no text is that of another', () => {
    const own = textsByLocation(inLanguage(language));
    expect(own.size).toBeGreaterThan(1000);
    const others = LANGUAGES.filter((each) => each !== language).map((each) => textsByLocation(inLanguage(each)));
    const same = [...own].filter(([place, text]) => others.some((other) => other.get(place) === text));
    expect(same.filter(([, text]) => !SHARED.has(text))).toEqual([]);
  });

  it('10.2 is built as in the other languages: only texts and examples differ', () => {
    const { servers: _servers, ...rest } = inLanguage(language);
    const { servers: _english, ...english } = inLanguage('en');
    expect(structureOf(rest)).toEqual(structureOf(english));
  });
});

describe('the headers that answers name', () => {
  it('10.3 are said to be there always, but for links, which may be too long, and the address of what is one record', () => {
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

describe('the parameters of operations', () => {
  const parametersOf = (name: string, place: Parameter['in']) =>
    operationsIn(inLanguage('en')).map(({ operationId, parameters = [] }) => ({
      operationId: operationId ?? '',
      found: parameters.find((each) => each.in === place && (name === '' || each.name === name)),
    }));

  it('10.3 name no record for whom one click would delete something, or touch users and tokens', () => {
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

  it('2.6 have Prefer, which every operation heeds', () => {
    expect(parametersOf('Prefer', 'header').filter(({ found }) => found === undefined)).toEqual([]);
  });
});

describe('the answers that are one record', () => {
  it('4.4 name its address in the language served', () => {
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

describe('the bodies of creates', () => {
  it.each(KINDS)('10.3 of $path may be wrong alike for their schema and for the service', async (kind) => {
    const schema = { $ref: `#/components/schemas/Create${kind.kind.charAt(0).toUpperCase()}${kind.kind.slice(1)}` };
    const validity = new ExampleValidator(inLanguage('en'));
    // These two take more than their format says.
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
