import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isReadable } from '../kernel/context/permissions.js';
import type { RecordKind } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { VenueOrOrganizerListQuery } from './venue-or-organizer-list.query.js';
import { isUnprotected } from './is-unprotected.js';

/** A kind of records that events are linked to, by the alias of its table. */
export interface VenueOrOrganizerTable {
  readonly kind: RecordKind;
  readonly alias: string;
}

/** Filters of a list of venues or organizers by the events linked to them. The event of a link has the alias `e`. */
export function linkedEventFilters(
  { principal }: RequestContext,
  { event, has_events, only_with_upcoming }: VenueOrOrganizerListQuery,
  table: VenueOrOrganizerTable,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const showsLinks = isUnprotected(principal, 'e', now);
  const isListed = sql<SqlBool>`${isReadable(principal, 'e', now)} and not e.hide_from_listings and ${showsLinks}`;
  const filters: RawBuilder<SqlBool>[] = [];
  if (event !== undefined) filters.push(hasEvent(table, sql<SqlBool>`e.id = ${event} and ${showsLinks}`));
  if (has_events === true) filters.push(hasEvent(table, isListed));
  if (has_events === false) filters.push(sql<SqlBool>`not ${hasEvent(table, isListed)}`);
  if (only_with_upcoming) filters.push(hasEvent(table, sql<SqlBool>`${isListed} and e.ends_at >= ${now}`));
  return filters;
}

/** The condition that a record is linked to an event that meets a condition. */
function hasEvent({ kind, alias }: VenueOrOrganizerTable, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from ${sql.table(`event_${kind.plural}`)} as link join events as e on e.id = link.event_id
    where ${sql.ref(`link.${kind.foreignKey}`)} = ${sql.ref(`${alias}.id`)} and ${condition})`;
}
