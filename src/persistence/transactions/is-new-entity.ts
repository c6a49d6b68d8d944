import type { EntityManager } from '@mikro-orm/postgresql';

/** Whether an entity has no row yet. The unit of work has no original data of it before the first flush. */
export const isNewEntity = (em: EntityManager, entity: object): boolean =>
  em.getUnitOfWork().getOriginalEntityData(entity) === undefined;
