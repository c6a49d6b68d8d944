import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isEditor } from '../auth/permissions.js';
import type { Principal } from '../auth/principal.js';
import type { RequestContext } from '../http/request-context.js';
import type { PlacesQuery } from './places.query.js';

/** A kind of records that events are linked to, by the alias of its table. */
export interface PlaceTable {
  readonly kind: 'venue' | 'organizer';
  readonly alias: string;
}

/** What a list of venues or organizers asks of the events linked to them. */
export function linkedEventFilters(
  { principal }: RequestContext,
  { event, has_events, only_with_upcoming }: PlacesQuery,
  table: PlaceTable,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const listed = isListed(principal, now);
  const filters: RawBuilder<SqlBool>[] = [];
  if (event !== undefined) filters.push(hasLink(table, isLinkOf(event, principal)));
  if (has_events === true) filters.push(hasLink(table, listed));
  if (has_events === false) filters.push(sql<SqlBool>`not ${hasLink(table, listed)}`);
  if (only_with_upcoming) filters.push(hasLink(table, sql`${listed} and link.listed_until >= ${now}`));
  return filters;
}

/** A link to an event that fulfils the condition; the first one is enough. */
function hasLink({ kind, alias }: PlaceTable, condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from ${sql.table(`event_${kind}s`)} as link
    where ${sql.ref(`link.${kind}_id`)} = ${sql.ref(`${alias}.id`)} and ${condition})`;
}

/**
 * The condition that the requester finds the event of a link in lists, and there what it is linked to. Links know that
 * of their events, so that an index tells it of all events of a venue at once.
 */
function isListed(principal: Principal, now: RawBuilder<Date>): RawBuilder<SqlBool> {
  const listed = sql<SqlBool>`link.listed_until is not null`;
  return isEditor(principal) ? listed : sql<SqlBool>`${listed} and link.public_from <= ${now}`;
}

/** The condition that a link is of this event, which the requester may read. A protected one shows links to editors. */
function isLinkOf(event: number, principal: Principal): RawBuilder<SqlBool> {
  const link = sql<SqlBool>`link.event_id = ${event}`;
  if (isEditor(principal)) return link;
  return sql<SqlBool>`${link} and exists (select from events as e where e.id = ${event} and e.password_hash is null)`;
}
