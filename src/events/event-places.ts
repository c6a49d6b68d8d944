import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isEditor, readable } from '../common/auth/permissions.js';
import type { RequestContext } from '../common/http/request-context.js';
import type { ListEventsQuery } from './dto/list-events.query.js';

type Condition = RawBuilder<SqlBool>;

/** Mean radius of the Earth in kilometres (IUGG). */
const EARTH_RADIUS = 6371.0088;

/** Kilometres of a degree of latitude, a little less than there are on that sphere, so that a box is never too small. */
const DEGREE = 111.19;

/** What a list of events asks for of the places where they happen; the coordinates of other venues do not count. */
export function placeFilters(context: RequestContext, query: ListEventsQuery, now: RawBuilder<Date>): Condition[] {
  const { geoloc, geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: radius } = query;
  if (lat !== undefined && lng !== undefined) return [happensAt(context, now, [isWithin(radius, lat, lng)])];
  if (geoloc === undefined) return [];
  const hasPlace = happensAt(context, now, [sql<SqlBool>`v.geo_lat is not null`]);
  return [geoloc ? hasPlace : sql<SqlBool>`not ${hasPlace}`];
}

function happensAt({ principal }: RequestContext, now: RawBuilder<Date>, place: readonly Condition[]): Condition {
  const isShown = isEditor(principal) ? sql`true` : sql`e.password_hash is null`;
  return sql<SqlBool>`(${isShown} and exists (
    select from event_venues as link join venues as v on v.id = link.venue_id
    where link.event_id = e.id and ${readable(principal, 'v', now)} and ${sql.join(place, sql` and `)}))`;
}

/** Great-circle distance by the haversine formula; the latitude alone rules most venues out before. */
function isWithin(kilometres: number, lat: number, lng: number): Condition {
  const reach = kilometres / DEGREE;
  const haversine = sql`
    power(sin(radians(v.geo_lat - ${lat}) / 2), 2)
    + cos(radians(v.geo_lat)) * cos(radians(${lat})) * power(sin(radians(v.geo_lng - ${lng}) / 2), 2)`;
  return sql<SqlBool>`(v.geo_lat between ${lat - reach}::float8 and ${lat + reach}::float8
    and ${2 * EARTH_RADIUS} * asin(least(1, sqrt(${haversine}))) <= ${kilometres}::float8)`;
}
