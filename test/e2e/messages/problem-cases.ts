import type { ErrorCode } from '../../../src/kernel/errors/error-codes.js';
import { TOKENS_PATH, USERS_PATH } from '../../support/accounts/accounts.js';
import { LANGUAGES, type Language } from '../../support/languages/languages.js';
import type { ProblemFixture } from './problem-fixture.js';
import { ADMIN_HEADERS } from '../../support/requests/raw-request.js';

/** Sources of the requested language. */
export const LANGUAGE_SOURCES = ['query', 'segment', 'accepted', 'body'] as const;
export type LanguageSource = (typeof LANGUAGE_SOURCES)[number];
/** Sources that name a language, in contrast to negotiation. */
export const EXPLICIT_SOURCES: readonly LanguageSource[] = ['query', 'segment', 'body'];

/** A request that causes an error. The test adds the language. */
export interface ProblemRequest {
  readonly method: string;
  /** Relative to the namespace, with or without a query. */
  readonly path: string;
  /** JSON body. The test can add the language to it. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** Body that is sent unchanged. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A message of `validation.json`, its placeholders, and the names of list elements in front of it. */
export type ParameterMessage = readonly [key: string, args?: Readonly<Record<string, unknown>>, elements?: string];

/** An error and a request that causes it. */
export interface ProblemCase {
  readonly code: ErrorCode;
  /** Distinguishes several requests with one error. */
  readonly description?: string;
  readonly request: (fixture: ProblemFixture, language: Language) => ProblemRequest;
  /** Values of the placeholders in the detail. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** Message key of the detail. Default: the key of the code. */
  readonly detail?: string;
  /** Message of each parameter. */
  readonly params?: (fixture: ProblemFixture) => Readonly<Record<string, ParameterMessage>>;
  /** Additional members of the problem. */
  readonly members?: (fixture: ProblemFixture, language: Language) => Readonly<Record<string, unknown>>;
  /** Sources of the language with which the error can occur. Default: all. */
  readonly sources?: readonly LanguageSource[];
}

export const ADMIN_JSON_HEADERS = { ...ADMIN_HEADERS, 'Content-Type': 'application/json' };
export const ADMIN_FORM_HEADERS = { ...ADMIN_HEADERS, 'Content-Type': 'application/x-www-form-urlencoded' };
const UNKNOWN_TOKEN_HEADERS = { Authorization: 'Bearer nobody-0123456789-0123456789-0123456789' };
const VENUE = { venue: 'Ateneu' };
const UNKNOWN_ID = 987_654_321;

const nested = (depth: number): object => (depth === 1 ? {} : { a: nested(depth - 1) });
export const otherLanguage = (language: Language) => LANGUAGES[(LANGUAGES.indexOf(language) + 1) % 3] as Language;
export const get = (path: string): ProblemRequest => ({ method: 'GET', path });
export const post = (
  path: string,
  json: object,
  headers: ProblemRequest['headers'] = ADMIN_JSON_HEADERS,
): ProblemRequest => ({
  method: 'POST',
  path,
  json: { ...json },
  headers,
});
export const postRaw = (raw: string, type: string): ProblemRequest => ({
  method: 'POST',
  path: 'venues',
  raw,
  headers: { ...ADMIN_HEADERS, 'Content-Type': type },
});
export const remove = (path: string, headers: ProblemRequest['headers'] = {}): ProblemRequest => ({
  method: 'DELETE',
  path,
  headers: { ...ADMIN_HEADERS, ...headers },
});

/** An error that occurs in the described case. */
export const problem = (code: ErrorCode, description: string, request: ProblemCase['request']): ProblemCase => ({
  code,
  description,
  request,
});

/** Missing or invalid parameters, each with its message. */
export const invalid = (
  description: string,
  request: ProblemCase['request'],
  messages: Readonly<Record<string, ParameterMessage>>,
): ProblemCase => ({ ...problem('invalid_parameter', description, request), params: () => messages });

const ROUTING_ERRORS: readonly ProblemCase[] = [
  { code: 'no_route', request: () => ({ ...get('nothing'), headers: UNKNOWN_TOKEN_HEADERS }) },
  problem('no_route', 'of an invalid id', () => get('events/one')),
  {
    code: 'method_not_allowed',
    args: { allow: 'GET, HEAD, POST, OPTIONS' },
    request: () => remove('events'),
  },
  { code: 'uri_too_long', request: () => get(`venues?search=${'x'.repeat(8192)}`) },
];

const BODY_ERRORS: readonly ProblemCase[] = [
  problem('invalid_json', 'that is truncated', () => postRaw('{"ml_language":"ca"', 'application/json')),
  problem('invalid_json', 'that is not an object', () => postRaw('[{"ml_language":"ca"}]', 'application/json')),
  problem('invalid_json', 'nested too deeply', () => post('venues', { ...VENUE, custom_fields: nested(33) })),
  { code: 'unsupported_media_type', request: () => postRaw('ml_language=ca', 'text/plain') },
  {
    code: 'unsupported_media_type',
    description: 'of an unknown charset',
    request: () => postRaw('{}', 'application/json; charset=x'),
    detail: 'errors.unsupported_media_type.charset',
    args: { charset: 'x' },
  },
  { code: 'payload_too_large', request: () => postRaw(`"${'x'.repeat(1.6 * 2 ** 20)}"`, 'application/json') },
  invalid(
    'of a form with too many parameters',
    () => postRaw(`venue=Sala&${'a=1&'.repeat(20_000)}`, ADMIN_FORM_HEADERS['Content-Type']),
    { a: ['too_many_parameters', { max: 200 }] },
  ),
];

/** Errors of authentication and permissions. */
const ACCESS_ERRORS: readonly ProblemCase[] = [
  { code: 'unauthorized', request: () => post('venues', VENUE, { 'Content-Type': 'application/json' }) },
  problem('unauthorized', 'of a value for editors', () => get('events?hide_from_listings=any')),
  {
    code: 'invalid_credentials',
    request: () => post('venues', VENUE, { ...ADMIN_JSON_HEADERS, ...UNKNOWN_TOKEN_HEADERS }),
  },
  problem('invalid_credentials', 'that are malformed', () => ({
    ...get('venues?page=0'),
    headers: { Authorization: 'Basic !' },
  })),
  {
    code: 'forbidden',
    request: ({ subscriber }) =>
      post('tags', { name: 'T' }, { ...ADMIN_JSON_HEADERS, Authorization: `Bearer ${subscriber}` }),
  },
];

/** Errors of the requested record or list. */
const RECORD_ERRORS: readonly ProblemCase[] = [
  problem('no_route', 'of another namespace', () => get('?namespace=wp/v2')),
  ...(['event', 'venue', 'organizer', 'tag'] as const).flatMap((kind): ProblemCase[] => [
    { code: `${kind}_not_found`, request: () => get(`${kind}s/${UNKNOWN_ID}`) },
    { code: `${kind}_not_found`, description: 'on update', request: () => post(`${kind}s/${UNKNOWN_ID}`, {}) },
  ]),
  { code: 'category_not_found', request: () => get(`categories/${UNKNOWN_ID}`) },
  problem('category_not_found', 'on update', () => post(`categories/${UNKNOWN_ID}`, {})),
  {
    code: 'translation_not_found',
    request: ({ tags }, language) => get(`tags/${tags[otherLanguage(language)].id}?ml_fallback=none`),
  },
  {
    code: 'translation_not_found',
    description: 'on removal',
    sources: EXPLICIT_SOURCES,
    request: ({ tags }, language) => remove(`tags/${tags[otherLanguage(language)].id}?ml_scope=translation`),
  },
  {
    code: 'page_not_found',
    args: { total_pages: 1 },
    request: ({ ids }) => get(`venues?include=${ids.venues}&page=2`),
  },
  ...(['event', 'venue', 'organizer'] as const).flatMap((kind): ProblemCase[] => [
    { code: `${kind}_in_trash`, request: ({ trashed }) => get(`${kind}s/${trashed[`${kind}s`]}`) },
    {
      code: `${kind}_in_trash`,
      description: 'on deletion',
      request: ({ trashed }) => remove(`${kind}s/${trashed[`${kind}s`]}`),
    },
  ]),
  ...(['tags', 'categories'] as const).map((path): ProblemCase => ({
    code: 'term_exists',
    description: `of ${path}`,
    request: (fixture, language) => post(path, { name: fixture[path][language].name }),
    members: (fixture, language) => ({ id: fixture[path][language].id }),
  })),
  {
    code: 'last_translation',
    sources: EXPLICIT_SOURCES,
    request: ({ tags }, language) => remove(`tags/${tags[language].id}?ml_scope=translation`),
  },
  {
    code: 'precondition_failed',
    request: ({ tags }, language) => remove(`tags/${tags[language].id}`, { 'If-Match': '"0-a"' }),
  },
  invalid(
    'of an entity tag without quotes',
    ({ tags }, language) => remove(`tags/${tags[language].id}`, { 'If-Match': '1-a' }),
    { 'If-Match': ['entity_tags'] },
  ),
  invalid(
    'of an idempotency key with a blank',
    () => post('tags', { name: 'T' }, { ...ADMIN_JSON_HEADERS, 'Idempotency-Key': 'a b' }),
    { 'Idempotency-Key': ['idempotency_key'] },
  ),
];

/** Errors of user and token management. */
const ACCOUNT_ERRORS: readonly ProblemCase[] = [
  { code: 'user_not_found', request: () => remove(`${USERS_PATH}/${UNKNOWN_ID}`) },
  { code: 'token_not_found', request: () => remove(`${TOKENS_PATH}/${UNKNOWN_ID}`) },
  {
    code: 'conflict',
    description: 'of a username that is taken',
    request: () => post(USERS_PATH, { username: 'ADMIN', role: 'editor' }),
    params: () => ({ username: ['username_taken'] }),
  },
  {
    code: 'conflict',
    description: 'of the last administrator',
    detail: 'errors.conflict.last_administrator',
    request: ({ administrator }) => remove(`${USERS_PATH}/${administrator}`),
  },
  invalid('of an expiry date in the past', () => post(TOKENS_PATH, { expires_at: '2020-01-01' }), {
    expires_at: ['expires_at', { max: 3650 }],
  }),
];

export const PROBLEM_CASES: readonly ProblemCase[] = [
  ...ROUTING_ERRORS,
  ...BODY_ERRORS,
  ...ACCESS_ERRORS,
  ...RECORD_ERRORS,
  ...ACCOUNT_ERRORS,
];
