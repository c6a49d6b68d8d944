import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOKENS_PATH, USERS_PATH } from '../support/accounts/accounts.js';
import { createRecord, KINDS } from '../support/records/kinds.js';
import { rawRequest } from '../support/requests/raw-request.js';
import {
  startTestCalendar,
  type TestResponse,
  type RequestOptions,
  type TestCalendar,
} from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
let subscriber: string;
beforeAll(async () => {
  calendar = await startTestCalendar();
  subscriber = await calendar.createToken('subscriber');
});
afterAll(() => calendar.close());

type Request = readonly [method: string, path: string, sent?: RequestOptions];

const JSON_TYPE = { 'Content-Type': 'application/json' };
const send = ([method, path, sent]: Request): Promise<TestResponse> => calendar.request(method, path, sent);

/** Path of a new record in the trash. */
async function removed(path: 'events' | 'venues' | 'organizers'): Promise<string> {
  const { id } = await createRecord(calendar, path);
  await calendar.request('DELETE', `${path}/${id}`);
  return `${path}/${id}`;
}

const OTHER = { ca: 'es', en: 'ca', es: 'en' } as const;
type Language = keyof typeof OTHER;

/** Path of a new term with a translation in one language. */
const termIn = async (ml_language: Language, path: 'tags' | 'categories'): Promise<string> =>
  `${path}/${(await createRecord(calendar, path, { ml_language })).id}`;

/** Name of a new term in one language. */
const nameIn = async (ml_language: Language, path: 'tags' | 'categories'): Promise<unknown> =>
  (await createRecord(calendar, path, { ml_language }))['name'];

/** Every error that a single client can cause while the database works, with a request that causes it. */
const ERRORS: readonly (readonly [
  code: string,
  status: number,
  request: (language: Language) => Request | Promise<Request>,
])[] = [
  ['no_route', 404, () => ['GET', 'nothing']],
  ['method_not_allowed', 405, () => ['DELETE', 'events']],
  ['missing_parameter', 400, () => ['POST', 'venues', { json: {} }]],
  ['invalid_parameter', 400, () => ['GET', 'venues?page=0']],
  ['invalid_json', 400, () => ['POST', 'venues', { raw: '{', headers: JSON_TYPE }]],
  ['invalid_json', 400, () => ['POST', 'venues', { raw: nested(33), headers: JSON_TYPE }]],
  [
    'unsupported_media_type',
    415,
    () => ['POST', 'venues', { raw: 'venue', headers: { 'Content-Type': 'text/plain' } }],
  ],
  [
    'payload_too_large',
    413,
    () => ['POST', 'venues', { json: { venue: 'V', description: 'x'.repeat(1.6 * 2 ** 20) } }],
  ],
  ['uri_too_long', 414, () => ['GET', `venues?search=${'x'.repeat(8192)}`]],
  ['unauthorized', 401, () => ['POST', 'venues', { json: { venue: 'V' }, token: null }]],
  ['invalid_credentials', 401, () => ['GET', 'venues', { token: 'unknown-token-0123456789-0123456789' }]],
  ['forbidden', 403, () => ['POST', 'tags', { json: { name: 'T' }, token: subscriber }]],
  ...KINDS.map(({ path, kind }) => [`${kind}_not_found`, 404, (): Request => ['GET', `${path}/987654321`]] as const),
  [
    'translation_not_found',
    404,
    async (language) => ['GET', `${await termIn(OTHER[language], 'tags')}?ml_fallback=none`],
  ],
  ['page_not_found', 404, async () => ['GET', `venues?include=${(await createRecord(calendar, 'venues')).id}&page=2`]],
  ['event_in_trash', 410, async () => ['DELETE', await removed('events')]],
  ['venue_in_trash', 410, async () => ['DELETE', await removed('venues')]],
  ['organizer_in_trash', 410, async () => ['DELETE', await removed('organizers')]],
  ['term_exists', 409, async (language) => ['POST', 'tags', { json: { name: await nameIn(language, 'tags') } }]],
  [
    'term_exists',
    409,
    async (language) => ['POST', 'categories', { json: { name: await nameIn(language, 'categories') } }],
  ],
  [
    'last_translation',
    409,
    async (language) => ['DELETE', `${await termIn(language, 'tags')}?ml_scope=translation&ml_language=${language}`],
  ],
  ['user_not_found', 404, () => ['DELETE', `${USERS_PATH}/987654321`]],
  ['token_not_found', 404, () => ['DELETE', `${TOKENS_PATH}/987654321`]],
  ['conflict', 409, () => ['POST', USERS_PATH, { json: { username: 'ADMIN', role: 'editor' } }]],
];

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('Error response', () => {
  it.each(ERRORS)('%s is %d, in the form of RFC 9457 (9.1, 9.2)', async (code, status, request) => {
    const answer = await send(await request('en'));
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/problem\+json\b/);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('Content-Language')).toBe('en');
    expect(answer.headers.get('X-Request-Id')).toMatch(/^[\w.-]{1,64}$/);
    expect([answer.status, answer.body['status'], answer.body['code']]).toEqual([status, status, code]);
    expect(Object.keys(answer.body)).toEqual(
      expect.arrayContaining(['type', 'title', 'status', 'detail', 'instance', 'code']),
    );
    for (const member of ['type', 'title', 'detail', 'instance'])
      expect(answer.body[member]).toEqual(expect.any(String));
    expect(answer.headers.has('WWW-Authenticate')).toBe(status === 401);
  });

  it.each(ERRORS)('%s (%d) is in the requested language, one of three (9.1)', async (code, _status, request) => {
    const texts = new Set<unknown>();
    for (const language of ['ca', 'en', 'es'] as const) {
      const [method, path, sent] = await request(language);
      const accepting = { ...sent?.headers, 'Accept-Language': `fr, ${language};q=0.9` };
      const { headers, body } = await send([method, path, { ...sent, headers: accepting }]);
      expect([headers.get('Content-Language'), body['code']]).toEqual([language, code]);
      for (const text of [body['title'], body['detail']]) {
        expect(text).not.toMatch(/^\w+(\.\w+)+$/);
        expect(text).not.toMatch(/[{}]|undefined|null|\[object/);
        texts.add(text);
      }
    }
    expect(texts.size).toBe(6);
  });

  it('is in the requested language, also if the error occurs before routing (9.1)', async () => {
    const ways: [string, string][] = [
      ['/ca/calendar/events/v1/nothing', 'ca'],
      ['/CA/nothing', 'ca'],
      ['/nothing?ml_language=es', 'es'],
      ['/ca/calendar/events/v1/venues?page=0&ml_language=es', 'es'],
      [`/es/calendar/events/v1/venues?search=${'x'.repeat(8192)}`, 'es'],
      ['/calendar/events/v1/venues/by-slug/%FF?ml_language=ca', 'ca'],
      ['/ca/calendar/events/v1/venues?ml_language=fr', 'ca'],
    ];
    for (const [path, language] of ways) {
      const { status, headers } = await send(['GET', path, { headers: { 'Accept-Language': 'en' } }]);
      expect([path, status >= 400, headers.get('Content-Language')]).toEqual([path, true, language]);
    }
    const body = { json: { ml_language: 'ca' } };
    expect((await send(['POST', 'venues', body])).headers.get('Content-Language')).toBe('ca');
    const unread = { raw: '{', headers: JSON_TYPE };
    expect((await send(['POST', 'venues?ml_language=ca', unread])).headers.get('Content-Language')).toBe('ca');
  });

  it.each([
    ['/calendar/events/v1/venues?page=0&ml_language=ca', '/calendar/events/v1/venues'],
    ['/ES/calendar/events/v1/venues/?page=0', '/ES/calendar/events/v1/venues/'],
    ['/nothing?a=%00', '/nothing'],
    ['/calendar/events/v1/venues/by-slug/ca%C3%A7a?password=secret', '/calendar/events/v1/venues/by-slug/ca%C3%A7a'],
    ['/calendar/events/v1/venues/by-slug/100%?a=%', '/calendar/events/v1/venues/by-slug/100%25'],
  ])('has the path without the query string as instance: %s (9.1)', async (path, instance) => {
    expect((await send(['GET', path])).body['instance']).toBe(instance);
  });

  it('has a valid URL path as instance, even if the path of the request is not valid (9.1)', async () => {
    const path = `/calendar/events/v1/~a{"b"}|\\^[c]%zz%2f#d`;
    const { body } = await rawRequest(calendar.origin, { method: 'GET', path });
    expect(body['instance']).toBe('/calendar/events/v1/~a%7B%22b%22%7D%7C%5C%5E%5Bc%5D%25zz%2f%23d');
  });

  it('maps each invalid parameter to a message in params, which is absent from other errors (9.1)', async () => {
    for (const language of ['ca', 'en', 'es']) {
      const json = {
        venue: '',
        website: 'x',
        geo_lat: 100,
        author: 987654321,
        tags: 1,
        status: 'x',
        date: 'x',
        zip: {},
      };
      const { body } = await send(['POST', 'venues', { json, headers: { 'Accept-Language': language } }]);
      const params = body['params'] as Record<string, string>;
      expect(Object.keys(params).toSorted()).toEqual([
        'author',
        'date',
        'geo_lat',
        'status',
        'venue',
        'website',
        'zip',
      ]);
      for (const text of Object.values(params)) expect(text).toMatch(/^[^{}.]*\p{L}{2,}[^{}]*\.$/u);
      expect(params['geo_lat']).toContain('90');
    }
    for (const path of ['nothing', 'venues/987654321'])
      expect((await send(['GET', path])).body).not.toHaveProperty('params');
  });

  it('to HEAD has the headers of the error and no body (9.1)', async () => {
    const { status, headers, text } = await send(['HEAD', 'venues/987654321']);
    expect([status, headers.get('Content-Type'), text]).toEqual([404, 'application/problem+json; charset=utf-8', '']);
  });
});
