import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Mean radius of the Earth in kilometres (IUGG). */
const EARTH_RADIUS_KM = 6371.0088;

/** Kilometres per degree of latitude, rounded down, so that the filter by latitude excludes no row within the distance. */
const KM_PER_LATITUDE_DEGREE = 111.19;

/** A point in decimal degrees (WGS 84). */
interface Point {
  readonly lat: number;
  readonly lng: number;
}

/**
 * The condition that a row is within a great-circle distance of a point (haversine formula). A comparison of latitudes excludes most rows
 * first.
 * @param alias alias of a table with `geo_lat` and `geo_lng`
 */
export function withinDistanceCondition(alias: string, { lat, lng }: Point, kilometres: number): RawBuilder<SqlBool> {
  const [rowLat, rowLng] = [sql.ref(`${alias}.geo_lat`), sql.ref(`${alias}.geo_lng`)];
  const latitudeDelta = kilometres / KM_PER_LATITUDE_DEGREE;
  const haversine = sql`(
    power(sin(radians(${rowLat} - ${lat}::float8) / 2), 2) + cos(radians(${rowLat})) * cos(radians(${lat}::float8))
    * power(sin(radians(${rowLng} - ${lng}::float8) / 2), 2))`;
  return sql<SqlBool>`(${rowLat} between ${lat - latitudeDelta}::float8 and ${lat + latitudeDelta}::float8
    and ${2 * EARTH_RADIUS_KM}::float8 * asin(least(1, sqrt(${haversine}))) <= ${kilometres}::float8)`;
}
