import type { ServedRecord } from './kinds.js';
import { outcomeOf, outcomeOfRead, outcomeOfRemoval, outcomeOfUpdate, statusAfter } from './rights-expected.js';
import type { RecordOperation } from './rights-routes.js';
import { together, type RightsScene, type Stood } from './rights-scene.js';
import type { Asking, Living } from './rights-table.js';

/** What a request is answered, in short; of a record also which and in what state. */
interface Seen {
  readonly outcome: string;
  readonly id?: number;
  readonly state?: unknown;
}

/** An operation by somebody, with the status that an update asks for. */
export interface Visit {
  readonly role: Asking;
  readonly operation: RecordOperation;
  readonly asked?: Living | 'trash';
}

const EXPECTED = { read: outcomeOfRead, update: outcomeOfUpdate, remove: outcomeOfRemoval } as const;
const ABSENT = { id: 987_654_321, slug: 'nowhere', standing: undefined } as const;

export const addressOf = ({ kind, by }: RecordOperation, { id, slug }: Pick<ServedRecord, 'id' | 'slug'>): string =>
  by === 'id' ? `${kind.path}/${id}` : `${kind.path}/by-slug/${encodeURIComponent(slug)}`;

/** What is not as it must be when somebody does something with a record in each state, and with one that is not there. */
export async function unlikeTable(
  scene: RightsScene,
  visit: Visit,
  isWanted: (record: Stood) => boolean = () => true,
): Promise<unknown[]> {
  const { role, operation } = visit;
  const records = scene.standingTo(role, operation.kind).filter(isWanted);
  const found = await together([...records, ABSENT], async (record) => {
    const [seen, wanted] = [await see(scene, visit, record), expected(visit, record)];
    if (JSON.stringify(seen) === JSON.stringify(wanted)) return [];
    return [
      { ...visit, operation: `${operation.method} ${addressOf(operation, record)}`, ...record.standing, seen, wanted },
    ];
  });
  return found.flat();
}

async function see(
  scene: RightsScene,
  { role, operation, asked }: Visit,
  record: Stood | typeof ABSENT,
): Promise<Seen> {
  const json = { description: `By ${role}`, ...(asked ? { status: asked } : {}) };
  const { status, body } = await scene.calendar.request<ServedRecord>(operation.method, addressOf(operation, record), {
    token: scene.tokens[role],
    ...(operation.verb === 'update' ? { json } : {}),
  });
  if (operation.method === 'HEAD') return { outcome: String(status) };
  return status === 200 ? { outcome: '200', id: body.id, state: body['status'] } : { outcome: outcomeOf(status, body) };
}

function expected({ role, operation, asked }: Visit, { id, standing }: Stood | typeof ABSENT): Seen {
  const { kind, method, verb } = operation;
  if (verb !== 'read' && verb !== 'update' && verb !== 'remove') throw new Error(`${verb} is of no one record`);
  const outcome = EXPECTED[verb](role, kind, standing);
  if (method === 'HEAD') return { outcome: outcome.slice(0, 3) };
  if (!standing || outcome !== '200') return { outcome };
  const kept = standing.trashed ? 'trash' : standing.status;
  return { outcome, id, state: { read: kept, update: statusAfter(role, standing, asked), remove: 'trash' }[verb] };
}
