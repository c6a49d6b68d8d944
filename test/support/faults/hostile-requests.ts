import { HOSTILE_JSON, HOSTILE_TEXTS } from '../hostile-values.js';
import { KINDS } from '../kinds.js';
import { ADMIN_HEADERS } from '../raw-request.js';
import type { RequestSpec } from './timed-request.js';

const ROOT = '/calendar/events/v1';
const PARAMETERS = [
  'search',
  'page',
  'per_page',
  'include',
  'orderby',
  'after',
  'ml_language',
  'start_date',
  'geoloc_lat',
];
const FIELDS = [
  'slug',
  'description',
  'venue',
  'tags',
  'parent',
  'start_date',
  'cost',
  'image',
  'custom_fields',
  'status',
];
const NESTED = `${'['.repeat(100)}${']'.repeat(100)}`;

const reads: readonly RequestSpec[] = KINDS.flatMap(({ path }) =>
  PARAMETERS.flatMap((name) => HOSTILE_TEXTS.map((text) => ({ path: `${ROOT}/${path}?${name}=${text}` }))),
);

const writes: readonly RequestSpec[] = KINDS.flatMap(({ path, titleField, required }) =>
  [titleField, ...FIELDS].flatMap((field) =>
    HOSTILE_JSON.map((value) => {
      const given = Object.entries({ [titleField]: 'Hostile', ...required }).filter(([name]) => name !== field);
      const members = given.map(([name, each]) => `"${name}":"${each}"`);
      const body = `{${[...members, `"${field}":${value}`].join(',')}}`;
      return { method: 'POST', path: `${ROOT}/${path}`, headers: ADMIN_HEADERS, body };
    }),
  ),
);

const create = (body: string, headers: Readonly<Record<string, string>> = {}): RequestSpec => ({
  method: 'POST',
  path: `${ROOT}/tags`,
  headers: { ...ADMIN_HEADERS, ...headers },
  body,
});
const read = (path: string, headers: Readonly<Record<string, string>> = {}): RequestSpec => ({ path, headers });

/** Requests that are wrong as a whole. */
const malformedRequests: readonly RequestSpec[] = [
  create('{'),
  create(NESTED),
  create(`{"name":${NESTED}}`),
  create('{"name":"a"}', { 'Content-Type': 'text/html' }),
  create('{"name":"a"}', { 'Content-Type': 'application/json; charset=utf-16' }),
  create('{"name":"a"}', { 'Content-Encoding': 'gzip' }),
  create(`name=${'a'.repeat(1000)}`, { 'Content-Type': 'application/x-www-form-urlencoded' }),
  create('name[a][b][c]=1', { 'Content-Type': 'application/x-www-form-urlencoded' }),
  create('{"name":"a"}', { 'Idempotency-Key': 'k'.repeat(256) }),
  create('{"name":"a"}', { Authorization: 'Basic Og==' }),
  create(JSON.stringify({ name: 'a', description: 'é'.repeat(1_000_000) })),
  create(JSON.stringify({ name: 'a', description: '<b>'.repeat(60_000) })),
  read(`${ROOT}/tags?${'x=1&'.repeat(201)}`),
  read(`${ROOT}/tags?search=${'x'.repeat(9_000)}`),
  read(`${ROOT}/tags/%00`),
  read(`${ROOT}/tags/99999999999999999999`),
  read(`${ROOT}/../../../etc/passwd`),
  read('//a.example/calendar/events/v1'),
  read(`${ROOT}/events/by-slug/%C3%28`),
  read(`${ROOT}/events`, { 'Accept-Language': 'ca;q=1,'.repeat(1_000) }),
  read(`${ROOT}/events`, { 'If-None-Match': '"a",'.repeat(2_000) }),
  read(`${ROOT}/events`, { Authorization: 'Bearer nobody-0123456789-0123456789-0123456789' }),
  read(`${ROOT}/events`, { Prefer: 'handling=strict, '.repeat(200), 'X-Request-Id': '{}' }),
  read(`${ROOT}/events`, { Host: 'a.example:99999' }),
  read(`${ROOT}/events`, { Range: 'bytes=0-1,5-4', Origin: 'null' }),
  read(`${ROOT}/events/1`, { 'X-Event-Password': '%E9' }),
  { method: 'TRACE', path: ROOT },
  { method: 'PROPFIND', path: `${ROOT}/events` },
  { method: 'DELETE', path: `${ROOT}/tags/1?ml_scope=translation`, headers: ADMIN_HEADERS },
  { method: 'PATCH', path: `${ROOT}/tags/0`, headers: { ...ADMIN_HEADERS, 'If-Match': '"' }, body: '[]' },
  { method: 'OPTIONS', path: '*' },
];

/** Requests that have broken services; hardly any of them succeeds. */
export const HOSTILE_REQUESTS: readonly RequestSpec[] = [...malformedRequests, ...reads, ...writes];
