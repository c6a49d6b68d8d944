import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dereference } from '../support/document/served-document.js';
import { casesByRunMode } from '../support/jest/run-mode.js';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, KINDS, uniqueName, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { AccountAttempts } from './document/account-attempts.js';
import {
  RequestAttempts,
  type ApiDocument,
  type DocumentedOperation,
  type OperationAttempts,
} from './document/operation-attempts.js';
import { operationsOf, type Operation } from '../support/requests/operations.js';
import { ADMIN_HEADERS, rawRequest, type RawResponse } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const PROBLEM = 'application/problem+json';
/** Statuses that no single well-formed request of an administrator causes: conflicts, limits, timeouts, malformed HTTP and faults. */
const RARE = new Set(['408', '409', '410', '422', '428', '429', '431', '500', '503']);
const TOO_LARGE = `"${'x'.repeat(1.6 * 2 ** 20)}"`;
const SENT_AS = { ...ADMIN_HEADERS, 'Content-Type': 'application/json' };
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY', 'TRACE'];

let calendar: TestCalendar;
let document: ApiDocument;
let operations: Operation[];
beforeAll(async () => {
  calendar = await startTestCalendar();
  document = dereference((await calendar.request<ApiDocument>('GET', 'doc')).body);
  operations = operationsOf(calendar);
});
afterAll(() => calendar.close());

/** The short form has events and tags as examples of publishable records and terms, and the paths of no kind. */
const isExample = (kind: Kind | undefined) => kind === undefined || ['events', 'tags'].includes(kind.path);

/** Runs a check for every operation and reports all failures together. */
async function everywhere(check: (operation: Operation, attempts: OperationAttempts) => Promise<void>): Promise<void> {
  expect(operations.length).toBeGreaterThan(60);
  const failures: string[] = [];
  const shared = new Map<Kind, Promise<ServedRecord>>();
  for (const operation of casesByRunMode(operations, ({ kind }) => isExample(kind))) {
    const attempts = operation.path.startsWith('/calendar/admin/')
      ? new AccountAttempts(calendar, operation)
      : new RequestAttempts(calendar, operation, shared);
    await check(operation, attempts).catch((error: unknown) =>
      failures.push(`${operation.method} ${operation.path}: ${String(error)}`),
    );
  }
  expect(failures).toEqual([]);
}

describe('Every route', () => {
  it('is in the OpenAPI document, which has no other route (10.3)', () => {
    const routed = operations.filter(({ method }) => method !== 'HEAD').map(({ method, path }) => `${method} ${path}`);
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.toSorted()).toEqual(routed.toSorted());
  });

  it('supports HEAD if and only if it supports GET (1.1)', () => {
    for (const { path, methods } of calendar.routes) {
      expect([path, methods.includes('HEAD')]).toEqual([path, methods.includes('GET')]);
    }
  });

  it('accepts a trailing slash (1.1)', () =>
    everywhere(async (_operation, attempts) => {
      const { path, options: sent } = await attempts.valid();
      const { status, text } = await attempts.send({ path: `${path}/`, options: sent });
      if (status !== (attempts.creates ? 201 : 200)) throw new Error(`${status} ${text}`);
    }));

  it('returns the status and headers of GET for HEAD, without a body (1.1)', () =>
    everywhere(async ({ method }, attempts) => {
      if (method !== 'HEAD') return;
      const { path, options: sent } = await attempts.valid();
      const [read, head] = [await calendar.request('GET', path, sent), await calendar.request('HEAD', path, sent)];
      expect(read.status).toBe(200);
      const shown = (name: string) => [name, head.headers.get(name)];
      expect([head.status, head.text]).toEqual([read.status, '']);
      for (const name of ['Content-Type', 'Content-Language', 'Content-Location', 'Vary', 'Cache-Control', 'Link']) {
        expect(shown(name)).toEqual([name, read.headers.get(name)]);
      }
    }));

  it('returns 405 with Allow for every other method, before any other check (1.2)', async () => {
    for (const { path, methods } of calendar.routes) {
      const address = path.replace(':id', '1').replace(/:\w+/, 'swagger-ui.css');
      for (const method of METHODS.filter((each) => !methods.includes(each))) {
        const headers = { Authorization: 'Bearer nobody', 'Content-Type': 'text/plain' };
        const answer = await rawRequest(calendar.origin, { method, path: `${address}?page=0`, headers, body: '{' });
        expect([method, path, answer.status, answer.body['code']]).toEqual([method, path, 405, 'method_not_allowed']);
        const allowed = String(answer.headers['allow']).split(', ');
        expect(allowed.filter((each) => each !== 'OPTIONS').toSorted()).toEqual(methods.toSorted());
      }
    }
  });

  it('accepts ml_language and documents it (3.1)', () =>
    everywhere(async ({ method, path }, attempts) => {
      expect((await attempts.send(await attempts.valid('?ml_language=EN'))).status).toBeLessThan(300);
      const unknown = await attempts.send(await attempts.valid('?ml_language=fr'));
      if (method === 'HEAD') return expect(unknown.status).toBe(400);
      expectInvalidParameters(unknown, 'ml_language');
      const { parameters } = document.paths[path]?.[method.toLowerCase()] ?? {};
      expect(parameters?.map(({ name }) => name)).toContain('ml_language');
    }));

  it('knows every documented parameter and no other (2.6)', () =>
    everywhere(async ({ method, path }, attempts) => {
      if (method === 'HEAD') return;
      const { parameters = [], requestBody } = document.paths[path]?.[method.toLowerCase()] ?? {};
      const schema = requestBody?.content['application/json']?.schema.$ref.split('/').at(-1) ?? '';
      const inBody = Object.keys(document.components.schemas[schema]?.properties ?? {});
      const names = [...parameters.filter((each) => each.in === 'query').map(({ name }) => name), ...inBody];
      const { path: address, options: sent } = await attempts.valid();
      const query = [...new Set(names), 'unknown_to_all'].map((name) => `${name}=`).join('&');
      const answer = await attempts.send({
        path: `${address}?${query}`,
        options: { ...sent, headers: { Prefer: 'handling=strict' } },
      });
      const unknown = Object.entries((answer.body['params'] ?? {}) as Record<string, string>);
      const ofUnknown = unknown.find(([name]) => name === 'unknown_to_all')?.[1];
      expect(unknown.filter(([, message]) => message === ofUnknown).map(([name]) => name)).toEqual(['unknown_to_all']);
    }));
});

describe('Every response', () => {
  it('has a documented status, error code and members (10.3)', () =>
    everywhere(async (operation, attempts) => {
      if (operation.method === 'HEAD') return;
      const { responses = {} } = document.paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
      const met = new Set<number>();
      const meet = ({ status, body }: Pick<RawResponse, 'status' | 'body'>) => {
        met.add(status);
        const documented = responses[status];
        if (!documented) throw new Error(`${status} ${String(body['code'])} is not documented`);
        const [[type, { schema, examples }] = ['', { schema: {}, examples: {} }]] = Object.entries(
          documented.content ?? {},
        );
        if (status >= 400) {
          expect([type, Object.keys(examples)]).toEqual([PROBLEM, expect.arrayContaining([body['code']])]);
        } else if (schema.$ref) {
          const { required = [] } = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {};
          expect(Object.keys(body)).toEqual(expect.arrayContaining([...required]));
        }
      };
      for await (const attempt of attempts.all()) meet(await attempts.send(attempt));
      const { path } = await attempts.valid();
      // `fetch` does not send a body with GET or HEAD.
      meet(await rawRequest(calendar.origin, { method: operation.method, path, body: TOO_LARGE, headers: SENT_AS }));
      const unmet = Object.keys(responses).filter((status) => !met.has(Number(status)));
      expect(unmet.filter((status) => !RARE.has(status))).toEqual([]);
    }));
});

describe('Every update', () => {
  const COMPUTED = new Set([
    'id',
    'slug',
    'url',
    'rest_url',
    'ml_translations',
    'date',
    'date_utc',
    'modified',
    'modified_utc',
  ]);
  const CHANGES = {
    events: {
      description: '<p>New</p>',
      start_date: '2030-05-01 20:00',
      featured: 'yes',
      cost: '20 €',
      custom_fields: { a: 1 },
    },
    venues: { description: '<p>New</p>', city: 'Reus', geo_lat: 41, geo_lng: 1, show_map: 'no' },
    organizers: { description: '<p>New</p>', email: 'a@a.example', phone: 977 },
    categories: { description: '<p>New</p>' },
    tags: { description: '<p>New</p>' },
  };

  const comparable = (record: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !COMPUTED.has(name)));

  it.each(casesByRunMode(KINDS, isExample))(
    'has the same result by POST, PUT and PATCH, by id and by slug: $path (6.1)',
    async ({ path, titleField: heading, isPublishable: isPublished }) => {
      const start = path === 'events' ? { website: 'https://a.example/' } : path === 'venues' ? { zip: '43201' } : {};
      const results: unknown[] = [];
      const refusals: unknown[] = [];
      const name = uniqueName('Renamed');
      for (const method of ['POST', 'PUT', 'PATCH']) {
        for (const by of isPublished ? ['id', 'slug'] : ['id']) {
          const record: ServedRecord = await createRecord(calendar, path, start);
          const address = by === 'id' ? `${path}/${record.id}` : `${path}/by-slug/${record.slug}`;
          const json = isPublished ? { ...CHANGES[path], [heading]: name } : CHANGES[path];
          const answer = await calendar.request(method, address, { json });
          expect([answer.status, answer.body['id'], answer.body['slug']]).toEqual([200, record.id, record.slug]);
          results.push({ ...comparable(answer.body), ...(isPublished ? {} : { name: '' }) });
          const refused = await calendar.request(method, address, { json: { [heading]: '', description: {} } });
          refusals.push({ ...refused.body, instance: '' });
        }
      }
      expect(results).toEqual(results.map(() => results[0]));
      expect(results[0]).toMatchObject({ description: '<p>New</p>', ...start });
      expect(refusals).toEqual(refusals.map(() => refusals[0]));
    },
  );

  it('has the same documentation for POST, PUT and PATCH (6.1)', () => {
    const updates = Object.values(document.paths).filter((item) => item['patch']);
    expect(updates).toHaveLength(9);
    for (const { post, put, patch } of updates) {
      const { operationId: _id, description: _description, ...rest } = patch ?? ({} as Partial<DocumentedOperation>);
      expect([post, put]).toEqual([expect.objectContaining(rest), expect.objectContaining(rest)]);
    }
  });
});
