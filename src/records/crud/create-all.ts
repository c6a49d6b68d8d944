import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { RecordWrites } from '../hooks/record-writes.js';

/** What is sent to create a record, and the columns of it that nobody sends. */
interface Fresh<Input> {
  readonly input: Input;
  readonly columns: { readonly id: number };
}

/**
 * Creates records of a kind, however many, in one flush.
 * @param write writes what is sent into a record
 * @returns their ids, in that order
 */
export async function createAll<Input, Entity extends { id: number }>(
  { writes }: { readonly writes: RecordWrites },
  em: EntityManager,
  context: RequestContext,
  entity: new () => Entity,
  fresh: readonly Fresh<Input>[],
  write: (record: Entity, input: Input) => Promise<void>,
): Promise<number[]> {
  const records = fresh.map(({ input, columns }) => ({
    input,
    record: em.create(entity, columns as unknown as RequiredEntityData<Entity>),
  }));
  for (const { input, record } of records) await write(record, input);
  await writes.beforeNew(em, context);
  await em.flush();
  return fresh.map(({ columns }) => columns.id);
}
