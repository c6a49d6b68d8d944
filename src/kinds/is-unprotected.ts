import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { isUnprotectedFor, type Caller } from '../kernel/context/permissions.js';
import { hasNoPassword } from './kinds.js';

/** The condition under which an event shows all of itself: it has no password, or the principal may edit it. */
export const isUnprotected = (caller: Caller, alias: string, now: Expression<Date>): RawBuilder<SqlBool> =>
  isUnprotectedFor(caller, alias, now, hasNoPassword(alias));
