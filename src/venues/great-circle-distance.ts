/** A point in decimal degrees (WGS 84). */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Mean radius of the Earth in kilometres (IUGG). */
const EARTH_RADIUS_KM = 6371.0088;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in kilometres, by the haversine formula. */
export function greatCircleDistance(one: Point, other: Point): number {
  const [lat1, lat2] = [radians(one.lat), radians(other.lat)];
  const haversine =
    Math.sin((lat2 - lat1) / 2) ** 2 +
    Math.cos(lat1) * Math.cos(lat2) * Math.sin(radians(other.lng - one.lng) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

interface Coordinates {
  readonly geo_lat?: number | null | undefined;
  readonly geo_lng?: number | null | undefined;
}

/** The point of a venue, if it has both coordinates. */
export const pointOf = ({ geo_lat: lat, geo_lng: lng }: Coordinates): Point | undefined =>
  typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined;
