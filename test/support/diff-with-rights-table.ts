import type { ServedRecord } from './kinds.js';
import { outcomeOf, outcomeOfRead, outcomeOfRemoval, outcomeOfUpdate, statusOnUpdate } from './expected-outcomes.js';
import type { RecordOperation } from './access-rules.js';
import { mapConcurrently, type RightsFixture, type RelatedRecord } from './rights-fixture.js';
import type { CallerRole, ActiveStatus } from './rights-table.js';

/** What a request is answered, in short; of a record also which and in what state. */
interface Observation {
  readonly outcome: string;
  readonly id?: number;
  readonly state?: unknown;
}

/** An operation by somebody, with the status that an update asks for. */
export interface RightsCheck {
  readonly role: CallerRole;
  readonly operation: RecordOperation;
  readonly requestedStatus?: ActiveStatus | 'trash';
}

const EXPECTED = { read: outcomeOfRead, update: outcomeOfUpdate, remove: outcomeOfRemoval } as const;
const MISSING_RECORD = { id: 987_654_321, slug: 'nowhere', relation: undefined } as const;

export const addressOf = ({ kind, by }: RecordOperation, { id, slug }: Pick<ServedRecord, 'id' | 'slug'>): string =>
  by === 'id' ? `${kind.path}/${id}` : `${kind.path}/by-slug/${encodeURIComponent(slug)}`;

/** What is not as it must be when somebody does something with a record in each state, and with one that is not there. */
export async function diffWithRightsTable(
  scene: RightsFixture,
  visit: RightsCheck,
  isWanted: (record: RelatedRecord) => boolean = () => true,
): Promise<unknown[]> {
  const { role, operation } = visit;
  const records = scene.relatedTo(role, operation.kind).filter(isWanted);
  const found = await mapConcurrently([...records, MISSING_RECORD], async (record) => {
    const [seen, wanted] = [await observe(scene, visit, record), expected(visit, record)];
    if (JSON.stringify(seen) === JSON.stringify(wanted)) return [];
    return [
      { ...visit, operation: `${operation.method} ${addressOf(operation, record)}`, ...record.relation, seen, wanted },
    ];
  });
  return found.flat();
}

async function observe(
  scene: RightsFixture,
  { role, operation, requestedStatus }: RightsCheck,
  record: RelatedRecord | typeof MISSING_RECORD,
): Promise<Observation> {
  const json = { description: `By ${role}`, ...(requestedStatus ? { status: requestedStatus } : {}) };
  const { status, body } = await scene.calendar.request<ServedRecord>(operation.method, addressOf(operation, record), {
    token: scene.tokens[role],
    ...(operation.verb === 'update' ? { json } : {}),
  });
  if (operation.method === 'HEAD') return { outcome: String(status) };
  return status === 200 ? { outcome: '200', id: body.id, state: body['status'] } : { outcome: outcomeOf(status, body) };
}

function expected(
  { role, operation, requestedStatus }: RightsCheck,
  { id, relation }: RelatedRecord | typeof MISSING_RECORD,
): Observation {
  const { kind, method, verb } = operation;
  if (verb !== 'read' && verb !== 'update' && verb !== 'remove') throw new Error(`${verb} is of no one record`);
  const outcome = EXPECTED[verb](role, kind, relation);
  if (method === 'HEAD') return { outcome: outcome.slice(0, 3) };
  if (!relation || outcome !== '200') return { outcome };
  const kept = relation.trashed ? 'trash' : relation.status;
  return {
    outcome,
    id,
    state: { read: kept, update: statusOnUpdate(role, relation, requestedStatus), remove: 'trash' }[verb],
  };
}
