import fc, { type Arbitrary } from 'fast-check';
import { distance, findTerms, type Point } from '../names.js';
import { folded, isTerm, leavesOf, plainText, recordsOf } from '../records.js';
import type { AnyRecord, KindName, ModelContext, ModelState, TermKind } from '../records.js';
import { canRead, isReferable } from '../rights.js';
import { slugsOf } from '../translations.js';
import type { Part } from './parameters.js';

export const UNKNOWN_IDS = [999_999, 31_000];

/** The caller of a query and the records that it can reference. */
export interface Scope {
  readonly context: ModelContext;
  readonly records: readonly AnyRecord[];
  /** Whether the query may reference records that the caller cannot read. */
  readonly allowsUnreadable: boolean;
}

/** Ids of records that the caller can read. With `allowsUnreadable`, also unreadable and unknown ids. */
export function ids({ context, records, allowsUnreadable }: Scope, kind: KindName): Arbitrary<number> {
  const known = records.filter(
    (record) => record.kind === kind && isReferable(context, record) && (allowsUnreadable || canRead(context, record)),
  );
  const unknown = { weight: known.length > 0 && !allowsUnreadable ? 0 : 1, arbitrary: fc.constantFrom(...UNKNOWN_IDS) };
  const knownIds = known.map(({ id }) => id);
  return knownIds.length > 0
    ? fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...knownIds) }, unknown)
    : unknown.arbitrary;
}

/** Ids, slugs of any language, also former ones, and names, also with another case and without accents. */
export function termNames(scope: Scope, kind: TermKind): Arbitrary<number | string> {
  const { context, records, allowsUnreadable } = scope;
  const titles = records.flatMap((record) => (record.kind === kind ? titlesOf(record) : []));
  const texts = [...slugNames(scope, kind), ...titles, ...titles.map((title) => folded(title).toUpperCase())];
  const names = texts.filter(
    (text) => !/^\d+$|,/.test(text) && (allowsUnreadable || findTerms(context, kind, text).length > 0),
  );
  if (names.length === 0) return ids(scope, kind);
  return fc.oneof(
    { weight: 12, arbitrary: ids(scope, kind) },
    { weight: 12, arbitrary: fc.constantFrom(...names) },
    { weight: allowsUnreadable ? 1 : 0, arbitrary: fc.constantFrom<(number | string)[]>('unknown-slug', 2027) },
  );
}

const titlesOf = ({ texts }: AnyRecord) => Object.values(texts).map(({ title }) => title);

export const slugNames = ({ records }: Scope, kind: KindName): string[] =>
  records.flatMap((record) => (record.kind === kind ? [...slugsOf(record), ...record.former] : []));

/** Words and parts of words of the records, in any letter case, with and without accents. */
export function searches({ records }: Scope, kind: KindName): Arbitrary<string> {
  const texts = records.flatMap((record) => {
    if (record.kind !== kind) return [];
    // Slugs are searched in the lists of terms only.
    const searchedTexts = Object.values(record.texts).map(({ slug, ...others }) => [
      others,
      isTerm(record) ? slug : [],
    ]);
    return leavesOf([searchedTexts, 'fields' in record ? [record.fields, Object.entries(record.customFields)] : []]);
  });
  const words = [...new Set(texts.flatMap((text) => plainText(String(text)).split(' ')))].filter(Boolean);
  const word = fc
    .record({
      word: fc.constantFrom(...words, '%', '_', 'ç', 'no-such'),
      from: fc.nat({ max: 2 }),
      length: fc.integer({ min: 1, max: 7 }),
      write: fc.constantFrom<((text: string) => string)[]>(
        (text) => text,
        (text) => text.toUpperCase(),
        (text) => text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, ''),
        (text) => text.normalize('NFD'),
      ),
    })
    .map(({ word: chosen, from, length, write }) => write(chosen.slice(from, from + length) || chosen));
  return fc.uniqueArray(word, { minLength: 1, maxLength: 2 }).map((chosen) => chosen.join('  '));
}

export const parentsIn = ({ records }: Scope): AnyRecord[] => [
  ...new Set(records.flatMap((record) => (record.kind === 'event' && record.parent ? [record.parent] : []))),
];

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
