import type { EntityManager } from '@mikro-orm/postgresql';
import { isNewEntity } from '../../persistence/transactions/is-new-entity.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { ReadableIdsLookup } from './find-readable-ids.js';

/** A table that links records of one kind to those of another, in an order. */
export interface LinkTable {
  /** The entity of the links. Its references are named after the kinds. */
  readonly entity: new () => { position: number };
  readonly from: RecordKind;
  readonly to: RecordKind;
  /** The entity of the linked records. */
  readonly target: new () => { id: number };
}

/**
 * Replaces the links of a record, in the order of `ids`. Links to records that the caller may not read stay. The record must be new or
 * locked.
 * @example await writeLinks(em, EVENT_SPEAKERS, event, { ids: [3, 5], findReadable: this.store.readableIdsLookupFor({ em, context }) });
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
  const linkById = new Map(stored.map((link) => [linkedId(link, to), link]));
  const storedIds = [...linkById.keys()];
  const visibleIds = await findReadable(to, storedIds);
  if (storedIds.filter((id) => visibleIds.has(id)).join() === linkedIds.join()) return;
  for (const [id, link] of linkById) if (visibleIds.has(id) && !linkedIds.includes(id)) em.remove(link);
  for (const [position, id] of mergeLinkedIds(storedIds, visibleIds, linkedIds).entries()) {
    const link = linkById.get(id);
    if (link) link.position = position;
    else
      em.persist(
        Object.assign(new entity(), { [from.name]: record, [to.name]: em.getReference(target, id), position }),
      );
  }
}

const linkedId = (link: object, { name }: RecordKind): number =>
  (link as Readonly<Record<string, { readonly id: number }>>)[name]?.id ?? 0;

/** Puts `ids` in the places of the visible ids, the rest at the end. Ids that are not visible stay, and move up if places are left over. */
function mergeLinkedIds(before: readonly number[], visibleIds: ReadonlySet<number>, ids: readonly number[]): number[] {
  const rest = [...ids];
  return [...before.flatMap((id) => (visibleIds.has(id) ? rest.splice(0, 1) : [id])), ...rest];
}
