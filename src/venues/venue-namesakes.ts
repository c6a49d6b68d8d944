import { foldedNameKey } from '../kernel/text/fold.js';
import type { UpdateVenueDto } from './dto/update-venue.dto.js';

/** Venues with the same name are one venue unless their places differ: "Casal" in Reus and "Casal" in Valls are two venues. */
export const VENUE_NAMESAKES = {
  columns: ['city', 'zip', 'country', 'geo_lat', 'geo_lng'],
  agreement(one: UpdateVenueDto, other: UpdateVenueDto): number | undefined {
    const texts = (['city', 'zip', 'country'] as const).map((name) => areSameTexts(one[name], other[name]));
    const comparisons = [...texts, areNear(one, other)].filter((isSame) => isSame !== undefined);
    return comparisons.every(Boolean) ? comparisons.length : undefined;
  },
};

type Text = string | null | undefined;

const areSameTexts = (one: Text, other: Text): boolean | undefined =>
  one && other ? foldedNameKey(one) === foldedNameKey(other) : undefined;

/** Mean radius of the Earth (IUGG). */
const EARTH_RADIUS_KM = 6371.0088;
const MAX_DISTANCE_KM = 1;

/** Whether the great-circle distance is at most one kilometre, by the haversine formula. */
function areNear(one: UpdateVenueDto, other: UpdateVenueDto): boolean | undefined {
  const coordinates = [one.geo_lat, one.geo_lng, other.geo_lat, other.geo_lng];
  if (coordinates.some((degrees) => degrees === null || degrees === undefined)) return undefined;
  const [lat1 = 0, lng1 = 0, lat2 = 0, lng2 = 0] = coordinates.map((degrees) => (Number(degrees) * Math.PI) / 180);
  const haversine =
    Math.sin((lat2 - lat1) / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin((lng2 - lng1) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine))) <= MAX_DISTANCE_KM;
}
