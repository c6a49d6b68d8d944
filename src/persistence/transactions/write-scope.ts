import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context/request-context.js';

/** A write in progress: the entity manager of its transaction, and the request. */
export interface WriteScope {
  readonly em: EntityManager;
  readonly context: RequestContext;
}
