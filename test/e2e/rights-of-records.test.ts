import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord } from '../support/kinds.js';
import { outcomeOf, outcomeOfTerm, outcomeOfUpdate, authorizationOutcome } from '../support/expected-outcomes.js';
import { operationsByAccess, type RecordOperation } from '../support/access-rules.js';
import { startRightsFixture, type RightsFixture, type RelatedRecord } from '../support/rights-fixture.js';
import { CALLER_ROLES, ACTIVE_STATUSES, roleCanEditAll, type CallerRole } from '../support/rights-table.js';
import { addressOf, diffWithRightsTable } from '../support/diff-with-rights-table.js';

let scene: RightsFixture;
let operations: ReturnType<typeof operationsByAccess>;
beforeAll(async () => {
  scene = await startRightsFixture();
  operations = operationsByAccess(scene.calendar.routes);
});
afterAll(() => scene.close());

/** Operations of one record, of the kinds that have owners and states or of the others. */
const ofOne = (isPublished: boolean, ...verbs: RecordOperation['verb'][]) =>
  operations.records.filter((each) => each.by && each.kind.isPublishable === isPublished && verbs.includes(each.verb));

async function outcome(role: CallerRole, method: string, path: string, json?: object): Promise<string> {
  const { status, body } = await scene.calendar.request(method, path, { token: scene.tokens[role], json });
  return method === 'HEAD' ? String(status) : outcomeOf(status, body);
}

it('8.3 says something of every route', () => {
  const counts = [ofOne(true, 'read'), ofOne(true, 'update', 'remove'), ofOne(false, 'read', 'update', 'remove')];
  expect(counts.map(({ length }) => length)).toEqual([12, 24, 12]);
  expect(operations.gated.length).toBeGreaterThan(5);
  expect(CALLER_ROLES.slice(1).map((role) => scene.relatedTo(role).length)).toEqual([90, 90, 90, 90, 90]);
});

describe.each(CALLER_ROLES)('%s', (role) => {
  it('8.3 8.5 8.9 reads by every route what the table says', async () => {
    const found: unknown[] = [];
    for (const operation of ofOne(true, 'read')) found.push(...(await diffWithRightsTable(scene, { role, operation })));
    expect(found.slice(0, 5)).toEqual([]);
  });

  it('8.3 8.4 8.5 8.9 updates and deletes by every route what the table says', async () => {
    const found: unknown[] = [];
    for (const operation of ofOne(true, 'update', 'remove')) {
      found.push(...(await diffWithRightsTable(scene, { role, operation })));
      await scene.reset();
    }
    expect(found.slice(0, 5)).toEqual([]);
  });

  it('8.6 8.7 8.9 an update that asks for a status gives it as far as the role may', async () => {
    const found: unknown[] = [];
    // What nobody owns is as what others own, and to those who rule over that whose one is makes no difference.
    const owners = roleCanEditAll(role) ? ['own'] : ['own', 'other'];
    const isWanted = ({ relation: standing }: RelatedRecord) => owners.includes(standing.owner);
    for (const operation of ofOne(true, 'update').filter(({ method, by }) => method === 'PATCH' && by === 'id')) {
      for (const asked of [...ACTIVE_STATUSES, 'trash'] as const) {
        found.push(...(await diffWithRightsTable(scene, { role, operation, requestedStatus: asked }, isWanted)));
        await scene.reset();
      }
    }
    expect(found.slice(0, 5)).toEqual([]);
  });

  it('8.3 8.10 deletes for good only what the table says, whatever there is', async () => {
    const found: unknown[] = [];
    for (const operation of ofOne(true, 'remove')) {
      const refused = authorizationOutcome(role, roleCanEditAll(role));
      const trashed = await createRecord(scene.calendar, operation.kind.path);
      await scene.calendar.request('DELETE', `${operation.kind.path}/${trashed.id}`);
      const records = refused
        ? scene.relatedTo(role, operation.kind)
        : [await createRecord(scene.calendar, operation.kind.path, { status: 'draft' }), trashed];
      for (const record of [...records, { id: 987_654_321, slug: 'nowhere' }]) {
        const isThere = record.slug !== 'nowhere';
        const expected = refused ?? (isThere ? '200' : `404 ${operation.kind.kind}_not_found`);
        const seen = await outcome(role, 'DELETE', `${addressOf(operation, record)}?force=true`);
        if (seen !== expected) found.push({ operation, record, seen, expected });
      }
    }
    expect(found.slice(0, 5)).toEqual([]);
  });

  it('3.9 8.3 8.5 takes translations away where it may update', async () => {
    const found: unknown[] = [];
    for (const operation of ofOne(true, 'remove').filter(({ by }) => by === 'id')) {
      for (const record of scene.relatedTo(role, operation.kind)) {
        const expected = outcomeOfUpdate(role, operation.kind, record.relation).replace('200', '409 last_translation');
        const address = `${addressOf(operation, record)}?ml_scope=translation&ml_language=en`;
        const seen = await outcome(role, 'DELETE', address);
        if (seen !== expected) found.push({ address, record, seen, expected });
      }
    }
    expect(found.slice(0, 5)).toEqual([]);
  });

  it('8.3 8.4 reads, changes and deletes categories and tags as the table says', async () => {
    const found: unknown[] = [];
    for (const operation of ofOne(false, 'read', 'update', 'remove')) {
      const term = await createRecord(scene.calendar, operation.kind.path);
      for (const record of [{ ...term, id: 987_654_321 }, term]) {
        const json = operation.verb === 'update' ? { description: role } : undefined;
        const seen = await outcome(role, operation.method, addressOf(operation, record), json);
        const expected = outcomeOfTerm(role, operation.kind, operation.verb, record === term);
        found.push([operation.method, record.id, seen, operation.method === 'HEAD' ? expected.slice(0, 3) : expected]);
      }
    }
    expect(found).toEqual((found as string[][]).map(([method, id, , expected]) => [method, id, expected, expected]));
  });

  it('8.3 8.4 calls what is not of the five resources as its gate says', async () => {
    const found: unknown[] = [];
    for (const { access: gate, method, path } of operations.gated) {
      const isAllowed = { everybody: true, known: role !== 'anonymous', administrator: role === 'administrator' }[gate];
      const refused = authorizationOutcome(role, isAllowed);
      const seen = await outcome(role, method, path.replace(/:\w+/g, '987654321'));
      const isRefused = /^40[13]/.test(seen);
      const expected = method === 'HEAD' ? refused?.slice(0, 3) : refused;
      if (expected ? seen !== expected : isRefused) found.push({ method, path, gate, seen });
    }
    expect(found.slice(0, 5)).toEqual([]);
  });
});
