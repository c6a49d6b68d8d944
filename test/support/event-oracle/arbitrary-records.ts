import fc from 'fast-check';
import { LANGUAGES } from '../languages.js';
import { OWNERS } from '../readers.js';
import type { ReferenceTime } from './dates.js';
import { DAY, HOUR } from './arbitrary-instants.js';
import {
  STORED_STATUSES,
  type Point,
  type DatasetVenueOrOrganizer,
  type DatasetRecord,
  type DatasetTerm,
} from './dataset.js';

/** So many of something. */
export const arrayOfLength = <Value>(count: number, value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
  fc.array(value, { minLength: count, maxLength: count });

export const oneIn = (count: number): fc.Arbitrary<boolean> =>
  fc.integer({ min: 1, max: count }).map((drawn) => drawn === count);

/** Rights and dates of a record: so many are published to one that need not be, some will be, some lie in the trash. Many share their dates. */
export const recordFields = ({ now }: ReferenceTime, published = 5): fc.Arbitrary<Omit<DatasetRecord, 'id'>> =>
  fc
    .record({
      owner: fc.constantFrom(...OWNERS, 'author' as const, 'contributor' as const, null),
      status: fc.oneof(
        { weight: published, arbitrary: fc.constant('publish' as const) },
        fc.constantFrom(...STORED_STATUSES),
      ),
      dated: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 1, max: 60 }).map((count) => -5 * count * DAY) },
        { weight: 1, arbitrary: fc.constantFrom(-1, 0, 1, 40 * DAY, 400 * DAY) },
      ),
      isDated: fc.boolean(),
      trashed: oneIn(12),
      modified: fc.integer({ min: 0, max: 90 }),
    })
    .map(({ owner, status, dated, isDated, trashed, modified }) => ({
      owner,
      status,
      publishedAt: status === 'publish' || isDated ? now + dated : null,
      trashed,
      modifiedAt: now - modified * 12 * HOUR,
    }));

/** Both in thousandths of a degree. */
function pointsIn(latitudes: fc.Arbitrary<number>, longitudes: fc.Arbitrary<number>): fc.Arbitrary<Point> {
  return fc.tuple(latitudes, longitudes).map(([latitude, longitude]) => [latitude / 1000, longitude / 1000]);
}

/** Places in and around a town, on both sides of the date line, at and near the poles, and anywhere. */
const points: fc.Arbitrary<Point> = fc.oneof(
  pointsIn(fc.integer({ min: 41_900, max: 42_100 }), fc.integer({ min: 2700, max: 2950 })),
  pointsIn(fc.integer({ min: -17_000, max: -16_000 }), fc.constantFrom(179_950, -179_950, 180_000, -180_000)),
  pointsIn(fc.constantFrom(89_900, 90_000, -89_950), fc.integer({ min: -180_000, max: 180_000 })),
  pointsIn(fc.integer({ min: -80_000, max: 80_000 }), fc.integer({ min: -180_000, max: 180_000 })),
);

/** Venues or organizers, numbered from `first` on. */
export const venuesOrOrganizers = (
  present: ReferenceTime,
  count: number,
  first: number,
): fc.Arbitrary<DatasetVenueOrOrganizer[]> =>
  arrayOfLength(count, fc.tuple(recordFields(present, 1), fc.option(points, { freq: 3 }))).map((drawn) =>
    drawn.map(([record, at], index) => ({ ...record, coordinates: at, id: first + index })),
  );

/**
 * Terms, numbered from `first` on. Some have a slug of their own in each language, some have former ones, and one has digits for
 * a slug, which no filter finds.
 */
export function terms(stem: string, count: number, first: number, isTree: boolean): fc.Arbitrary<DatasetTerm[]> {
  const languages = fc.subarray([...LANGUAGES], { minLength: 1 });
  return arrayOfLength(count, fc.record({ languages, above: fc.nat() })).map((drawn) =>
    drawn.map((each, index) => ({
      id: first + index,
      parent: isTree && index > 2 ? first + (each.above % index) : null,
      slugs: Object.fromEntries(each.languages.map((language) => [language, slugOf(stem, index, language)])),
      former: index % 4 === 1 ? [`old-${stem}-${index}`, `日本-${stem}-${index}`] : [],
    })),
  );
}

function slugOf(stem: string, index: number, language: string): string {
  if (index === 0) return '2027';
  return index % 3 === 0 ? `${stem}-${index}` : `${stem}-${index}-${language}`;
}
