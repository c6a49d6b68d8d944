/**
 * A name of 500 characters that folds to more than an index of PostgreSQL holds: the last 149 are of eighteen letters
 * each, and a text that begins with a kilobyte without repetitions is not compressed.
 */
export const longestFoldedName = (first = ''): string =>
  first +
  Array.from({ length: 351 - first.length }, (_each, index) => String.fromCodePoint(0x4e00 + index)).join('') +
  'ﷺ'.repeat(149);
