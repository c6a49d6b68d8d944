/**
 * A name of 500 characters whose folded form exceeds the maximum size of an index entry of PostgreSQL: each of the last 149 folds to
 * eighteen characters, and PostgreSQL does not compress a text that starts with a kilobyte without repetitions.
 */
export const longestFoldedName = (prefix = ''): string =>
  prefix +
  Array.from({ length: 351 - prefix.length }, (_item, index) => String.fromCodePoint(0x4e00 + index)).join('') +
  'ﷺ'.repeat(149);
