import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Mean radius of the Earth in kilometres (IUGG). */
const EARTH_RADIUS_KM = 6371.0088;

/** Kilometres of a degree of latitude, rounded down, so that what lies within is never ruled out. */
const KM_PER_DEGREE = 111.19;

/** A place in decimal degrees (WGS 84). */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/**
 * The condition that a row lies within so many kilometres of a point: the great-circle distance by the haversine formula;
 * the latitude alone rules most rows out before.
 * @param alias of rows with `geo_lat` and `geo_lng`
 */
export function withinDistanceCondition(alias: string, { lat, lng }: Point, kilometres: number): RawBuilder<SqlBool> {
  const [rowLat, rowLng] = [sql.ref(`${alias}.geo_lat`), sql.ref(`${alias}.geo_lng`)];
  const latitudeDelta = kilometres / KM_PER_DEGREE;
  const haversine = sql`(
    power(sin(radians(${rowLat} - ${lat}::float8) / 2), 2) + cos(radians(${rowLat})) * cos(radians(${lat}::float8))
    * power(sin(radians(${rowLng} - ${lng}::float8) / 2), 2))`;
  return sql<SqlBool>`(${rowLat} between ${lat - latitudeDelta}::float8 and ${lat + latitudeDelta}::float8
    and ${2 * EARTH_RADIUS_KM}::float8 * asin(least(1, sqrt(${haversine}))) <= ${kilometres}::float8)`;
}
