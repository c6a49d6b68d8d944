import fc from 'fast-check';
import { distance, type Point } from '../distance.js';
import { recordsOf, type ModelState } from '../records.js';
import type { Part } from './parameters.js';

/**
 * Circles, often with a venue just inside or outside. No venue is within 1 % of the radius from the border, so that rounding does not
 * matter.
 */
export function circles(state: ModelState): Part {
  const venuePoints = recordsOf(state, 'venue').flatMap(({ fields }): Point[] =>
    fields['geo_lat'] === undefined ? [] : [[Number(fields['geo_lat']), Number(fields['geo_lng'])]],
  );
  const shift = fc.integer({ min: -500, max: 500 }).map((thousandths) => thousandths / 1000);
  const center = fc
    .tuple(fc.constantFrom<Point[]>(...venuePoints, [42, 2.8]), shift, shift)
    .map(([[lat, lng], latitudeShift, longitudeShift]): Point => [
      clamped(lat + latitudeShift, 90),
      clamped(lng + longitudeShift, 180),
    ]);
  const radius = fc.oneof(
    fc.constantFrom(25, 0.5, 5, 120, 1000, 15_000).map((km) => () => km),
    fc.tuple(fc.constantFrom<Point[]>(...venuePoints, [42, 2.8]), fc.constantFrom(0.985, 1.015)).map(
      ([point, share]) =>
        (from: Point) =>
          Math.max(0.5, distance(point, from) * share),
    ),
  );
  return fc.tuple(center, radius).map(([[latitude, longitude], radiusFrom]) => {
    const km = withClearBorder(venuePoints, [latitude, longitude], radiusFrom([latitude, longitude]));
    return {
      query: { near: { latitude, longitude, radius: km } },
      searchParams: [
        ['geoloc_lat', String(latitude)],
        ['geoloc_lng', String(longitude)],
        ...(km === 25 ? [] : [['geoloc_radius', String(km)] as const]),
      ],
    };
  });
}

const clamped = (degrees: number, max: number) => Number(Math.max(-max, Math.min(max, degrees)).toFixed(3));

function withClearBorder(points: readonly Point[], center: Point, radius: number): number {
  const isClear = (km: number) => points.every((point) => Math.abs(distance(point, center) - km) > km / 100);
  let clearRadius = Number(radius.toFixed(4));
  while (!isClear(clearRadius)) clearRadius = Number((clearRadius * 1.021).toFixed(4));
  return clearRadius;
}
