import fc from 'fast-check';
import { LANGUAGES } from '../languages.js';
import { distance } from './links.js';
import { WORDS } from './arbitrary-datasets.js';
import { spelledAs, type Circle, type TermName } from './queries.js';
import type { Point, DatasetVenueOrOrganizer, DatasetTerm } from './dataset.js';

export const booleans = fc.oneof(
  spelledAs(true, 'true', '1', 'yes', 'on', 'TRUE', 'Yes'),
  spelledAs(false, 'false', '0', 'no', 'off', 'False', 'NO'),
);
export const directions = fc.oneof(
  spelledAs<'asc' | 'desc'>('asc', 'asc', 'ASC', 'ascending'),
  spelledAs<'asc' | 'desc'>('desc', 'desc', 'Desc', 'descending', 'DESCENDING'),
);
export const languages = fc.subarray([...LANGUAGES], { minLength: 1, maxLength: 2 });

export const listsOf = <Value>(value: fc.Arbitrary<Value>, maxLength = 4) =>
  fc.uniqueArray(value, { minLength: 1, maxLength });

/** Now and then one that nobody has. */
export const idsOf = (records: readonly { readonly id: number }[]) =>
  fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(...records.map(({ id }) => id)) },
    { weight: 1, arbitrary: fc.constantFrom(999_999, 31) },
  );

/** By id, or by a slug that they have or had. */
export function termReferences(terms: readonly DatasetTerm[]): fc.Arbitrary<TermName> {
  const slugs = terms.flatMap((term) => [...Object.values(term.slugs), ...term.former]);
  const names = fc.constantFrom(...slugs.filter((slug) => !/^\d+$/.test(slug)));
  return fc.oneof(
    { weight: 30, arbitrary: idsOf(terms) },
    { weight: 25, arbitrary: names },
    { weight: 5, arbitrary: names.map((name) => name.toUpperCase()) },
    // The last is a slug, but digits are an id.
    { weight: 1, arbitrary: fc.constantFrom<TermName[]>('nobody-s-slug', 2027) },
  );
}

/** Words and parts of words, in any case, with and without accents. */
export const searches = listsOf(
  fc
    .record({
      word: fc.constantFrom(...WORDS),
      from: fc.nat({ max: 2 }),
      length: fc.integer({ min: 1, max: 7 }),
      write: fc.constantFrom<((text: string) => string)[]>(
        (text) => text,
        (text) => text.toUpperCase(),
        (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
        (text) => text.normalize('NFD'),
      ),
    })
    .map(({ word, from, length, write }) => write(word.slice(from, from + length) || word)),
  2,
).map((words) => words.join('  '));

/**
 * A circle, often one that a venue lies just within or without; its border is at least a hundredth away from each, so that
 * nobody's rounding matters.
 */
export function circles(venues: readonly DatasetVenueOrOrganizer[]): fc.Arbitrary<Circle> {
  const known = venues.flatMap(({ coordinates }) => (coordinates ? [coordinates] : []));
  const point = fc.constantFrom<Point[]>(...known, [42, 2.8]);
  const shift = fc.integer({ min: -500, max: 500 }).map((thousandths) => thousandths / 1000);
  const reaches = fc.tuple(point, fc.constantFrom(0.985, 1.015));
  return fc
    .record({
      near: fc.record({ point, up: shift, right: shift }),
      radius: fc.oneof(fc.constantFrom(undefined, 0.5, 5, 25, 120, 1000, 15_000), reaches),
    })
    .map(({ near, radius = 25 }) => {
      const centre = shifted(near);
      const [latitude, longitude] = centre;
      const wanted = typeof radius === 'number' ? radius : Math.max(0.5, distance(radius[0], centre) * radius[1]);
      return { latitude, longitude, radius: withClearBorder(known, centre, wanted) };
    });
}

function shifted({ point: [lat, lng], up, right }: { point: Point; up: number; right: number }): Point {
  const rounded = (degrees: number, most: number) => Number(Math.max(-most, Math.min(most, degrees)).toFixed(3));
  return [rounded(lat + up, 90), rounded(lng + right, 180)];
}

/** The radius wanted, or the next greater one whose circle has no point near its border; none for the usual 25 km. */
function withClearBorder(points: readonly Point[], centre: Point, wanted: number): number | undefined {
  const isClear = (km: number) => points.every((point) => Math.abs(distance(point, centre) - km) > km / 100);
  let clear = Number(wanted.toFixed(4));
  while (!isClear(clear)) clear = Number((clear * 1.021).toFixed(4));
  return clear === 25 ? undefined : clear;
}
