import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { canAlways, isReadable, canReadOwnUnpublished } from '../kernel/context/permissions.js';
import type { Principal } from '../kernel/context/principal.js';
import type { RecordKind } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { VenueOrOrganizerListQuery } from './venue-or-organizer-list.query.js';
import { isUnprotected } from './is-unprotected.js';

/** A kind of records that events are linked to, by the alias of its table. */
export interface VenueOrOrganizerTable {
  readonly kind: RecordKind;
  readonly alias: string;
}

/** What a list of venues or organizers asks of the events linked to them. */
export function linkedEventFilters(
  { principal }: RequestContext,
  { event, has_events, only_with_upcoming }: VenueOrOrganizerListQuery,
  table: VenueOrOrganizerTable,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const filters: RawBuilder<SqlBool>[] = [];
  if (event !== undefined)
    filters.push(hasLinkedEvent(table, linksVisibleEvent(event, isUnprotected(principal, 'e', now))));
  if (has_events === true) filters.push(hasListedEvent(table, principal, now));
  if (has_events === false) filters.push(sql<SqlBool>`not ${hasListedEvent(table, principal, now)}`);
  if (only_with_upcoming)
    filters.push(hasListedEvent(table, principal, now, sql<SqlBool>`link.listed_until >= ${now}`));
  return filters;
}

/** A link to an event that fulfils the condition; the first one is enough. */
function hasLinkedEvent({ kind, alias }: VenueOrOrganizerTable, condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from ${sql.table(`event_${kind.plural}`)} as link
    where ${sql.ref(`link.${kind.foreignKey}`)} = ${sql.ref(`${alias}.id`)} and ${condition})`;
}

/**
 * The condition that the requester finds an event of a record in lists, and there what it is linked to. Links know of their events
 * what everybody sees, so that an index tells it of all events of a venue at once; whose they are, only the events know.
 */
function hasListedEvent(
  table: VenueOrOrganizerTable,
  principal: Principal,
  now: RawBuilder<Date>,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`link.listed_until is not null`,
): RawBuilder<SqlBool> {
  if (canAlways(principal, 'edit')) return hasLinkedEvent(table, condition);
  const isPublic = hasLinkedEvent(table, sql`${condition} and link.public_from <= ${now}`);
  if (!canReadOwnUnpublished(principal)) return isPublic;
  const { kind, alias } = table;
  const isVisible = sql<SqlBool>`${isReadable(principal, 'e', now)} and ${isUnprotected(principal, 'e', now)}`;
  return sql<SqlBool>`(${isPublic} or ${sql.ref(`${alias}.id`)} in (
    select ${sql.ref(`link.${kind.foreignKey}`)} from events as e join ${sql.table(`event_${kind.plural}`)} as link on link.event_id = e.id
    where e.author_id = ${principal.id} and ${isVisible} and ${condition}))`;
}

/** The condition that a link is of this event, which the requester may read, and which shows him what it is linked to. */
function linksVisibleEvent(event: number, isVisible: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`link.event_id = ${event} and exists (select from events as e where e.id = ${event} and ${isVisible})`;
}
