import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ErrorCode, statusOfCode } from '../../src/kernel/errors/error-codes.js';
import { ALL_CODES } from '../support/requests/error-codes.js';
import { casesByRunMode } from '../support/jest/run-mode.js';
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
import { ADMIN_HEADERS, rawRequest, type RawResponse, type RawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

/** Codes that other tests cover. They need special configuration, concurrent clients or a failing service. */
const ELSEWHERE: readonly ErrorCode[] = [
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
const NEXT: Readonly<Record<Language, Language>> = { ca: 'en', en: 'es', es: 'ca' };

let calendar: TestCalendar;
let scene: ProblemFixture;
beforeAll(async () => {
  calendar = await startTestCalendar();
  scene = await createProblemFixture(calendar);
});
afterAll(() => calendar.close());

/** Sources that request `language` in one way, while all sources of lower precedence request the other two. */
function sourcesOf(way: LanguageSource, language: Language): LanguageSources {
  const [second, third] = [NEXT[language], NEXT[NEXT[language]]];
  if (way === 'accepted') return { accepted: `fr, ${language}-AD;q=0.8, ${second};q=0.7` };
  if (way === 'segment') return { segment: language.toUpperCase(), accepted: second };
  return { ...(way === 'query' && { query: language }), segment: second, accepted: third };
}

function requestIn(
  language: Language,
  way: LanguageSource,
  { method, path, json, raw, headers }: ProblemRequest,
): RawRequest {
  const { path: address, headers: asked } = requestWithLanguage(path, sourcesOf(way, language));
  const body = json ? JSON.stringify(way === 'body' ? { ...json, ml_language: language } : json) : raw;
  return { method, path: address, headers: { ...asked, ...headers }, ...(body !== undefined && { body }) };
}

/**
 * Language sources of a case. The body is a source only if the request has a JSON body. The short form tries one source
 * per case and language.
 */
function waysOf(each: ProblemCase, { json }: ProblemRequest, language: Language): readonly LanguageSource[] {
  const ways = (each.sources ?? LANGUAGE_SOURCES).filter((way) => way !== 'body' || json !== undefined);
  const turn = CASES.indexOf(each) + LANGUAGES.indexOf(language);
  return casesByRunMode(ways, (_way, index) => index === turn % ways.length);
}

/** Status, headers and body of a problem response. */
const shown = ({ status, headers, body }: RawResponse) => ({
  status,
  type: headers['content-type'],
  language: headers['content-language'],
  caching: headers['cache-control'],
  challenge: headers['www-authenticate'],
  body,
});

/** Expected status, headers and body, with texts from the message files. */
function expected({ code, args, detail, params, members }: ProblemCase, { path }: RawRequest, language: Language) {
  const status = statusOfCode(code);
  const messages = Object.entries(params?.(scene) ?? {}).map(([name, [key, values]]) => [
    name,
    messageText(language, `validation.${key}`, values),
  ]);
  const body = {
    type: 'about:blank',
    title: messageText(language, `errors.${code}.title`),
    status,
    detail: messageText(language, detail ?? `errors.${code}.detail`, args),
    instance: path.split('?', 1)[0],
    code,
    ...(messages.length > 0 && { params: Object.fromEntries(messages) as unknown }),
    ...members?.(scene, language),
  };
  const challenge = status === 401 ? 'Bearer realm="calendar"' : undefined;
  return { status, type: 'application/problem+json; charset=utf-8', language, caching: 'no-store', challenge, body };
}

describe('Language of errors', () => {
  it.each(CASES.map((each) => [each.code, each.description ?? 'in general', each] as const))(
    'is the requested language, for every language source: %s %s (3.10, 9.1)',
    async (_code, _what, each) => {
      for (const language of LANGUAGES) {
        const plain = each.request(scene, language);
        for (const way of waysOf(each, plain, language)) {
          const request = requestIn(language, way, plain);
          const answer = await rawRequest(calendar.origin, request);
          expect([way, shown(answer)]).toEqual([way, expected(each, request, language)]);
          expect(answer.headers['x-request-id']).toMatch(/^[\w.-]{1,64}$/);
          expect(answer.headers.vary).toContain('Accept-Language');
        }
      }
    },
  );

  it('is tested here for every code that a single client can cause (9.2)', () => {
    const tried = new Set<string>([...CASES.map(({ code }) => code), ...ELSEWHERE]);
    expect(Object.keys(ALL_CODES).filter((code) => !tried.has(code))).toEqual([]);
  });

  it('is the language of the body if body and query contradict each other (9.1)', async () => {
    for (const language of LANGUAGES) {
      const json = { venue: 'V', ml_language: language };
      const plain = { method: 'POST', path: `venues?ml_language=${NEXT[language]}`, json, headers: ADMIN_HEADERS };
      const request = requestIn(language, 'body', {
        ...plain,
        headers: { ...plain.headers, 'Content-Type': 'application/json' },
      });
      const params = () => ({ ml_language: ['language_conflict'] as const });
      const each: ProblemCase = { code: 'invalid_parameter', request: () => plain, params };
      expect(shown(await rawRequest(calendar.origin, request))).toEqual(expected(each, request, language));
    }
  });
});

describe('Description of the service', () => {
  it.each(['', 'doc'])('at /%s is in the requested language, for every language source (3.10)', async (path) => {
    for (const language of LANGUAGES) {
      const ways = (['query', 'segment', 'accepted'] as const).map((way) =>
        requestIn(language, way, { method: 'GET', path }),
      );
      const answers = await Promise.all(ways.map((request) => rawRequest(calendar.origin, request)));
      expect(answers.map(({ headers }) => headers['content-language'])).toEqual(Array(3).fill(language));
      // The order of `servers` is different if the request names no language.
      const texts = answers.map(({ body }) => ({ ...body, servers: undefined }));
      expect(texts).toEqual(Array(3).fill(texts[0]));
    }
  });
});

describe('Documentation page', () => {
  it('is in the requested language, for every source, and loads the document in that language (3.10)', async () => {
    for (const language of LANGUAGES) {
      for (const [path, accepted] of [
        [`/docs?ml_language=${language}`, NEXT[language]],
        [`/${language}/docs`, NEXT[language]],
        ['/docs', language],
      ] as const) {
        const headers = { 'Accept-Language': accepted };
        const answer = await rawRequest(calendar.origin, { method: 'GET', path, headers });
        expect([path, answer.status, answer.headers['content-language']]).toEqual([path, 200, language]);
        expect(answer.text).toContain(`<html lang="${language}">`);
        expect(answer.text).toContain(`<title>${messageText(language, 'operations.document.title')}</title>`);
        expect(answer.text).toContain(`/calendar/events/v1/doc?ml_language=${language}"`);
      }
    }
  });
});
