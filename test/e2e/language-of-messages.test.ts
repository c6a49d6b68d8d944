import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErrorCode, statusOfCode } from '../../src/kernel/errors/error-codes.js';
import { ALL_CODES } from '../support/requests/error-codes.js';
import { casesByRunMode } from '../support/run/run-mode.js';
import { LANGUAGES, type Language } from '../support/languages/languages.js';
import { requestWithLanguage, type LanguageSources } from '../support/languages/language-sources.js';
import { messageText } from '../support/languages/message-texts.js';
import { PARAMETER_PROBLEM_CASES } from './messages/parameter-problem-cases.js';
import {
  PROBLEM_CASES,
  LANGUAGE_SOURCES,
  type ProblemCase,
  type ProblemRequest,
  type LanguageSource,
} from './messages/problem-cases.js';
import { createProblemFixture, type ProblemFixture } from './messages/problem-fixture.js';
import { rawRequest, type RawResponse, type RawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

/** Codes that other tests cover. Most need several requests, special configuration, raw bytes or a failing service. */
const COVERED_ELSEWHERE: readonly ErrorCode[] = [
  'event_password_required',
  'precondition_required',
  'idempotency_conflict',
  'request_in_progress',
  'too_many_requests',
  'bad_request',
  'request_timeout',
  'header_fields_too_large',
  'internal',
  'unavailable',
];

const CASES = [...PROBLEM_CASES, ...PARAMETER_PROBLEM_CASES];
const NEXT_LANGUAGE: Readonly<Record<Language, Language>> = { ca: 'en', en: 'es', es: 'ca' };

let calendar: TestCalendar;
let fixture: ProblemFixture;
beforeAll(async () => {
  calendar = await startTestCalendar();
  fixture = await createProblemFixture(calendar);
});
afterAll(() => calendar.close());

/** Requests `language` from one source. All sources of lower precedence request the other two languages. */
function languageSources(source: LanguageSource, language: Language): LanguageSources {
  const [second, third] = [NEXT_LANGUAGE[language], NEXT_LANGUAGE[NEXT_LANGUAGE[language]]];
  if (source === 'accepted') return { accepted: `fr, ${language}-AD;q=0.8, ${second};q=0.7` };
  if (source === 'segment') return { segment: language.toUpperCase(), accepted: second };
  // An update must not name another language in the body than in the path.
  return source === 'query' ? { query: language, segment: second, accepted: third } : { accepted: second };
}

function requestIn(
  language: Language,
  source: LanguageSource,
  { method, path, json, raw, headers }: ProblemRequest,
): RawRequest {
  const { path: localizedPath, headers: languageHeaders } = requestWithLanguage(
    path,
    languageSources(source, language),
  );
  const body = json ? JSON.stringify(source === 'body' ? { ...json, ml_language: language } : json) : raw;
  return {
    method,
    path: localizedPath,
    headers: { ...languageHeaders, ...headers },
    ...(body !== undefined && { body }),
  };
}

/**
 * Language sources of a case. The body is a source only if the request has a JSON body. The short form tries one source
 * per case and language.
 */
function testedSources(
  problemCase: ProblemCase,
  { json }: ProblemRequest,
  language: Language,
): readonly LanguageSource[] {
  const sources = (problemCase.sources ?? LANGUAGE_SOURCES).filter((source) => source !== 'body' || json !== undefined);
  const offset = CASES.indexOf(problemCase) + LANGUAGES.indexOf(language);
  return casesByRunMode(sources, (_source, index) => index === offset % sources.length);
}

/** Status, headers and body of a problem response. */
const summaryOf = ({ status, headers, body }: RawResponse) => ({
  status,
  type: headers['content-type'],
  language: headers['content-language'],
  caching: headers['cache-control'],
  challenge: headers['www-authenticate'],
  body,
});

/** The detail of a problem with parameters: the error of the first one, and the names of the others. */
function parameterDetail(language: Language, params: unknown): string | undefined {
  const [first, ...others] = Object.entries((params ?? {}) as Record<string, string>);
  const names = others.map(([name]) => name).join(', ');
  const [name = '', text = ''] = first ?? [];
  const named = text.startsWith(`${name}[`) ? text : `${name}: ${text}`;
  return first && [named, ...(names ? [messageText(language, 'validation.others', { names })] : [])].join(' ');
}

/** Expected status, headers and body, with texts from the message files. The detail follows the order in `served`. */
function expectedSummary(
  { code, args, detail, params, members }: ProblemCase,
  { path }: RawRequest,
  language: Language,
  served: unknown,
) {
  const status = statusOfCode(code);
  const messages = Object.entries(params?.(fixture) ?? {}).map(([name, [key, values, elements = '']]) => [
    name,
    `${elements}${messageText(language, `validation.${key}`, values)}`,
  ]);
  const body = {
    type: 'about:blank',
    title: messageText(language, `errors.${code}.title`),
    status,
    detail: parameterDetail(language, served) ?? messageText(language, detail ?? `errors.${code}.detail`, args),
    instance: path.split('?', 1)[0],
    code,
    ...(messages.length > 0 && { params: Object.fromEntries(messages) as unknown }),
    ...members?.(fixture, language),
  };
  const challenge = status === 401 ? 'Bearer realm="calendar"' : undefined;
  return { status, type: 'application/problem+json; charset=utf-8', language, caching: 'no-store', challenge, body };
}

describe('Language of errors', () => {
  it.each(
    CASES.map((problemCase) => [problemCase.code, problemCase.description ?? 'in general', problemCase] as const),
  )(
    'is the requested language, for every language source: %s %s (3.10, 9.1)',
    async (_code, _description, problemCase) => {
      for (const language of LANGUAGES) {
        const problemRequest = problemCase.request(fixture, language);
        for (const source of testedSources(problemCase, problemRequest, language)) {
          const request = requestIn(language, source, problemRequest);
          const response = await rawRequest(calendar.origin, request);
          expect([source, summaryOf(response)]).toEqual([
            source,
            expectedSummary(problemCase, request, language, response.body['params']),
          ]);
          expect(response.headers['x-request-id']).toMatch(/^[\w.-]{1,64}$/);
          expect(response.headers.vary).toContain('Accept-Language');
        }
      }
    },
  );

  it('is tested here for every code that is not in COVERED_ELSEWHERE (9.2)', () => {
    const testedCodes = new Set<string>([...CASES.map(({ code }) => code), ...COVERED_ELSEWHERE]);
    expect(Object.keys(ALL_CODES).filter((code) => !testedCodes.has(code))).toEqual([]);
  });
});

describe('Description of the service', () => {
  // The short form reads the document, which takes a second to build, in one language.
  const PATHS = LANGUAGES.flatMap((language) => [['', language] as const, ['doc', language] as const]);
  const TESTED_PATHS = casesByRunMode(PATHS, ([path, language]) => path === '' || language === 'en');

  it.each(TESTED_PATHS)(
    'at /%s is in the requested language %s, for every language source (3.10)',
    async (path, language) => {
      const sources = (['query', 'segment', 'accepted'] as const).map((source) =>
        requestIn(language, source, { method: 'GET', path }),
      );
      const responses = await Promise.all(sources.map((request) => rawRequest(calendar.origin, request)));
      expect(responses.map(({ headers }) => headers['content-language'])).toEqual(Array(3).fill(language));
      // `servers` has another order if only Accept-Language requests the language.
      const texts = responses.map(({ body }) => ({ ...body, servers: undefined }));
      expect(texts).toEqual(Array(3).fill(texts[0]));
    },
  );
});

describe('Documentation page', () => {
  it('is in the requested language, for every source, and loads the document in that language (3.10)', async () => {
    for (const language of LANGUAGES) {
      for (const [path, accepted] of [
        [`/docs?ml_language=${language}`, NEXT_LANGUAGE[language]],
        [`/${language}/docs`, NEXT_LANGUAGE[language]],
        ['/docs', language],
      ] as const) {
        const headers = { 'Accept-Language': accepted };
        const response = await rawRequest(calendar.origin, { method: 'GET', path, headers });
        expect([path, response.status, response.headers['content-language']]).toEqual([path, 200, language]);
        expect(response.text).toContain(`<html lang="${language}">`);
        expect(response.text).toContain(`<title>${messageText(language, 'operations.document.title')}</title>`);
        expect(response.text).toContain(`/calendar/events/v1/doc?ml_language=${language}"`);
      }
    }
  });
});
