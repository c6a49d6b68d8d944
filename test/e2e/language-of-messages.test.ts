import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ErrorCode, statusOfCode } from '../../src/kernel/errors/error-codes.js';
import { ALL_CODES } from '../support/requests/error-codes.js';
import { withRolledBackTransaction } from '../support/database/database-session.js';
import { casesByRunMode, onlyInFullRun } from '../support/jest/run-mode.js';
import { LANGUAGES, type Language } from '../support/languages/languages.js';
import { requestWithLanguage, type LanguageSources } from '../support/languages/language-sources.js';
import { isDocsText, keysOf, MESSAGE_TEXTS, messageText, textsIn } from '../support/languages/message-texts.js';
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
 * per case and language, and leaves out `unavailable`, which waits for a lock.
 */
function waysOf(each: ProblemCase, { json }: ProblemRequest, language: Language): readonly LanguageSource[] {
  const ways = (each.sources ?? LANGUAGE_SOURCES).filter((way) => way !== 'body' || json !== undefined);
  const turn = CASES.indexOf(each) + LANGUAGES.indexOf(language);
  return casesByRunMode(ways, (_way, index) => index === turn % ways.length);
}

/** Returns a text up to its first placeholder. */
const beginningOf = (text: string): string => text.split('{', 1)[0] ?? '';

/** Media type, language and body of a problem response. */
const shown = ({ headers, body }: RawResponse) => ({
  type: headers['content-type'],
  language: headers['content-language'],
  body,
});

/** Expected media type, language and body, with texts from the message files. */
function expected({ code, args, detail, params, members }: ProblemCase, { path }: RawRequest, language: Language) {
  const messages = Object.entries(params?.(scene) ?? {}).map(([name, [key, values]]) => [
    name,
    messageText(language, `validation.${key}`, values),
  ]);
  const body = {
    type: 'about:blank',
    title: messageText(language, `errors.${code}.title`),
    status: statusOfCode(code),
    detail: messageText(language, detail ?? `errors.${code}.detail`, args),
    instance: path.split('?', 1)[0],
    code,
    ...(messages.length > 0 && { params: Object.fromEntries(messages) as unknown }),
    ...members?.(scene, language),
  };
  return { type: 'application/problem+json; charset=utf-8', language, body };
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
          expect(answer.headers.vary).toContain('Accept-Language');
        }
      }
    },
  );

  onlyInFullRun(() => {
    it('is the requested language, for every language source: unavailable (3.10, 9.1)', async () => {
      const each: ProblemCase = { code: 'unavailable', request: () => ({ method: 'PATCH', path: '' }) };
      const path = `venues/${scene.ids.venues}`;
      const headers = { ...ADMIN_HEADERS, 'Content-Type': 'application/json' };
      const requests = LANGUAGES.flatMap((language) =>
        LANGUAGE_SOURCES.map((way) => ({
          language,
          request: requestIn(language, way, { method: 'PATCH', path, json: {}, headers }),
        })),
      );
      await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
        await session.query('select from venues where id = $1 for update', [scene.ids.venues]);
        const answers = await Promise.all(requests.map(({ request }) => rawRequest(calendar.origin, request)));
        expect(answers.map(shown)).toEqual(requests.map(({ language, request }) => expected(each, request, language)));
        expect(new Set(answers.map((answer) => answer.headers['retry-after']))).toEqual(new Set(['1']));
      });
    });
  });

  it('is tested here for every code that a single client can cause (9.2)', () => {
    const tried = new Set([...CASES.map(({ code }) => code), 'unavailable', ...ELSEWHERE]);
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

/** Splits the description of an error response, which joins the titles of several errors. */
const partsOf = ([place, text]: readonly [string, string]): (readonly [string, string])[] =>
  /\/responses\/[^/]+\/description$/.test(place) && text.startsWith('`')
    ? text.split('\n\n').map((part, index) => [`${place}/${index}`, part.replace(/^`\w+`: |\.$/g, '')] as const)
    : [[place, text]];

/** Returns whether a text contains words that end at a word boundary: "Error interno" does not contain "Error intern". */
function hasWords(text: string, words: string): boolean {
  const place = text.indexOf(words);
  return place >= 0 && !/^\p{L}/u.test(text.slice(place + words.length));
}

describe.each(['', 'doc'])('Description of the service at /%s', (path) => {
  const documents = new Map<Language, RawResponse>();
  const read = (language: Language, way: LanguageSource) =>
    rawRequest(calendar.origin, requestIn(language, way, { method: 'GET', path }));
  beforeAll(async () => {
    for (const language of LANGUAGES) documents.set(language, await read(language, 'query'));
  });
  const textsOf = (language: Language) =>
    [...textsIn(documents.get(language)?.body)].filter(([place]) => !place.startsWith('/servers/')).flatMap(partsOf);

  it('is in the requested language, for every language source (3.10)', async () => {
    for (const language of LANGUAGES) {
      for (const way of ['query', 'segment', 'accepted'] as const) {
        const { status, headers, body } = await read(language, way);
        expect([way, status, headers['content-language']]).toEqual([way, 200, language]);
        expect(headers.vary).toContain('Accept-Language');
        // The order of `servers` is different if the request names no language.
        const same = (each?: Record<string, unknown>) => ({ ...each, servers: undefined });
        expect(same(body)).toEqual(same(documents.get(language)?.body));
      }
    }
  });

  it('has translated texts in each language, and is otherwise identical (3.10)', () => {
    const english = textsOf('en').map(([place, text]) => ({ place, text, keys: keysOf('en', text) }));
    expect(english.filter(({ keys }) => keys.length > 0).length).toBeGreaterThan(200);
    for (const language of LANGUAGES) {
      const texts = textsOf(language);
      expect(texts.map(([place]) => place)).toEqual(english.map(({ place }) => place));
      const wrong = texts.filter(([, text], index) => {
        const { text: same, keys } = english[index] ?? { text: '', keys: [] as string[] };
        const isTranslated = keysOf(language, text).some((key) => keys.includes(key));
        // `en` is both an English example text and a language code, which is not translated.
        return keys.some((key) => !key.startsWith('examples.')) ? !isTranslated : text !== same && !isTranslated;
      });
      expect(wrong).toEqual([]);
    }
  });

  it('has no text of another language and no message keys (3.10)', () => {
    for (const language of LANGUAGES) {
      const own = new Set([...MESSAGE_TEXTS[language].values()].map(beginningOf));
      const foreign = LANGUAGES.flatMap((each) => [...MESSAGE_TEXTS[each]])
        .filter(([key]) => !isDocsText(key))
        .map(([key, text]) => [key, beginningOf(text)] as const)
        .filter(([, text]) => text.includes(' ') && !own.has(text));
      for (const text of new Set(textsOf(language).map(([, each]) => each))) {
        expect(foreign.filter(([key, other]) => hasWords(text, other) || text.includes(key))).toEqual([]);
      }
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
