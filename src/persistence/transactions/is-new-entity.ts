import type { EntityManager } from '@mikro-orm/postgresql';

export const isNewEntity = (em: EntityManager, entity: object): boolean =>
  em.getUnitOfWork().getOriginalEntityData(entity) === undefined;
