import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { operationsByAccess } from '../support/access-rules.js';
import { casesByRunMode } from '../support/jest/run-mode.js';
import { CALLERS, outcomeOf, startWithCallers, type CallersFixture } from '../support/callers.js';

let scene: CallersFixture;
let operations: ReturnType<typeof operationsByAccess>;
beforeAll(async () => {
  scene = await startWithCallers();
  operations = operationsByAccess(scene.calendar.routes);
});
afterAll(() => scene.calendar.close());

it('every route belongs to one of the five resources or has an access rule (8.3)', () => {
  const verbs = Map.groupBy(operations.records, ({ verb }) => verb);
  expect([...verbs].map(([verb, all]) => [verb, all.length]).toSorted()).toEqual([
    ['create', 5],
    ['list', 10],
    ['read', 16],
    ['remove', 8],
    ['update', 24],
  ]);
  expect(operations.gated.length).toBeGreaterThan(5);
});

/** The short form leaves out the roles below the editor: the access rules treat them alike. */
const TRIED = casesByRunMode(CALLERS, (role) => ['anonymous', 'editor', 'administrator'].includes(role));

it.each(TRIED)(
  '%s: routes outside the five resources return 401 and 403 according to their access rules (8.3, 8.4)',
  async (role) => {
    const refusal = role === 'anonymous' ? '401 unauthorized' : '403 forbidden';
    const found: unknown[] = [];
    for (const { access, method, path } of operations.gated) {
      const isAllowed = { everybody: true, known: role !== 'anonymous', administrator: role === 'administrator' }[
        access
      ];
      const { status, body } = await scene.calendar.request(method, path.replaceAll(/:\w+/g, '987654321'), {
        token: scene.tokens[role],
      });
      const outcome = method === 'HEAD' ? String(status) : outcomeOf(status, body);
      const expected = method === 'HEAD' ? refusal.slice(0, 3) : refusal;
      if (isAllowed ? status === 401 || status === 403 : outcome !== expected)
        found.push({ method, path, access, outcome });
    }
    expect(found).toEqual([]);
  },
);
