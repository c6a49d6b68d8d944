import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { WriteSideEffects } from '../hooks/write-side-effects.js';

/** What is sent to create a record, and the columns of it that nobody sends. */
interface NewRecord<Input> {
  readonly input: Input;
  readonly columns: { readonly id: number };
}

/**
 * Creates records of a kind, however many, in one flush.
 * @param applyInput writes what is sent into a record
 * @returns their ids, in that order
 */
export async function insertRecords<Input, Entity extends { id: number }>(
  { sideEffects }: { readonly sideEffects: WriteSideEffects },
  em: EntityManager,
  context: RequestContext,
  entity: new () => Entity,
  newRecords: readonly NewRecord<Input>[],
  applyInput: (record: Entity, input: Input) => Promise<void>,
): Promise<number[]> {
  const records = newRecords.map(({ input, columns }) => ({
    input,
    record: em.create(entity, columns as unknown as RequiredEntityData<Entity>),
  }));
  for (const { input, record } of records) await applyInput(record, input);
  await sideEffects.beforeInsert(em, context);
  await em.flush();
  return newRecords.map(({ columns }) => columns.id);
}
