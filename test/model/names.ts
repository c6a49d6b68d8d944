import { folded, languagesOf, recordsOf } from './records.js';
import type { AnyRecord, ModelContext, Term, TermKind, VenueOrOrganizer } from './records.js';
import { isSlug, slugsOf } from './translations.js';

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

/** A term in a request: an id (number or digits), a text that is a name or slug, or an object with one of these two. */
export type TermInput = number | string | { readonly name?: string; readonly slug?: string };

/** 6.9: digits are an id. */
export const idOf = (item: unknown): number | undefined =>
  typeof item === 'number' || (typeof item === 'string' && /^\d+$/.test(item)) ? Number(item) : undefined;

/** 3.6, 6.9: all terms that the first successful step finds. */
export function findTerms(context: ModelContext, kind: TermKind, item: TermInput): Term[] {
  const terms = recordsOf(context.state, kind);
  if (idOf(item) !== undefined) return terms.filter(({ id }) => id === idOf(item));
  const { name = '', slug = '' } =
    typeof item === 'object' ? item : { name: `${item}`, slug: isSlug(`${item}`) ? `${item}` : '' };
  const [exact, exactInAny, similar, similarInAny] = namedRecords(context, terms, name);
  const current = terms.filter((term) => slugsOf(term).includes(slug.toLowerCase()));
  const former = terms.filter((term) => term.former.includes(slug.toLowerCase()));
  return [exact, exactInAny, current, similar, similarInAny, former].find((found) => found.length > 0) ?? [];
}

/** 3.6: records with a name, by the steps that find them. */
function namedRecords<RecordType extends AnyRecord>(
  { language }: ModelContext,
  records: readonly RecordType[],
  name: string,
) {
  const isExact = (title: string) => title === name;
  const isSimilar = (title: string) => name !== '' && folded(title) === folded(name);
  const inRequested = (matches: (title: string) => boolean) =>
    records.filter(({ texts }) => texts[language] && matches(texts[language].title));
  const inAny = (matches: (title: string) => boolean) =>
    records.filter((record) => languagesOf(record).some((present) => matches(record.texts[present]?.title ?? '')));
  return [inRequested(isExact), inAny(isExact), inRequested(isSimilar), inAny(isSimilar)] as const;
}

/** 6.9: of several categories, those below a category of the same request, otherwise those at the top level. */
function chooseByParent(found: readonly Term[][]): Term[][] {
  const choose = (candidates: readonly Term[][], isPreferred: (term: Term) => boolean) =>
    candidates.map((terms) => (terms.some(isPreferred) ? terms.filter(isPreferred) : terms));
  // Repeated once per item, because a chosen category may be the parent of another one.
  const belowChosen = (candidates: readonly Term[][]) =>
    candidates.reduce(
      (remaining) => {
        const chosen = new Set<Term | null>(remaining.flatMap((terms) => (terms.length === 1 ? terms : [])));
        return choose(remaining, ({ parent }) => chosen.has(parent));
      },
      [...candidates],
    );
  return belowChosen(choose(belowChosen(found), ({ parent }) => parent === null));
}

/** 3.6, 6.8: the record with the name that does not contradict the input; of several, the one that agrees most. */
export function findByNameAndPlace(
  context: ModelContext,
  records: readonly VenueOrOrganizer[],
  name: string,
  input: PlaceFields,
): VenueOrOrganizer | undefined {
  const candidates = [...new Set(namedRecords(context, records, name).flat())];
  const compared = candidates.map(({ fields }) => comparisons(fields, input));
  const scores = compared.map((results) => (results.includes(false) ? -1 : results.filter(Boolean).length));
  return candidates[scores.findIndex((score) => score >= 0 && score === Math.max(...scores))];
}

type PlaceFields = Readonly<Record<string, string | number | null | undefined>>;

/** For each field, whether both agree; null if one of them lacks it. Coordinates agree up to a distance of 1 km. */
function comparisons(one: PlaceFields, other: PlaceFields): (boolean | null)[] {
  const [from, to] = [one, other].map((fields): Point | null =>
    'geo_lat' in fields ? [Number(fields['geo_lat']), Number(fields['geo_lng'])] : null,
  );
  const texts = ['city', 'zip', 'country'].map((field) =>
    one[field] && other[field] ? folded(String(one[field])) === folded(String(other[field])) : null,
  );
  return [...texts, from && to ? distance(from, to) <= 1 : null];
}

export const nameOf = (item: TermInput): string | undefined => (typeof item === 'object' ? item.name : String(item));

/** 6.9: the terms of each item. `undefined` if a slug is unknown, or the name of several categories is ambiguous. */
export function findLinkedTerms(
  context: ModelContext,
  kind: TermKind,
  items: readonly TermInput[],
): Term[][] | undefined {
  const found = chooseByParent(items.map((item) => findTerms(context, kind, item)));
  const isUnknownSlug = items.some((item, index) => found[index]?.length === 0 && nameOf(item) === undefined);
  const isAmbiguous = kind === 'category' && found.some((terms) => terms.length > 1);
  return isUnknownSlug || isAmbiguous ? undefined : found;
}
