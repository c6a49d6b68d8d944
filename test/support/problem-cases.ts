import type { ErrorCode } from '../../src/kernel/errors/error-codes.js';
import { TOKENS, USERS } from './accounts.js';
import { LANGUAGES, type Language } from './languages.js';
import type { ProblemScene } from './problem-scene.js';
import { AS_ADMINISTRATOR } from './raw-request.js';

/** Where a request says which language it wants. */
export const WAYS = ['query', 'segment', 'accepted', 'body'] as const;
export type Way = (typeof WAYS)[number];
/** Those that name a language. */
export const NAMING: readonly Way[] = ['query', 'segment', 'body'];

/** A request that is refused, before it asks for a language. */
export interface ProblemRequest {
  readonly method: string;
  /** Behind the namespace, with a query or without. */
  readonly path: string;
  /** Body that is read, and may name the language too. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** Body that is not. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A text of `validation.json`, and the values of its placeholders. */
export type ParameterMessage = readonly [key: string, args?: Readonly<Record<string, unknown>>];

/** An error, and a request that meets it. */
export interface ProblemCase {
  readonly code: ErrorCode;
  /** What of the error it is, where there are several ways to meet it. */
  readonly what?: string;
  readonly request: (scene: ProblemScene, language: Language) => ProblemRequest;
  /** Values of the placeholders of its texts. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** Key of what is said in place of what its code says in general. */
  readonly detail?: string;
  /** What is said of each parameter: the key of its message, and the values of that message's placeholders. */
  readonly params?: (scene: ProblemScene) => Readonly<Record<string, ParameterMessage>>;
  /** The members that the problem has beside the standard ones. */
  readonly members?: (scene: ProblemScene, language: Language) => Readonly<Record<string, unknown>>;
  /** The ways to ask for a language in which it can be met; all, where nothing is said. */
  readonly ways?: readonly Way[];
}

export const AS_JSON = { ...AS_ADMINISTRATOR, 'Content-Type': 'application/json' };
export const AS_FORM = { ...AS_ADMINISTRATOR, 'Content-Type': 'application/x-www-form-urlencoded' };
const AS_NOBODY = { Authorization: 'Bearer nobody-0123456789-0123456789-0123456789' };
const VENUE = { venue: 'Ateneu' };
const MISSING = 987_654_321;

const nested = (depth: number): object => (depth === 1 ? {} : { a: nested(depth - 1) });
export const otherThan = (language: Language) => LANGUAGES[(LANGUAGES.indexOf(language) + 1) % 3] as Language;
export const get = (path: string): ProblemRequest => ({ method: 'GET', path });
export const post = (path: string, json: object, headers: ProblemRequest['headers'] = AS_JSON): ProblemRequest => ({
  method: 'POST',
  path,
  json: { ...json },
  headers,
});
export const send = (raw: string, type: string): ProblemRequest => ({
  method: 'POST',
  path: 'venues',
  raw,
  headers: { ...AS_ADMINISTRATOR, 'Content-Type': type },
});
export const remove = (path: string, headers: ProblemRequest['headers'] = {}): ProblemRequest => ({
  method: 'DELETE',
  path,
  headers: { ...AS_ADMINISTRATOR, ...headers },
});

/** Errors that arise before a request is routed. */
const BEFORE_ROUTING: readonly ProblemCase[] = [
  { code: 'no_route', request: () => get('nothing') },
  { code: 'no_route', what: 'of an id that is none', request: () => get('events/one') },
  {
    code: 'method_not_allowed',
    args: { allow: 'GET, HEAD, POST, OPTIONS' },
    request: () => remove('events'),
  },
  { code: 'uri_too_long', request: () => get(`venues?search=${'x'.repeat(8192)}`) },
];

/** Errors of the body. */
const WHILE_READING: readonly ProblemCase[] = [
  { code: 'invalid_json', what: 'that breaks off', request: () => send('{"ml_language":"ca"', 'application/json') },
  {
    code: 'invalid_json',
    what: 'that is no object',
    request: () => send('[{"ml_language":"ca"}]', 'application/json'),
  },
  {
    code: 'invalid_json',
    what: 'nested too deeply',
    request: () => post('venues', { ...VENUE, custom_fields: nested(33) }),
  },
  { code: 'unsupported_media_type', request: () => send('ml_language=ca', 'text/plain') },
  { code: 'unsupported_media_type', what: 'of its charset', request: () => send('{}', 'application/json; charset=x') },
  { code: 'payload_too_large', request: () => send(`"${'x'.repeat(1.6 * 2 ** 20)}"`, 'application/json') },
  {
    code: 'invalid_parameter',
    what: 'of a form without end',
    request: () => send(`venue=Sala&${'a=1&'.repeat(20_000)}`, AS_FORM['Content-Type']),
    params: () => ({ a: ['too_many_parameters', { most: 200 }] }),
  },
];

/** Errors of the one who asks. */
const BY_RIGHTS: readonly ProblemCase[] = [
  { code: 'unauthorized', request: () => post('venues', VENUE, { 'Content-Type': 'application/json' }) },
  { code: 'unauthorized', what: 'of a reserved value', request: () => get('events?hide_from_listings=any') },
  { code: 'invalid_credentials', request: () => post('venues', VENUE, { ...AS_JSON, ...AS_NOBODY }) },
  {
    code: 'invalid_credentials',
    what: 'that cannot be read',
    request: () => ({ ...get('venues'), headers: { Authorization: 'Basic !' } }),
  },
  {
    code: 'forbidden',
    request: ({ subscriber }) => post('tags', { name: 'T' }, { ...AS_JSON, Authorization: `Bearer ${subscriber}` }),
  },
];

/** Errors of what is asked for. */
const BY_RECORD: readonly ProblemCase[] = [
  { code: 'no_route', what: 'of another namespace', request: () => get('?namespace=wp/v2') },
  ...(['event', 'venue', 'organizer', 'tag'] as const).flatMap((kind): ProblemCase[] => [
    { code: `${kind}_not_found`, request: () => get(`${kind}s/${MISSING}`) },
    { code: `${kind}_not_found`, what: 'on update', request: () => post(`${kind}s/${MISSING}`, {}) },
  ]),
  { code: 'category_not_found', request: () => get(`categories/${MISSING}`) },
  { code: 'category_not_found', what: 'on update', request: () => post(`categories/${MISSING}`, {}) },
  {
    code: 'translation_not_found',
    request: ({ tags }, language) => get(`tags/${tags[otherThan(language)].id}?ml_fallback=none`),
  },
  {
    code: 'translation_not_found',
    what: 'that is to be removed',
    ways: NAMING,
    request: ({ tags }, language) => remove(`tags/${tags[otherThan(language)].id}?ml_scope=translation`),
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
      what: 'on deletion',
      request: ({ trashed }) => remove(`${kind}s/${trashed[`${kind}s`]}`),
    },
  ]),
  ...(['tags', 'categories'] as const).map((path): ProblemCase => ({
    code: 'term_exists',
    what: `of ${path}`,
    request: (scene, language) => post(path, { name: scene[path][language].name }),
    members: (scene, language) => ({ id: scene[path][language].id }),
  })),
  {
    code: 'last_translation',
    ways: NAMING,
    request: ({ tags }, language) => remove(`tags/${tags[language].id}?ml_scope=translation`),
  },
  {
    code: 'precondition_failed',
    request: ({ tags }, language) => remove(`tags/${tags[language].id}`, { 'If-Match': '"0-a"' }),
  },
  {
    code: 'invalid_parameter',
    what: 'of a tag without quotes',
    request: ({ tags }, language) => remove(`tags/${tags[language].id}`, { 'If-Match': '1-a' }),
    params: () => ({ 'If-Match': ['entity_tags'] }),
  },
];

/** Errors of users and tokens. */
const BY_ACCOUNT: readonly ProblemCase[] = [
  { code: 'user_not_found', request: () => remove(`${USERS}/${MISSING}`) },
  { code: 'token_not_found', request: () => remove(`${TOKENS}/${MISSING}`) },
  {
    code: 'conflict',
    what: 'of a name that somebody has',
    request: () => post(USERS, { username: 'ADMIN', role: 'editor' }),
    params: () => ({ username: ['username_taken'] }),
  },
  {
    code: 'conflict',
    what: 'of the last administrator',
    detail: 'errors.conflict.last_administrator',
    request: ({ administrator }) => remove(`${USERS}/${administrator}`),
  },
  {
    code: 'invalid_parameter',
    what: 'of an end gone by',
    request: () => post(TOKENS, { expires_at: '2020-01-01' }),
    params: () => ({ expires_at: ['expires_at', { most: 3650 }] }),
  },
];

export const PROBLEM_CASES: readonly ProblemCase[] = [
  ...BEFORE_ROUTING,
  ...WHILE_READING,
  ...BY_RIGHTS,
  ...BY_RECORD,
  ...BY_ACCOUNT,
];
