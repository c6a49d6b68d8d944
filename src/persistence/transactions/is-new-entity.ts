import type { EntityManager } from '@mikro-orm/postgresql';

/** Whether nothing of an entity is stored yet, so that nothing of it can be read either. */
export const isNewEntity = (em: EntityManager, entity: object): boolean =>
  em.getUnitOfWork().getOriginalEntityData(entity) === undefined;
