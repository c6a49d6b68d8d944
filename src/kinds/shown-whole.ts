import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { unlessHidden, type Requester } from '../kernel/context/permissions.js';
import { hasNoPassword } from './kinds.js';

/** The condition under which an event shows all of itself: it has no password, or the principal may edit it. */
export const shownWhole = (requester: Requester, alias: string, now: Expression<Date>): RawBuilder<SqlBool> =>
  unlessHidden(requester, alias, now, hasNoPassword(alias));
