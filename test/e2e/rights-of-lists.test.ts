import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Kind } from '../support/kinds.js';
import type { ServedPage } from '../support/records.js';
import { isListed, outcomeOf, outcomeOfStatuses, authorizationOutcome } from '../support/expected-outcomes.js';
import {
  PUBLISHABLE_KINDS,
  startRightsFixture,
  COMMON_WORD,
  type RightsFixture,
  type RelatedRecord,
} from '../support/rights-fixture.js';
import {
  CALLER_ROLES,
  roleCanEditAny,
  ACTIVE_STATUSES,
  roleCanEditAll,
  type CallerRole,
} from '../support/rights-table.js';

let scene: RightsFixture;
beforeAll(async () => {
  scene = await startRightsFixture();
});
afterAll(() => scene.close());

/** Statuses asked for: none, each, and some together. */
const STATUSES: readonly (readonly string[] | undefined)[] = [
  undefined,
  ...[...ACTIVE_STATUSES, 'trash'].map((status) => [status]),
  ['publish', 'draft'],
  ['trash', 'future', 'private'],
];

/** What a list shows, in no order. */
async function list(role: CallerRole, { path }: Kind, query: string) {
  const sent = { token: scene.tokens[role] };
  const { status, body, headers } = await scene.calendar.request<ServedPage>('GET', `${path}?${query}`, sent);
  const outcome = outcomeOf(status, body);
  if (outcome !== '200') return { query, outcome };
  const ids = body[path].map(({ id }) => id);
  return { query, outcome, ids: ids.toSorted((a, b) => a - b), totals: [body.total, headers.get('X-Total')] };
}

/** What the table says of those that are there. */
function listed(role: CallerRole, records: readonly RelatedRecord[], query: string, statuses?: readonly string[]) {
  const outcome = outcomeOfStatuses(role, statuses);
  if (outcome !== '200') return { query, outcome };
  const ids = records.filter(({ relation: standing }) => isListed(role, standing, statuses)).map(({ id }) => id);
  return { query, outcome, ids: ids.toSorted((a, b) => a - b), totals: [ids.length, String(ids.length)] };
}

describe.each(CALLER_ROLES)('%s', (role) => {
  it.each(PUBLISHABLE_KINDS)('8.3 8.5 8.9 8.11 lists of $path what the table says, of every status', async (kind) => {
    const all = scene.allRelatedTo(role, kind);
    const some = all.filter((_each, index) => index % 3 !== 0);
    const queries = { [`search=${COMMON_WORD}`]: all, [`include=${some.map(({ id }) => id).join(',')}`]: some };
    for (const [query, records] of Object.entries({ ...queries, '': all, 'orderby=modified&order=desc': all })) {
      for (const statuses of STATUSES) {
        const asked = `per_page=100&${query}${statuses ? `&status=${statuses.join(',')}` : ''}`;
        expect(await list(role, kind, asked)).toEqual(listed(role, records, asked, statuses));
      }
    }
  });

  it('8.11 8.4 the status is judged before parameters, a word that is none always', async () => {
    const reserved = authorizationOutcome(role, roleCanEditAny(role));
    for (const kind of PUBLISHABLE_KINDS) {
      const unknown = await list(role, kind, 'status=nonsense');
      expect(unknown.outcome).toBe('400 invalid_parameter');
      expect((await list(role, kind, 'status=draft&page=0')).outcome).toBe(reserved ?? '400 invalid_parameter');
    }
  });

  it('6.14 8.3 asks for what is kept out of lists as far as the table says', async () => {
    const [events] = PUBLISHABLE_KINDS as [Kind];
    const expected = authorizationOutcome(role, roleCanEditAll(role)) ?? '200';
    for (const value of ['true', 'any', 'ANY', '1']) {
      expect((await list(role, events, `hide_from_listings=${value}`)).outcome).toBe(expected);
    }
    expect((await list(role, events, 'hide_from_listings=false')).outcome).toBe('200');
  });
});
