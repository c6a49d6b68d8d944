import type { EntityManager } from '@mikro-orm/postgresql';
import { isNewEntity } from '../../persistence/transactions/is-new-entity.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { ReadableIdsLookup } from './find-readable-ids.js';

/** Rows that link records to those of a kind, each with its place. */
export interface LinkTable {
  /** The entity of the rows; its keys are named like the kinds they refer to. */
  readonly entity: new () => { position: number };
  readonly from: RecordKind;
  readonly to: RecordKind;
  /** The entity of the records that are linked. */
  readonly target: new () => { id: number };
}

/**
 * Links a record to others in the order of their ids, in place of those that it was linked to, as far as the requester may read them: what
 * he does not see stays, in its place. To be called where the record is locked, or new.
 * @example await writeLinks(em, EVENT_SPEAKERS, event, { ids: [3, 5], findReadable: this.store.readableIdsFor({ em, context }) });
 */
export async function writeLinks(
  em: EntityManager,
  { entity, from, to, target }: LinkTable,
  record: { readonly id: number },
  { ids, findReadable }: { readonly ids: readonly number[]; readonly findReadable: ReadableIdsLookup },
): Promise<void> {
  const linkedIds = [...new Set(ids)];
  const stored = isNewEntity(em, record)
    ? []
    : await em.find(entity, { [from.name]: record.id }, { orderBy: { position: 1 } });
  const known = new Map(stored.map((link) => [linkedId(link, to), link]));
  const visibleIds = await findReadable(to, [...known.keys()]);
  for (const [id, link] of known) if (visibleIds.has(id) && !linkedIds.includes(id)) em.remove(link);
  for (const [position, id] of mergeLinkedIds([...known.keys()], visibleIds, linkedIds).entries()) {
    const link = known.get(id);
    if (link) link.position = position;
    else
      em.persist(assignLink(new entity(), { [from.name]: record, [to.name]: em.getReference(target, id), position }));
  }
}

const assignLink = (link: object, properties: object): object => Object.assign(link, properties);

const linkedId = (link: object, { name }: RecordKind): number =>
  (link as Readonly<Record<string, { readonly id: number }>>)[name]?.id ?? 0;

/** Puts ids into the places of those that the requester saw before, and behind all; the others stay where they are. */
export function mergeLinkedIds(
  before: readonly number[],
  visibleIds: ReadonlySet<number>,
  ids: readonly number[],
): number[] {
  const rest = [...ids];
  return [...before.flatMap((id) => (visibleIds.has(id) ? rest.splice(0, 1) : [id])), ...rest];
}
