import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casesByRunMode } from '../support/run/run-mode.js';
import { requestWithLanguage, type LanguageSources } from '../support/languages/language-sources.js';
import { LANGUAGES, type Language } from '../support/languages/languages.js';
import { messageText } from '../support/languages/message-texts.js';
import { createRecord, uniqueName } from '../support/records/kinds.js';
import { ADMIN_HEADERS, rawRequest, type RawResponse } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const NAMES: Readonly<Record<Language, string>> = { ca: 'El teatre', en: 'The theatre', es: 'El teatro' };
/** Path of the only venue of a calendar. */
const VENUE = 'venues/1';

const OPTIONAL_LANGUAGES = [undefined, ...LANGUAGES];
const ALL_COMBINATIONS = OPTIONAL_LANGUAGES.flatMap((query) =>
  OPTIONAL_LANGUAGES.flatMap((segment) => OPTIONAL_LANGUAGES.map((accepted) => ({ query, segment, accepted }))),
);
/** The short form has one default language and a fifth of all combinations of sources. */
const DEFAULT_LANGUAGES = casesByRunMode(LANGUAGES, (language) => language === 'en');
const COMBINATIONS = casesByRunMode(ALL_COMBINATIONS, (_sources, index) => index % 5 === 0);

/** A calendar for each default language. Its venue is translated to every language. */
const calendars = new Map<Language, TestCalendar>();
beforeAll(async () => {
  await Promise.all(DEFAULT_LANGUAGES.map(async (language) => calendars.set(language, await start(language))));
});
afterAll(() => Promise.all([...calendars.values()].map((calendar) => calendar.close())));

async function start(defaultLanguage: Language): Promise<TestCalendar> {
  const calendar = await startTestCalendar({ DEFAULT_LANGUAGE: defaultLanguage });
  await createRecord(calendar, 'venues', { venue: NAMES.ca, ml_language: 'ca' });
  for (const language of ['en', 'es'] as const)
    await calendar.request('PATCH', VENUE, { json: { venue: NAMES[language], ml_language: language } });
  return calendar;
}

interface VenueRequest extends LanguageSources {
  /** Default: GET. Other methods have the administrator's token. */
  readonly method?: string;
  /** Relative to the namespace. Default: the venue. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

function send(request: VenueRequest, defaultLanguage: Language = 'en'): Promise<RawResponse> {
  const { method = 'GET', path = VENUE, headers, body, ...sources } = request;
  const { path: localizedPath, headers: languageHeaders } = requestWithLanguage(path, sources);
  const credentials = method === 'GET' ? {} : ADMIN_HEADERS;
  const options = { method, path: localizedPath, headers: { ...credentials, ...languageHeaders, ...headers }, body };
  return rawRequest(calendars.get(defaultLanguage)?.origin ?? '', options);
}

const jsonOf = (body: object) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
const formOf = (body: string) => ({ headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body });

/** Expects the venue in a language. */
async function expectVenue(request: VenueRequest, language: Language, defaultLanguage?: Language): Promise<void> {
  const { status, headers, body } = await send(request, defaultLanguage);
  const actual = [status, headers['content-language'], body['ml_language'], body['venue']];
  expect([request, ...actual]).toEqual([request, 200, language, language, NAMES[language]]);
}

/** Expects 404 for another venue, with messages in a language. */
async function expectNotFound(request: VenueRequest, language: Language, defaultLanguage?: Language): Promise<void> {
  const { status, headers, body } = await send({ ...request, path: 'venues/987654321' }, defaultLanguage);
  const title = messageText(language, 'errors.venue_not_found.title');
  expect([request, status, headers['content-language'], body['title']]).toEqual([request, 404, language, title]);
}

/** Expects 400 for `ml_language`, with messages in a language. */
async function expectInvalid(
  request: VenueRequest,
  language: Language,
  problem = 'one_of',
  defaultLanguage?: Language,
): Promise<void> {
  const { status, headers, body } = await send(request, defaultLanguage);
  const message = messageText(language, `validation.${problem}`, { values: 'ca, en, es' });
  const actual = [status, headers['content-language'], body['code'], body['params']];
  expect([request, ...actual]).toEqual([request, 400, language, 'invalid_parameter', { ml_language: message }]);
}

/** Sources of lower precedence than `ml_language`, and the language that they request. */
const LOWER_SOURCES: readonly (readonly [VenueRequest, Language])[] = [
  [{ segment: 'ca', accepted: 'es' }, 'ca'],
  [{ accepted: 'es' }, 'es'],
  [{}, 'en'],
];

/** Adds each of {@link LOWER_SOURCES} to the request. Expects 400 for `ml_language`, with messages in their language. */
async function expectInvalidWithLowerSources(request: VenueRequest, problem?: string): Promise<void> {
  for (const [lowerSources, language] of LOWER_SOURCES)
    await expectInvalid({ ...lowerSources, ...request }, language, problem);
}

describe.each(DEFAULT_LANGUAGES)('Requested language with DEFAULT_LANGUAGE=%s', (defaultLanguage) => {
  const expectedLanguage = ({ query, segment, accepted }: LanguageSources) =>
    (query ?? segment ?? accepted ?? defaultLanguage) as Language;

  it('of reads and deletions: ml_language of the query, segment, Accept-Language, default; not the body (3.1)', async () => {
    for (const sources of COMBINATIONS) {
      for (const body of [{}, jsonOf({ ml_language: 'ca' }), formOf('ml_language=es')]) {
        await expectVenue({ ...sources, ...body }, expectedLanguage(sources), defaultLanguage);
        await expectNotFound({ ...sources, ...body }, expectedLanguage(sources), defaultLanguage);
        await expectNotFound({ ...sources, ...body, method: 'DELETE' }, expectedLanguage(sources), defaultLanguage);
      }
    }
  });

  it.each([
    ['JSON', 'PATCH', (ml_language?: Language) => jsonOf({ ml_language })],
    ['a form', 'POST', (language?: Language) => formOf(language ? `ml_language=${language}` : 'x=1')],
  ])(
    'of updates as %s with %s: ml_language of the body, then as on reads; a body that contradicts query or path is 400 (3.1)',
    async (_type, method, bodyOf) => {
      for (const sources of COMBINATIONS) {
        for (const body of OPTIONAL_LANGUAGES) {
          const request = { ...sources, method, ...bodyOf(body) };
          if (body !== undefined && sources.query !== undefined && body !== sources.query)
            await expectInvalid(request, body, 'language_conflict', defaultLanguage);
          else if (body !== undefined && sources.segment !== undefined && body !== sources.segment)
            await expectInvalid(request, body, 'path_language_conflict', defaultLanguage);
          else await expectVenue(request, body ?? expectedLanguage(sources), defaultLanguage);
        }
      }
    },
  );
});

describe('Value of a requested language', () => {
  it.each(['CA', 'cA'])('is accepted in any letter case: %s (3.1)', async (ml_language) => {
    for (const request of [
      { query: ml_language },
      { segment: ml_language },
      { accepted: ml_language },
      { accepted: `${ml_language}-ES` },
      { method: 'PATCH', ...jsonOf({ ml_language }) },
      { method: 'PATCH', ...formOf(`ml_language=${ml_language}`) },
      { method: 'PATCH', query: 'ca', ...jsonOf({ ml_language }) },
    ])
      await expectVenue(request, 'ca');
  });

  it('is accepted with surrounding blanks (3.1)', async () => {
    await expectVenue({ query: '%20ca+' }, 'ca');
    await expectVenue({ method: 'PATCH', ...jsonOf({ ml_language: '\tca\n' }) }, 'ca');
  });
});

describe('Invalid ml_language in the query', () => {
  it.each([
    ...['es-ES', 'fr', 'catal%C3%A0', 'ca,es', 'null', '__proto__', 'ca%00'].map((text) => [text, 'one_of'] as const),
    ...['%FF', 'es%0'].map((text) => [text, 'invalid_characters'] as const),
  ])('is 400: %s (3.1)', async (query, problem) => {
    await expectInvalidWithLowerSources({ query }, problem);
    await expectInvalidWithLowerSources({ query, method: 'DELETE' }, problem);
    await expectInvalidWithLowerSources({ query, method: 'PATCH', ...jsonOf({}) }, problem);
  });

  it('is 400 in the language of the body (3.1)', () =>
    expectInvalid({ method: 'PATCH', query: 'fr', segment: 'ca', ...jsonOf({ ml_language: 'es' }) }, 'es'));
});

describe('Invalid ml_language in the body', () => {
  it.each(['"es-ES"', '"ca,es"', '"es\\u0000"', '"\\ud800"', '["ca","es"]', '{"id":1}', '0', '1e400', 'true'])(
    'is 400: %s (3.1)',
    async (value) => {
      const json = { ...jsonOf({}), body: `{"venue":"Nou","ml_language":${value}}` };
      for (const method of ['POST', 'PUT', 'PATCH']) await expectInvalidWithLowerSources({ method, ...json });
      await expectInvalidWithLowerSources({ path: 'venues', method: 'POST', ...json });
      await expectInvalid({ path: 'venues', method: 'POST', query: 'es', segment: 'ca', ...json }, 'es');
    },
  );

  it.each(['ml_language=fr', 'ml_language=ca&ml_language=ca', 'ml_language[]=ca', 'ml_language[es]=ca'])(
    'is 400 in a form: %s (3.1)',
    (body) => expectInvalidWithLowerSources({ method: 'PATCH', ...formOf(body) }),
  );
});

describe('Empty ml_language', () => {
  it.each(['', '%20', '+%09'])('counts as not given in the query: %j (3.1, 2.3)', async (query) => {
    for (const [lowerSources, language] of LOWER_SOURCES) {
      await expectVenue({ ...lowerSources, query }, language);
      await expectVenue({ ...lowerSources, path: `${VENUE}?ml_language` }, language);
      await expectVenue({ ...lowerSources, query, method: 'PATCH', ...jsonOf({}) }, language);
      await expectNotFound({ ...lowerSources, query, method: 'DELETE' }, language);
    }
  });

  it('counts as not given in the query if the body names a language (3.1, 2.3)', () =>
    expectVenue({ method: 'PATCH', query: '', ...jsonOf({ ml_language: 'es' }) }, 'es'));

  it.each([[null], [''], [' '], [[]]])('counts as not given in a body: %j (3.1, 2.3)', async (ml_language) => {
    for (const [lowerSources, language] of [...LOWER_SOURCES, [{ query: 'es', segment: 'ca' }, 'es'] as const]) {
      const request = { ...lowerSources, ...jsonOf({ ml_language }) };
      await expectVenue({ ...request, method: 'PATCH' }, language);
      await expectNotFound({ ...request, method: 'PUT' }, language);
      const create = {
        ...lowerSources,
        ...jsonOf({ venue: uniqueName(), ml_language }),
        path: 'venues',
        method: 'POST',
      };
      const { status, body } = await send(create);
      expect([status, Object.keys(body['ml_translations'] as object)]).toEqual([201, [language]]);
    }
  });
});

describe('Accept-Language', () => {
  /** Headers that select no language, so that the default applies. */
  const IGNORED = ['', '*;q=0', 'fr-FR, eu;q=0.9', 'es_ES', ',, ,;,', 'es ca', 'ca;q=0, en;q=0, *;q=0'];
  const HEADERS: readonly (readonly [header: string, language: Language | undefined])[] = [
    ...IGNORED.map((header) => [header, undefined] as const),
    ['ES-419', 'es'],
    ['ca-ES-valencia;q=0.3', 'ca'],
    ['en;q=0.4, ca;q=0.41, es;q=0.399', 'ca'],
    ['es;q=0.5, ca;q=0.5', 'es'],
    ['en; q=0.1, es ; q=0.2,ca;Q=0.3', 'ca'],
    ['EN-us;q=0, ca;q=0, *;q=0.1', 'es'],
    ['*, es;q=0.1', 'es'],
    ['es;q=x, ca;q=0.1', 'ca'],
    ['__proto__, constructor, toString, es;q=0.1', 'es'],
    [`${'fr;q=0.9,'.repeat(1500)}es;q=0.1`, 'es'],
  ];

  it('selects the default before the other languages that the header does not exclude (3.1)', async () => {
    await expectVenue({ accepted: 'es;q=0, *' }, 'en');
    await expectVenue({ accepted: 'es;q=0' }, 'en');
    await expectVenue({ accepted: 'en;q=0, *' }, 'ca');
  });

  it.each(
    HEADERS.map(([header, language]) => [header.slice(0, 40), language ?? 'the default', header, language] as const),
  )('%j selects %s (3.1)', async (_beginning, _selected, accepted, language) => {
    for (const defaultLanguage of DEFAULT_LANGUAGES) {
      await expectVenue({ accepted }, language ?? defaultLanguage, defaultLanguage);
      await expectNotFound({ accepted }, language ?? defaultLanguage, defaultLanguage);
    }
  });

  it('is read as one list if it is repeated (3.1)', async () => {
    await expectVenue({ headers: { 'Accept-Language': ['fr', 'es'] } }, 'es');
    await expectVenue({ headers: { 'Accept-Language': ['es;q=0.5', 'ca;q=0.9'] } }, 'ca');
    await expectVenue({ headers: { 'Accept-Language': ['', 'ca', 'es'] } }, 'ca');
  });
});
