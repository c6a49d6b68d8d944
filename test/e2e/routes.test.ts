import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken, createUser, TOKENS_PATH } from '../support/accounts/accounts.js';
import { fetchDocument, operationsIn, type ServedDocument } from '../support/document/served-document.js';
import { casesByRunMode } from '../support/run/run-mode.js';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, KINDS, PUBLISHABLE_KINDS, requiredFieldsOf, uniqueName } from '../support/records/kinds.js';
import { operationsOf, type Operation } from '../support/requests/operations.js';
import { rawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar, type RequestOptions, type TestCalendar } from '../support/calendar/test-calendar.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY', 'TRACE'];

/** Documented statuses of every operation. */
const COMMON_STATUSES = ['400', '401', '408', '413', '414', '429', '431', '500', '503'];
/** Other documented statuses by method and path. The first row that matches applies. */
const STATUSES: readonly (readonly [operation: RegExp, statuses: readonly string[]])[] = [
  [/^GET .*\/(me|doc)$/, ['200', '304']],
  [/^GET .*\/(events\/v1|(categories|tags)(\/\{id\})?|tokens\/\{id\})$/, ['200', '304', '404']],
  [/^GET .*\/(venues|organizers)\/.*\}$/, ['200', '304', '404', '410']],
  [/^GET .*\/events\/(by-slug\/)?\{\w+\}(\.\w+)?$/, ['200', '304', '403', '404', '410']],
  [/^GET .*\/events\.(ics|atom)$/, ['200', '304', '403']],
  [/^GET /, ['200', '304', '403', '404']],
  [/^POST .*\w$/, ['201', '403', '409', '415', '422']],
  [/^(POST|PUT|PATCH) /, ['200', '403', '404', '409', '412', '415', '422', '428']],
  [/^DELETE .*\/tokens\//, ['200', '404', '409', '412', '422', '428']],
  [/^DELETE .*\/(categories|tags|users)\//, ['200', '403', '404', '409', '412', '422', '428']],
  [/^DELETE /, ['200', '403', '404', '409', '410', '412', '422', '428']],
];

let calendar: TestCalendar;
let document: ServedDocument;
let operations: Operation[];
beforeAll(async () => {
  calendar = await startTestCalendar();
  document = await fetchDocument(calendar, 'en');
  operations = operationsOf(calendar);
});
afterAll(() => calendar.close());

interface ValidRequest {
  readonly path: string;
  readonly options: RequestOptions;
}

/** A request that succeeds, on a new record, user or token. */
async function validRequest({ method, path, kind }: Operation): Promise<ValidRequest> {
  const isToken = path.startsWith(TOKENS_PATH);
  const isSingle = /\}(\.\w+)?$/.test(path);
  const account = isToken ? { expires_in_days: 1 } : { username: uniqueName('User'), role: 'author' };
  const fields = kind && (isSingle ? { description: 'Changed' } : requiredFieldsOf(kind));
  const options = ['POST', 'PUT', 'PATCH'].includes(method) ? { json: fields ?? account } : {};
  if (!isSingle) return { path, options };
  if (!kind) {
    const { id } = isToken ? await createToken(calendar) : await createUser(calendar);
    return { path: path.replace('{id}', String(id)), options };
  }
  const { id, slug } = await createRecord(calendar, kind.path);
  return { path: path.replace('{id}', String(id)).replace('{slug}', slug), options };
}

/**
 * Runs a check for every operation and reports all failures together. The short form leaves out venues, organizers and
 * categories.
 */
async function forEveryOperation(
  check: (operation: Operation, request: ValidRequest) => Promise<unknown>,
): Promise<void> {
  expect(operations.length).toBeGreaterThan(60);
  const failures: string[] = [];
  const tested = casesByRunMode(operations, ({ kind }) => !kind || ['events', 'tags'].includes(kind.path));
  for (const operation of tested) {
    await check(operation, await validRequest(operation)).catch((error: unknown) =>
      failures.push(`${operation.method} ${operation.path}: ${String(error)}`),
    );
  }
  expect(failures).toEqual([]);
}

describe('Every route', () => {
  it('is in the OpenAPI document, which has no other route (10.3)', () => {
    const routed = operations.filter(({ method }) => method !== 'HEAD').map(({ method, path }) => `${method} ${path}`);
    const documented = operationsIn(document).map(({ location }) => location);
    expect(documented.toSorted()).toEqual(routed.toSorted());
  });

  it('documents exactly the statuses in STATUSES and COMMON_STATUSES for its method and path (10.3)', () => {
    for (const { location, responses } of operationsIn(document)) {
      const statuses = STATUSES.find(([operation]) => operation.test(location))?.[1] ?? [];
      expect([location, Object.keys(responses)]).toEqual([location, [...statuses, ...COMMON_STATUSES].toSorted()]);
    }
  });

  it('documents the same parameters, body and responses for POST, PUT and PATCH of an update (6.1)', () => {
    const updates = Object.values(document.paths).filter((item) => item['patch']);
    // By id for each kind, by slug if it is publishable, and by id for users.
    expect(updates).toHaveLength(KINDS.length + PUBLISHABLE_KINDS.length + 1);
    for (const { post, put, patch } of updates) {
      const { operationId: _id, summary: _summary, description: _description, ...rest } = patch ?? {};
      expect([post, put]).toEqual([expect.objectContaining(rest), expect.objectContaining(rest)]);
    }
  });

  it('supports HEAD if and only if it supports GET (1.1)', () => {
    for (const { path, methods } of calendar.routes) {
      expect([path, methods.includes('HEAD')]).toEqual([path, methods.includes('GET')]);
    }
  });

  it('returns the status and the main headers of GET for HEAD, without a body (1.1)', () =>
    forEveryOperation(async ({ method }, { path }) => {
      if (method !== 'HEAD') return;
      const [read, head] = [await calendar.request('GET', path), await calendar.request('HEAD', path)];
      expect([read.status, head.status, head.text]).toEqual([200, 200, '']);
      const names = [
        'Content-Type',
        'Content-Language',
        'Content-Location',
        'Vary',
        'Cache-Control',
        'Link',
        'X-Total',
        'X-Total-Pages',
      ];
      for (const name of names) expect([name, head.headers.get(name)]).toEqual([name, read.headers.get(name)]);
    }));

  it('returns 405 with Allow for every other method, before any other check (1.2)', async () => {
    for (const { path, methods } of calendar.routes) {
      const address = path.replace(':id', '1').replace(/:\w+/, 'swagger-ui.css');
      for (const method of METHODS.filter((candidate) => !methods.includes(candidate))) {
        const headers = { Authorization: 'Bearer nobody', 'Content-Type': 'text/plain' };
        const response = await rawRequest(calendar.origin, { method, path: `${address}?page=0`, headers, body: '{' });
        // Errors of pages are HTML.
        const code = path.startsWith('/agenda') ? undefined : 'method_not_allowed';
        expect([method, path, response.status, response.body['code']]).toEqual([method, path, 405, code]);
        const allowed = String(response.headers['allow']).split(', ');
        expect(allowed.filter((name) => name !== 'OPTIONS').toSorted()).toEqual(methods.toSorted());
      }
    }
  });

  it('is reached by a POST that names its method in the query or in a header (1.4)', () =>
    forEveryOperation(async ({ method }, { path, options }) => {
      if (!['PUT', 'PATCH', 'DELETE'].includes(method)) return;
      const inQuery = await calendar.request('POST', `${path}?_method=${method.toLowerCase()}`, options);
      const headers = { 'X-HTTP-Method-Override': method, Prefer: 'handling=strict' };
      const inHeader = await calendar.request('POST', path, { ...options, headers });
      // A record can be deleted once, a token repeatedly.
      const isGone = method === 'DELETE' && !path.startsWith(TOKENS_PATH);
      expect([inQuery.status, inHeader.status === 200]).toEqual([200, !isGone]);
    }));

  it('accepts a trailing slash and ml_language, and documents ml_language (1.1, 3.1)', () =>
    forEveryOperation(async (operation, { path, options }) => {
      const { method } = operation;
      const unknown = await calendar.request(method, `${path}?ml_language=fr`, options);
      expect((await calendar.request(method, `${path}/?ml_language=EN`, options)).status).toBeLessThan(300);
      if (method === 'HEAD') return expect(unknown.status).toBe(400);
      expectInvalidParameters(unknown, 'ml_language');
      const { parameters } = document.paths[operation.path]?.[method.toLowerCase()] ?? {};
      expect(parameters?.map(({ name }) => name)).toContain('ml_language');
    }));

  it('knows every documented parameter, and rejects an unknown one with Prefer: handling=strict (2.6)', () =>
    forEveryOperation(async (operation, { path, options }) => {
      if (operation.method === 'HEAD') return;
      const { parameters = [], requestBody } = document.paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
      const schema = requestBody?.content['application/json']?.schema?.$ref?.split('/').at(-1) ?? '';
      const inBody = Object.keys(document.components.schemas[schema]?.properties ?? {});
      const names = [...parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name), ...inBody];
      const query = [...new Set(names), 'unknown_to_all'].map((name) => `${name}=`).join('&');
      const strict = { ...options, headers: { Prefer: 'handling=strict' } };
      const response = await calendar.request(operation.method, `${path}?${query}`, strict);
      const unknown = Object.entries((response.body['params'] ?? {}) as Record<string, string>);
      const unknownMessage = unknown.find(([name]) => name === 'unknown_to_all')?.[1];
      expect(unknown.filter(([, message]) => message === unknownMessage).map(([name]) => name)).toEqual([
        'unknown_to_all',
      ]);
    }));
});
