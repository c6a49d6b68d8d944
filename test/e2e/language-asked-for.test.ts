import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { casesByRunMode } from '../support/jest/run-mode.js';
import { LANGUAGES, type Language } from '../support/languages/languages.js';
import {
  SOURCE_COMBINATIONS,
  OPTIONAL_LANGUAGES,
  type LanguageSources,
} from '../support/languages/language-sources.js';
import {
  FORM_TYPE,
  JSON_TYPE,
  expectedNotFound,
  MISSING_VENUE_PATH,
  problemSummary,
  expectedInvalidLanguage,
  startTrilingualCalendar,
  expectedVenue,
  venueSummary,
  type VenueRequest,
  type TrilingualCalendar,
} from './trilingual-calendar.js';

/** The short form has one default language, and pairs of sources instead of all combinations. */
const DEFAULT_LANGUAGES = casesByRunMode(LANGUAGES, (language) => language === 'en');
const COMBINATIONS = casesByRunMode(SOURCE_COMBINATIONS, (_sources, index) => index % 3 === 0);

const calendars = new Map<Language, TrilingualCalendar>();
beforeAll(async () => {
  const start = async (language: Language) => calendars.set(language, await startTrilingualCalendar(language));
  await Promise.all(DEFAULT_LANGUAGES.map(start));
});
afterAll(() => Promise.all([...calendars.values()].map(({ calendar }) => calendar.close())));

/** Sends a request to the calendar that has this default language. */
function send(byDefault: Language, sending: VenueRequest) {
  const calendar = calendars.get(byDefault);
  if (!calendar) throw new Error(`No calendar has ${byDefault} as default`);
  return calendar.send(sending);
}

const firstOf = ({ query, segment, accepted }: LanguageSources, byDefault: Language): Language =>
  (query ?? segment ?? accepted ?? byDefault) as Language;

const bodyOf = (type: 'JSON' | 'form', language: Language | undefined): Pick<VenueRequest, 'headers' | 'body'> =>
  type === 'JSON'
    ? { headers: JSON_TYPE, body: JSON.stringify({ ml_language: language }) }
    : { headers: FORM_TYPE, body: language ? `ml_language=${language}` : 'x=1' };

describe.each(DEFAULT_LANGUAGES)('Requested language with DEFAULT_LANGUAGE=%s', (byDefault) => {
  it('on reads: ml_language, then the language segment, then Accept-Language, then the default (3.1)', async () => {
    for (const sources of COMBINATIONS) {
      const language = firstOf(sources, byDefault);
      expect([sources, venueSummary(await send(byDefault, sources))]).toEqual([sources, expectedVenue(language)]);
      const missing = await send(byDefault, { ...sources, path: MISSING_VENUE_PATH });
      expect([sources, problemSummary(missing)]).toEqual([sources, expectedNotFound(language)]);
    }
  });

  it.each([
    ['JSON', 'PATCH'],
    ['form', 'POST'],
  ] as const)('with a %s body in %s: ml_language of the body first, then as on reads (3.1)', async (type, method) => {
    for (const sources of COMBINATIONS) {
      for (const body of OPTIONAL_LANGUAGES) {
        const answer = await send(byDefault, { ...sources, method, ...bodyOf(type, body) });
        const isContradiction = body !== undefined && sources.query !== undefined && body !== sources.query;
        const [shown, expected] = isContradiction
          ? [problemSummary(answer), expectedInvalidLanguage(body, 'language_conflict')]
          : [venueSummary(answer), expectedVenue(body ?? firstOf(sources, byDefault))];
        expect([sources, body, shown]).toEqual([sources, body, expected]);
      }
    }
  });

  it('in errors of writes: ml_language of the body first, then as on reads (3.1)', async () => {
    for (const sources of COMBINATIONS.filter(({ query }) => query === undefined)) {
      for (const body of OPTIONAL_LANGUAGES) {
        const sent = { ...sources, method: 'PUT', path: MISSING_VENUE_PATH, ...bodyOf('JSON', body) };
        const language = body ?? firstOf(sources, byDefault);
        expect([sent, problemSummary(await send(byDefault, sent))]).toEqual([sent, expectedNotFound(language)]);
      }
    }
  });

  it('on DELETE: as on reads, the body is ignored (3.1)', async () => {
    for (const sources of COMBINATIONS) {
      const sent = { ...sources, method: 'DELETE', path: MISSING_VENUE_PATH, ...bodyOf('JSON', 'ca') };
      expect([sources, problemSummary(await send(byDefault, sent))]).toEqual([
        sources,
        expectedNotFound(firstOf(sources, byDefault)),
      ]);
    }
  });

  it('on reads: the body is ignored (3.1)', async () => {
    for (const language of LANGUAGES) {
      for (const type of ['JSON', 'form'] as const) {
        expect(venueSummary(await send(byDefault, bodyOf(type, language)))).toEqual(expectedVenue(byDefault));
        for (const method of ['GET', 'HEAD']) {
          const list = await send(byDefault, { ...bodyOf(type, language), method, path: 'venues' });
          expect([method, list.status, list.headers['content-language']]).toEqual([method, 200, byDefault]);
        }
      }
    }
  });
});

describe('Value of a requested language', () => {
  const CASES = ['ca', 'CA', 'Ca', 'cA'];

  it.each(CASES)('is accepted in any letter case: %s (3.1)', async (written) => {
    const ways: VenueRequest[] = [
      { query: written },
      { segment: written },
      { accepted: written },
      { accepted: `${written}-ES` },
      { method: 'PATCH', ...JSON_BODY(written) },
      { method: 'PATCH', headers: FORM_TYPE, body: `ml_language=${written}` },
      ...CASES.map((query) => ({ method: 'PATCH', query, ...JSON_BODY(written) })),
    ];
    for (const way of ways) expect([way, venueSummary(await send('en', way))]).toEqual([way, expectedVenue('ca')]);
  });

  it('is accepted with surrounding blanks (3.1)', async () => {
    const ways: VenueRequest[] = [
      { query: '%20ca+' },
      { method: 'PATCH', ...JSON_BODY('\tca\n') },
      { method: 'PATCH', headers: FORM_TYPE, body: 'ml_language=+ca+' },
    ];
    for (const way of ways) expect([way, venueSummary(await send('en', way))]).toEqual([way, expectedVenue('ca')]);
  });

  const JSON_BODY = (ml_language: string) => ({ headers: JSON_TYPE, body: JSON.stringify({ ml_language }) });
});

describe('Accept-Language', () => {
  /** `undefined`: the header selects no language, and the default applies. */
  const HEADERS: readonly (readonly [header: string, language: Language | undefined])[] = [
    ['es-ES', 'es'],
    ['ES-419', 'es'],
    ['ca-valencia', 'ca'],
    ['ca-ES-valencia;q=0.3', 'ca'],
    ['en-Latn-GB-oxendict', 'en'],
    ['fr, de;q=0.9, es;q=0.1', 'es'],
    ['en;q=0.4, ca;q=0.41, es;q=0.399', 'ca'],
    ['es;q=0.5, ca;q=0.5', 'es'],
    ['en;q=0.8, es-AR', 'es'],
    ['en; q=0.1, es ; q=0.2,ca;Q=0.3', 'ca'],
    ['en;q=0, es;q=0.001', 'es'],
    ['en;q=0.000, ca;q=0, es;q=0', undefined],
    ['*', undefined],
    ['*;q=0', undefined],
    ['*, es;q=0.1', 'es'],
    ['fr, *;q=0.5', undefined],
    ['fr-FR, eu;q=0.9, gl;q=0.8', undefined],
    ['catala', undefined],
    ['cat', undefined],
    ['espanol, en;q=0.1', 'en'],
    ['x-es, i-default', undefined],
    ['es_ES', undefined],
    ['-es', undefined],
    ['', undefined],
    [',, ,;,', undefined],
    [';q=1', undefined],
    ['es;q=x, ca;q=0.1', 'ca'],
    ['es;q=-1, ca;q=0.1', 'ca'],
    ['es;q=NaN', undefined],
    ['ml_language=es', undefined],
    ['"es"', undefined],
    ['es ca', undefined],
    ['__proto__, constructor, toString, es;q=0.1', 'es'],
    ['../../etc/passwd', undefined],
    [`${'fr;q=0.9,'.repeat(1500)}es;q=0.1`, 'es'],
    [`${'x'.repeat(12_000)},es`, 'es'],
    [`es${'-a'.repeat(6000)}`, 'es'],
    [','.repeat(12_000), undefined],
  ];

  it.each(HEADERS.map(([header, language]) => [header.slice(0, 40), language ?? 'nothing', header, language] as const))(
    '%j selects %s (3.1)',
    async (_beginning, _name, header, language) => {
      for (const byDefault of DEFAULT_LANGUAGES) {
        const sent = { accepted: header };
        expect(venueSummary(await send(byDefault, sent))).toEqual(expectedVenue(language ?? byDefault));
        const missing = await send(byDefault, { ...sent, path: MISSING_VENUE_PATH });
        expect(problemSummary(missing)).toEqual(expectedNotFound(language ?? byDefault));
      }
    },
  );

  it('is read as one list if it is repeated (3.1)', async () => {
    const several = (...values: string[]) => send('en', { headers: { 'Accept-Language': values } });
    expect(venueSummary(await several('fr', 'es'))).toEqual(expectedVenue('es'));
    expect(venueSummary(await several('es;q=0.5', 'ca;q=0.9'))).toEqual(expectedVenue('ca'));
    expect(venueSummary(await several('', 'ca', 'es'))).toEqual(expectedVenue('ca'));
  });

  it('is 431 if it exceeds the size limit of headers (3.1)', async () => {
    const { status } = await send('en', { accepted: `${'fr,'.repeat(11_000)}es` });
    expect(status).toBe(431);
  });
});
