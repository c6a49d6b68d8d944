import { foldedNameKey } from '../kernel/text/fold.js';
import type { UpdateVenueDto } from './dto/update-venue.dto.js';
import { greatCircleDistance, pointOf } from './great-circle-distance.js';

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

const MAX_DISTANCE_KM = 1;

/** Whether two venues are within {@link MAX_DISTANCE_KM}. `undefined` if one has no coordinates. */
function areNear(one: UpdateVenueDto, other: UpdateVenueDto): boolean | undefined {
  const [point, otherPoint] = [pointOf(one), pointOf(other)];
  return point && otherPoint && greatCircleDistance(point, otherPoint) <= MAX_DISTANCE_KM;
}
