import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { publicCondition } from '../kernel/context/permissions.js';
import { noPasswordCondition } from './calendar-kinds.js';

/** The condition that everyone finds an event in lists, with its links. `events_counted_index` contains these events. */
export const isCounted = (alias: string, now: RawBuilder<Date>): RawBuilder<SqlBool> =>
  sql<SqlBool>`${publicCondition(alias, now)} and ${sql.ref(`${alias}.trashed_at`)} is null
    and not ${sql.ref(`${alias}.hide_from_listings`)} and ${noPasswordCondition(alias)}`;
