import type { EntityManager } from '@mikro-orm/postgresql';

/** Whether an entity is not stored yet. */
export const isNewEntity = (em: EntityManager, entity: object): boolean =>
  em.getUnitOfWork().getOriginalEntityData(entity) === undefined;
