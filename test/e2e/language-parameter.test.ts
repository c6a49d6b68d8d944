import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Language } from '../support/languages/languages.js';
import { expectNoServerError } from '../support/requests/expect-no-server-error.js';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { HOSTILE_JSON, HOSTILE_TEXTS } from '../hostile/read-cases.js';
import { KINDS, uniqueName } from '../support/records/kinds.js';
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

let calendar: TrilingualCalendar;
beforeAll(async () => {
  calendar = await startTrilingualCalendar('en');
});
afterAll(() => calendar.calendar.close());

const jsonOf = (body: object) => ({ headers: JSON_TYPE, body: JSON.stringify(body) });

/** Sources of lower precedence than `ml_language`, and the language that they request. */
const NEXT: readonly (readonly [VenueRequest, Language])[] = [
  [{ segment: 'ca', accepted: 'es' }, 'ca'],
  [{ accepted: 'es' }, 'es'],
  [{}, 'en'],
];

/** Expects 400 for `ml_language`, with messages in the language that the next source requests. */
async function expectRefusal(sending: VenueRequest, problem?: string): Promise<void> {
  for (const [next, language] of NEXT) {
    const answer = await calendar.send({ ...next, ...sending });
    expectInvalidParameters(answer, 'ml_language');
    expect([sending, next, problemSummary(answer)]).toEqual([
      sending,
      next,
      expectedInvalidLanguage(language, problem),
    ]);
  }
}

describe('Unknown ml_language in the query', () => {
  const CODES = 'es-ES ca-valencia EN-US es_ES fr xx e ess cat catal%C3%A0 Espa%C3%B1ol * 0 1 null undefined true';
  const OTHERS = '%22es%22 ca,es ca%2Ces ca;q=1 e%20s - [] {} ca%00 %00 %EF%BD%85%EF%BD%93 __proto__ ../es';
  const UNKNOWN = [...CODES.split(' '), ...OTHERS.split(' '), 'x'.repeat(7000)];

  it.each(UNKNOWN.map((text) => [text.slice(0, 30), text]))('is 400: %s (3.1)', async (_beginning, query) => {
    await expectRefusal({ query });
    await expectRefusal({ query, method: 'DELETE' });
    await expectRefusal({ query, method: 'PATCH', ...jsonOf({}) });
  });

  it.each(['%FF', '%', 'es%0'])('is 400 if it is not valid UTF-8: %s (3.1, 2.8)', async (query) => {
    await expectRefusal({ query }, 'invalid_characters');
    await expectRefusal({ query, method: 'DELETE' }, 'invalid_characters');
    await expectRefusal({ query, method: 'PATCH', ...jsonOf({}) }, 'invalid_characters');
  });

  it('is 400 on every read and every create (3.1)', async () => {
    const lists = KINDS.map(({ path }) => path);
    for (const path of ['', 'doc', ...lists, ...lists.map((list) => `${list}/987654321`), 'venues/by-slug/el-teatre']) {
      await expectRefusal({ path, query: 'es-ES' });
    }
    for (const { path } of KINDS) {
      const { body } = await calendar.send({ path, method: 'POST', query: 'fr', segment: 'ca', ...jsonOf({}) });
      expect(Object.keys(body['params'] as object)).toContain('ml_language');
    }
  });

  it('is 400 if it is repeated, a list or an object (3.1, 2.2)', async () => {
    const values = ['ca&ml_language=es', 'ca&ml_language=ca', 'ca&ml_language=', 'fr&ml_language=ca'];
    for (const query of values) await expectRefusal({ query });
    const names = ['ml_language[]=ca', 'ml_language[0]=ca', 'ml_language[]=ca&ml_language[]=es', 'ml_language[es]=ca'];
    for (const name of names) await expectRefusal({ path: `${calendar.path}?${name}` });
    for (const name of ['ml_language[a][b]=ca', 'ml_language[0][a]=ca&ml_language[]=ca&ml_language[a]=ca']) {
      await expectRefusal({ path: `${calendar.path}?${name}` }, 'too_deep');
    }
  });

  it('is 400 in the language that the body names (3.1)', async () => {
    const sent = { method: 'PATCH', query: 'fr', segment: 'ca', ...jsonOf({ ml_language: 'es' }) };
    const answer = await calendar.send(sent);
    expectInvalidParameters(answer, 'ml_language');
    expect(answer.headers['content-language']).toBe('es');
  });
});

describe('Unknown ml_language in the body', () => {
  const TEXTS = '"es-ES" "fr" "xx" "català" "ca,es" "null" "\\u0000" "es\\u0000" "\\ud800" "EN-US"';
  const OTHERS = '["ca"] ["ca","es"] [["ca"]] {} {"id":1} {"ca":true} 0 1 -1.5 1e300 1e400 true false';
  const bodyOf = (value: string) => ({ headers: JSON_TYPE, body: `{"venue":"Nou","ml_language":${value}}` });

  it.each([...TEXTS.split(' '), ...OTHERS.split(' ')])('is 400: %s (3.1)', async (value) => {
    for (const method of ['POST', 'PUT', 'PATCH']) await expectRefusal({ method, ...bodyOf(value) });
    const create = { path: 'venues', method: 'POST', ...bodyOf(value) };
    await expectRefusal(create);
    expect(problemSummary(await calendar.send({ ...create, query: 'es', segment: 'ca' }))).toEqual(
      expectedInvalidLanguage('es'),
    );
  });

  const FORMS = 'ml_language=fr ml_language=es-ES ml_language=ca&ml_language=es ml_language=ca&ml_language=ca';
  const LISTS = 'ml_language[]=ca ml_language[0]=ca ml_language[es]=ca';

  it.each([...FORMS.split(' '), ...LISTS.split(' ')])('is 400 in a form: %s (3.1)', async (body) => {
    await expectRefusal({ method: 'PATCH', headers: FORM_TYPE, body });
  });
});

describe('Empty ml_language', () => {
  const EMPTY = ['', '%20', '+%09'];

  it('counts as not given in the query of a read (3.1, 2.3)', async () => {
    for (const [next, language] of NEXT) {
      for (const query of EMPTY) {
        expect(venueSummary(await calendar.send({ ...next, query }))).toEqual(expectedVenue(language));
        for (const path of ['', 'doc', 'venues']) {
          const { status, headers } = await calendar.send({ ...next, query, path });
          expect([path, status, headers['content-language']]).toEqual([path, 200, language]);
        }
      }
      expect(venueSummary(await calendar.send({ ...next, path: `${calendar.path}?ml_language` }))).toEqual(
        expectedVenue(language),
      );
    }
  });

  it('counts as not given in the query of a write (3.1, 2.3)', async () => {
    for (const [next, language] of NEXT) {
      for (const query of EMPTY) {
        const write = { ...next, query, ...jsonOf({}) };
        expect(venueSummary(await calendar.send({ ...write, method: 'PATCH' }))).toEqual(expectedVenue(language));
        const removal = await calendar.send({ ...write, method: 'DELETE', path: MISSING_VENUE_PATH });
        expect(problemSummary(removal)).toEqual(expectedNotFound(language));
      }
    }
    const body = jsonOf({ ml_language: 'es' });
    expect(venueSummary(await calendar.send({ method: 'PATCH', query: '', ...body }))).toEqual(expectedVenue('es'));
  });

  it.each([[null], [''], [' '], [[]]])('counts as not given in a body: %j (3.1, 2.3)', async (ml_language) => {
    const behind: typeof NEXT = [...NEXT, [{ query: 'es', segment: 'ca' }, 'es']];
    for (const [next, language] of behind) {
      const sent = { ...next, ...jsonOf({ ml_language }) };
      expect(venueSummary(await calendar.send({ ...sent, method: 'PATCH' }))).toEqual(expectedVenue(language));
      expect(problemSummary(await calendar.send({ ...sent, method: 'PUT', path: MISSING_VENUE_PATH }))).toEqual(
        expectedNotFound(language),
      );
      const created = { ...jsonOf({ venue: uniqueName(), ml_language }), path: 'venues', method: 'POST' };
      const { status, body } = await calendar.send({ ...next, ...created });
      expect([status, Object.keys(body['ml_translations'] as object)]).toEqual([201, [language]]);
    }
  });
});

describe('Parameter ml_language', () => {
  it('causes no server error with hostile values, and the next source sets the language (9.3, 3.1)', async () => {
    const headers = { 'Accept-Language': 'es' };
    const reads = HOSTILE_TEXTS.map((text) => ({ method: 'GET', path: `venues?ml_language=${text}`, headers }));
    const writes = HOSTILE_JSON.map((value) => ({
      method: 'PUT',
      path: MISSING_VENUE_PATH,
      headers: { ...headers, ...JSON_TYPE },
      body: `{"ml_language":${value}}`,
    }));
    for (const request of [...reads, ...writes]) {
      const answer = await expectNoServerError(calendar.calendar, request);
      expect([request, answer.headers['content-language']]).toEqual([request, 'es']);
      if (answer.status !== 404) expectInvalidParameters(answer, 'ml_language');
    }
  });

  it('is a known parameter of every operation (3.1, 2.6)', async () => {
    for (const { path, titleField: heading, required } of KINDS) {
      const headers = { ...JSON_TYPE, Prefer: 'handling=strict' };
      const body = JSON.stringify({ ...required, [heading]: uniqueName(), ml_language: 'es' });
      const created = await calendar.send({ path, method: 'POST', query: 'es', headers, body });
      const record = `${path}/${String(created.body['id'])}`;
      for (const method of ['PATCH', 'GET', 'DELETE']) {
        const { status, body: served } = await calendar.send({ path: record, method, query: 'es', headers });
        expect([path, method, status, served['ml_language']]).toEqual([path, method, 200, 'es']);
      }
      expect((await calendar.send({ path, query: 'es', headers })).status).toBe(200);
    }
  });
});
