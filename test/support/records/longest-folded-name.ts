/**
 * A name of 500 characters whose folded form exceeds the maximum size of an index entry of PostgreSQL: each of the last 149 folds to
 * eighteen letters, and PostgreSQL does not compress a text that starts with a kilobyte without repetitions.
 */
export const longestFoldedName = (first = ''): string =>
  first +
  Array.from({ length: 351 - first.length }, (_each, index) => String.fromCodePoint(0x4e00 + index)).join('') +
  'ﷺ'.repeat(149);
