import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServedRoute } from '../support/calendar/open-calendar.js';
import { CALLERS, outcomeOf, startWithCallers, type CallersFixture } from '../support/callers.js';
import { casesByRunMode } from '../support/run/run-mode.js';
import { KINDS, type Kind } from '../support/records/kinds.js';

/** Operation of a route on the records of a kind. */
interface RecordOperation {
  readonly kind: Kind;
  readonly verb: 'list' | 'create' | 'read' | 'update' | 'remove';
  readonly by?: 'id' | 'slug';
  readonly method: string;
}

/** Access level of a route outside the five resources. */
type AccessLevel = 'everybody' | 'authenticated' | 'administrator';

interface RestrictedRoute {
  readonly access: AccessLevel;
  readonly method: string;
  readonly path: string;
}

/** Access levels of routes outside the five resources (8.3 and 10). The first match applies. */
const ACCESS_RULES: readonly (readonly [path: RegExp, accessLevel: AccessLevel])[] = [
  [/^\/calendar\/events\/v1(\/doc)?$/, 'everybody'],
  [/^\/health\/(live|ready)$/, 'everybody'],
  [/^\/(docs(\/.*)?)?$/, 'everybody'],
  [/^\/demo\/pictures\//, 'everybody'],
  [/^\/(agenda(\/.*)?|robots\.txt|sitemap.*\.xml)$/, 'everybody'],
  // Users manage their own tokens.
  [/^\/calendar\/admin\/v1\/(me|tokens)(\/|$)/, 'authenticated'],
  [/^\/calendar\/admin\/v1(\/|$)/, 'administrator'],
];

const PATH_SUFFIXES = { '': undefined, '/:id': 'id', '/by-slug/:slug': 'slug' } as const;

/**
 * Groups all routes by the operation on a kind or by access level.
 * @throws {Error} for a route without an access rule
 */
function operationsByAccess(routes: readonly ServedRoute[]): {
  records: RecordOperation[];
  restricted: RestrictedRoute[];
} {
  const records: RecordOperation[] = [];
  const restricted: RestrictedRoute[] = [];
  for (const { path, methods } of routes) {
    for (const method of methods) {
      const accessLevel = ACCESS_RULES.find(([pattern]) => pattern.test(path))?.[1];
      if (accessLevel) restricted.push({ access: accessLevel, method, path });
      else records.push(operationOf(path, method));
    }
  }
  return { records, restricted };
}

function operationOf(path: string, method: string): RecordOperation {
  const [, name, suffix = ''] = /^\/calendar\/events\/v1\/(\w+)(\/.*?)?(?:\.(?:ics|atom|jsonld))?$/.exec(path) ?? [];
  const kind = KINDS.find((candidate) => candidate.path === name);
  if (!kind || !(suffix in PATH_SUFFIXES)) throw new Error(`No access rule for ${method} ${path}`);
  const by = PATH_SUFFIXES[suffix as keyof typeof PATH_SUFFIXES];
  const isRead = method === 'GET' || method === 'HEAD';
  if (!by) return { kind, verb: isRead ? 'list' : 'create', method };
  return { kind, by, method, verb: isRead ? 'read' : method === 'DELETE' ? 'remove' : 'update' };
}

let fixture: CallersFixture;
let operations: ReturnType<typeof operationsByAccess>;
beforeAll(async () => {
  fixture = await startWithCallers();
  operations = operationsByAccess(fixture.calendar.routes);
});
afterAll(() => fixture.calendar.close());

it('every route belongs to one of the five resources or has an access rule (8.3)', () => {
  // Five kinds have paths by id, three of them also by slug. Events have feeds: three of the list, four of one. GET and HEAD read; POST, PUT and PATCH update.
  const verbs = Map.groupBy(operations.records, ({ verb }) => verb);
  expect([...verbs].map(([verb, all]) => [verb, all.length]).toSorted()).toEqual([
    ['create', 5],
    ['list', 16],
    ['read', 24],
    ['remove', 8],
    ['update', 24],
  ]);
  expect(operations.restricted.length).toBeGreaterThan(5);
});

/** The short form leaves out the roles below editor: the access rules treat them like an editor. */
const TESTED_CALLERS = casesByRunMode(CALLERS, (role) => ['anonymous', 'editor', 'administrator'].includes(role));

it.each(TESTED_CALLERS)(
  '%s: routes outside the five resources return 401 and 403 according to their access rules (8.3, 8.4)',
  async (role) => {
    const refusal = role === 'anonymous' ? '401 unauthorized' : '403 forbidden';
    const violations: unknown[] = [];
    for (const { access, method, path } of operations.restricted) {
      const isAllowed = {
        everybody: true,
        authenticated: role !== 'anonymous',
        administrator: role === 'administrator',
      }[access];
      const { status, body } = await fixture.calendar.request(method, path.replaceAll(/:\w+/g, '987654321'), {
        token: fixture.tokens[role],
      });
      const outcome = method === 'HEAD' ? String(status) : outcomeOf(status, body);
      const expected = method === 'HEAD' ? refusal.slice(0, 3) : refusal;
      if (isAllowed ? status === 401 || status === 403 : outcome !== expected)
        violations.push({ method, path, access, outcome });
    }
    expect(violations).toEqual([]);
  },
);
