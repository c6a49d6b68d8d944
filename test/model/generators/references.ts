import fc, { type Arbitrary } from 'fast-check';
import { isTerm, leavesOf, plainText, type AnyRecord, type KindName, type ModelContext } from '../records.js';
import { canRead, isReferable } from '../rights.js';
import { slugsOf } from '../slugs.js';

export const UNKNOWN_IDS = [999_999, 31_000];

/** The caller of a query and the records that it can reference. */
export interface Scope {
  readonly context: ModelContext;
  readonly records: readonly AnyRecord[];
  /** Whether the query may reference records that the caller cannot read. */
  readonly isDaring: boolean;
}

/** Ids of records that the caller can read. A daring query also contains unreadable and unknown ids. */
export function ids({ context, records, isDaring }: Scope, kind: KindName): Arbitrary<number> {
  const known = records.filter(
    (each) => each.kind === kind && isReferable(context, each) && (isDaring || canRead(context, each)),
  );
  const unknown = { weight: known.length > 0 && !isDaring ? 0 : 1, arbitrary: fc.constantFrom(...UNKNOWN_IDS) };
  const own = known.map(({ id }) => id);
  return own.length > 0 ? fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...own) }, unknown) : unknown.arbitrary;
}

/** Ids, and slugs of any language, also former ones, in any letter case. A slug of digits is an id. */
export function termNames(scope: Scope, kind: KindName): Arbitrary<number | string> {
  const slugs = slugNames(scope, kind).filter((slug) => !/^\d+$/.test(slug));
  if (slugs.length === 0) return ids(scope, kind);
  const names = fc.constantFrom(...slugs);
  const unknown = fc.constantFrom<(number | string)[]>('nobody-s-slug', 2027);
  return fc.oneof(
    { weight: 12, arbitrary: ids(scope, kind) },
    { weight: 10, arbitrary: names },
    { weight: 2, arbitrary: names.map((name) => name.toUpperCase()) },
    { weight: scope.isDaring ? 1 : 0, arbitrary: unknown },
  );
}

export const slugNames = ({ records }: Scope, kind: KindName): string[] =>
  records.flatMap((each) => (each.kind === kind ? [...slugsOf(each), ...each.former] : []));

/** Words and parts of words of the records, in any letter case, with and without accents. */
export function searches({ records }: Scope, kind: KindName): Arbitrary<string> {
  const texts = records.flatMap((each) => {
    if (each.kind !== kind) return [];
    // Slugs are searched in the lists of terms only.
    const own = Object.values(each.texts).map(({ slug, ...others }) => [others, isTerm(each) ? slug : []]);
    return leavesOf([own, 'fields' in each ? [each.fields, Object.entries(each.customFields)] : []]);
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
  ...new Set(records.flatMap((each) => (each.kind === 'event' && each.parent ? [each.parent] : []))),
];
