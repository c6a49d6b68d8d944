/** Latitude and longitude in degrees. */
export type Point = readonly [latitude: number, longitude: number];

const EARTH_RADIUS_KM = 6371;

/** The great-circle distance of two points in kilometres, by the haversine formula. */
export function distance([lat1, lng1]: Point, [lat2, lng2]: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const haversine = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const haversineOfAngle =
    haversine(lat2 - lat1) + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * haversine(lng2 - lng1);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversineOfAngle)));
}
